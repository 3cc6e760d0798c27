package fleet

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"github.com/seedoku/seedoku/internal/atomicfile"
	"github.com/seedoku/seedoku/internal/bounds"
)

// ServerOptions are the options of the NATS server inside a hub.
type ServerOptions struct {
	Listen string // address, such as 127.0.0.1:4222; port 0 means any free port
	Folder string // folder for the files of JetStream

	TokenFile       string // file with the token that workers need
	TLSCert, TLSKey string // files of a certificate and its key

	Log *slog.Logger // nil: nothing is logged
}

// ErrOpen says that anybody could connect to a server.
var ErrOpen = errors.New("other machines could connect without a token or a certificate")

// Server is a NATS server in this process, with JetStream. Only the hub may use its streams:
// see guard.
type Server struct {
	*server.Server
	hub string // password of the hub
}

// StartServer starts a server. It syncs every message to the disk before it acknowledges it,
// because workers do not keep results that were acknowledged.
func StartServer(options ServerOptions) (*Server, error) {
	host, port, err := net.SplitHostPort(options.Listen)
	if err != nil {
		return nil, fmt.Errorf("listening at %s: %w", options.Listen, err)
	}
	number, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return nil, fmt.Errorf("listening at %s: %q is not a port", options.Listen, port)
	}
	o := &server.Options{
		ServerName: serverName, Host: host, Port: int(number), NoSigs: true, NoLog: true, MaxPayload: 1 << 20,
		JetStream: true, StoreDir: options.Folder, SyncAlways: true, DisableJetStreamBanner: true,
		JetStreamMaxMemory: bounds.Stored, JetStreamMaxStore: bounds.StoredFiles,
		MaxConn: bounds.Members,
	}
	g := &guard{hub: rand.Text()}
	o.CustomClientAuthentication = g
	if number == 0 {
		o.Port = server.RANDOM_PORT
	}
	if options.TokenFile != "" {
		if g.token, err = readToken(options.TokenFile); err != nil {
			return nil, err
		}
	}
	if options.TLSCert != "" {
		get, err := Certificate(options.TLSCert, options.TLSKey, cmp.Or(options.Log, slog.New(slog.DiscardHandler)))
		if err != nil {
			return nil, err
		}
		o.TLS, o.TLSConfig = true, &tls.Config{GetCertificate: get, MinVersion: tls.VersionTLS12}
	}
	if g.token == "" && o.TLSConfig == nil && !isLoopback(host) {
		return nil, fmt.Errorf("listening at %s: %w", options.Listen, ErrOpen)
	}
	if err := mustBeFree(options.Listen); err != nil {
		return nil, err
	}
	if err := mustBeWritable(options.Folder); err != nil {
		return nil, err
	}
	s, err := server.NewServer(o)
	if err != nil {
		return nil, fmt.Errorf("starting a NATS server: %w", err)
	}
	s.Start()
	if !s.ReadyForConnections(10 * time.Second) {
		s.Shutdown()
		return nil, fmt.Errorf("the NATS server did not begin to listen at %s within ten seconds", options.Listen)
	}
	return &Server{s, g.hub}, nil
}

// guard decides who may connect to a server, and what they may do there. The hub may do
// everything. A worker may ask the hub questions under the name of its own session, and read
// the answers to them. Others may ask for the status. Nobody else reaches the streams, or
// the questions and answers of others.
type guard struct {
	token string // of workers; empty: they need none
	hub   string // password of the hub
}

// serverName is the name of the server of a hub. Nobody else would call a server so.
const serverName = "the-own-server-of-a-seedoku-hub"

// hubUser and statusUser are names of users of a server. A worker has the name of its session.
const (
	hubUser    = "hub"
	statusUser = "status-"
)

// Check implements [server.Authentication].
func (g *guard) Check(c server.ClientAuthentication) bool {
	o := c.GetOpts()
	session, isStatus := strings.CutPrefix(o.Username, statusUser)
	user := &server.User{Username: o.Username}
	switch {
	case c.Kind() != server.CLIENT:
		return false
	case o.Username == hubUser:
		if !equal(o.Password, g.hub) {
			return false
		}
	case g.token != "" && !equal(o.Token, g.token), !sessionName.MatchString(session):
		return false
	case isStatus:
		user.Permissions = mayAsk(o.Username, statusSubject)
	default:
		user.Permissions = mayAsk(o.Username, questionSubject(session, "*"))
	}
	c.RegisterUser(user)
	return true
}

// mayAsk are the permissions of a user that asks questions with a subject, and does nothing
// else.
func mayAsk(user, subject string) *server.Permissions {
	return &server.Permissions{
		Publish:   &server.SubjectPermission{Allow: []string{subject}},
		Subscribe: &server.SubjectPermission{Allow: []string{inboxOf(user) + ".>"}},
	}
}

// inboxOf returns the beginning of the subjects of answers to a user.
func inboxOf(user string) string { return "_INBOX." + user }

// equal compares a secret in constant time.
func equal(given, secret string) bool {
	return subtle.ConstantTimeCompare([]byte(given), []byte(secret)) == 1
}

// mustBeFree returns an error if a program cannot listen at an address. The NATS server
// would take ten seconds to report this.
func mustBeFree(address string) error {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return fmt.Errorf("workers cannot connect at %s: %w", address, err)
	}
	return listener.Close()
}

// mustBeWritable makes a folder if need be, and returns an error if no file can be made there.
func mustBeWritable(folder string) error {
	_, err := atomicfile.OpenFolder(folder)
	if err == nil {
		var done func() error
		if _, done, err = atomicfile.Scratch(folder); err == nil {
			err = done()
		}
	}
	if err != nil {
		return fmt.Errorf("the NATS server has no folder to write to: %w", err)
	}
	return nil
}

// isLoopback reports whether only this machine can connect to a host.
func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

func readToken(path string) (string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	token := strings.TrimSpace(string(text))
	if len(token) < minToken {
		return "", fmt.Errorf("%s: a token has at least %d characters", path, minToken)
	}
	if strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "", fmt.Errorf("%s: a token is one line without spaces, of the characters of ASCII", path)
	}
	return token, nil
}

// minToken is the least length of a token, so that it cannot be guessed.
const minToken = 16

// ConnectOptions are the options for connecting to a NATS server.
type ConnectOptions struct {
	Servers   string // URLs with commas between them, such as nats://host:4222; none with Inside
	TokenFile string
	CredsFile string  // file with the NATS credentials of a user
	CAFile    string  // certificates of authorities for the server; empty: the certificates of the system
	Inside    *Server // a server in this process, to use without the network as its hub; may be nil
	Status    bool    // the connection is only for [Ask]

	hub string // password of the hub

	Notice Notice // may be nil
}

// Notice is called when the connection to a hub fails, with the reason, and when it is there
// again, with nil. Any goroutine may call it.
type Notice func(text string, reason error)

// Connect connects to a NATS server. It retries until ctx is done. A lost
// connection is made again.
func Connect(ctx context.Context, name string, options ConnectOptions) (*nats.Conn, error) {
	settings, err := options.settings(name)
	if err != nil {
		return nil, err
	}
	if options.Inside != nil {
		options.Servers = "nats://inside" // not over the network, so no certificate has to prove the server
	}
	shown := Shown(options.Servers)
	for tries := 0; ; tries++ {
		nc, err := connectOnce(ctx, options.Servers, settings)
		if _, ok := errors.AsType[*url.Error](err); ok { // whose text may have a secret
			return nil, fmt.Errorf("%s is not the address of a NATS server, such as nats://host:4222", shown)
		}
		switch {
		case err == nil:
			return nc, nil
		case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired):
			return nil, fmt.Errorf("connecting to %s: the server rejects the token or the credentials: %w", shown, err)
		case tries == 0 && options.Notice != nil:
			options.Notice(shown+" does not answer yet", err)
		}
		if !pause(ctx, retryAfter) {
			return nil, fmt.Errorf("connecting to %s: %w", shown, err)
		}
	}
}

// userInfo finds the users, passwords and tokens in URLs with commas between them.
var userInfo = regexp.MustCompile(`((?:^|,)\s*(?:[a-z]+://)?)[^,]*@`)

// Shown returns URLs with commas between them without what must be kept secret.
func Shown(urls string) string { return userInfo.ReplaceAllString(urls, "${1}xxxxx@") }

// connectOnce tries all servers once, until ctx is done.
func connectOnce(ctx context.Context, servers string, settings []nats.Option) (*nats.Conn, error) {
	type answer struct {
		nc  *nats.Conn
		err error
	}
	answers := make(chan answer, 1)
	go func() {
		nc, err := nats.Connect(servers, settings...)
		answers <- answer{nc, err}
	}()
	select {
	case a := <-answers:
		return a.nc, a.err
	case <-ctx.Done():
		go func() {
			if a := <-answers; a.err == nil {
				a.nc.Close()
			}
		}()
		return nil, ctx.Err()
	}
}

// writeTimeout is the longest time that a write to a server may take. A program cannot end
// during a write.
const writeTimeout = 2 * time.Second

func (o *ConnectOptions) settings(name string) ([]nats.Option, error) {
	notice := o.Notice
	if notice == nil {
		notice = func(string, error) {}
	}
	user, password := newSession(), ""
	switch {
	case o.Inside != nil:
		user, password = hubUser, o.Inside.hub
	case o.hub != "":
		user, password = hubUser, o.hub
	case o.Status:
		user = statusUser + user
	}
	var said string
	settings := []nats.Option{
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { // calls come one after the other
			if errors.Is(err, nats.ErrPermissionViolation) && err.Error() != said {
				said = err.Error()
				notice("the token or the credentials are not for this use", err)
			}
		}),
		nats.UserInfo(user, password), nats.CustomInboxPrefix(inboxOf(user)),
		nats.Name("seedoku " + name), nats.MaxReconnects(-1), nats.ReconnectWait(time.Second / 4), nats.ReconnectJitter(time.Second/2, time.Second/2),
		nats.PingInterval(5 * time.Second), nats.MaxPingsOutstanding(2), nats.FlusherTimeout(writeTimeout),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				notice("the connection is lost", err)
			}
		}),
		nats.ReconnectHandler(func(nc *nats.Conn) { notice("connected again, to "+Shown(nc.ConnectedUrl()), nil) }),
	}
	if o.TokenFile != "" {
		token, err := readToken(o.TokenFile)
		if err != nil {
			return nil, err
		}
		settings = append(settings, nats.Token(token))
	}
	if o.Inside != nil {
		settings = append(settings, nats.InProcessServer(o.Inside.Server))
	}
	if o.CredsFile != "" {
		if _, err := os.ReadFile(o.CredsFile); err != nil { // which the library takes for an error of the network
			return nil, err
		}
		settings = append(settings, nats.UserCredentials(o.CredsFile))
	}
	if o.CAFile != "" && o.Inside == nil {
		if _, err := authorities(o.CAFile); err != nil {
			return nil, err
		}
		settings = append(settings, nats.RootCAs(o.CAFile))
	}
	return settings, nil
}
