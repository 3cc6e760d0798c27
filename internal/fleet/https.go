package fleet

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/seedbank/change"
)

// questionPath begins the paths of questions to a hub. The number is that of the protocol.
const questionPath = "/fleet/1/"

// sessionHeader has the session of a worker.
const sessionHeader = "Seedoku-Session"

// httpDoor answers the questions of contributors through HTTP.
type httpDoor struct {
	*gate
	free chan struct{}
}

// serve answers questions at a listener until ctx is done.
func (g *gate) serve(ctx context.Context, listener net.Listener) error {
	server := &http.Server{
		Handler: &httpDoor{g, make(chan struct{}, bounds.Answered)}, ErrorLog: slog.NewLogLogger(g.log.Handler(), slog.LevelDebug),
		ReadHeaderTimeout: bounds.QuestionHeaderTime, ReadTimeout: bounds.QuestionTime, WriteTimeout: time.Minute, IdleTimeout: 2 * time.Minute,
		MaxHeaderBytes: bounds.QuestionHeader - 4<<10, // net/http reads so much beyond its limit
		BaseContext:    func(net.Listener) context.Context { return ctx },
	}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	err := server.Serve(&boundedListener{Listener: listener})
	if ctx.Err() != nil || errors.Is(err, http.ErrServerClosed) || errors.Is(err, net.ErrClosed) {
		return nil
	}
	return fmt.Errorf("answering contributors: %w", err)
}

// ErrPlain says that tokens would cross the network in plain text.
var ErrPlain = errors.New("other machines could connect without TLS")

// OnlyHere reports whether only programs on this machine can connect to somebody who listens
// at an address.
func OnlyHere(address string) bool {
	host, _, err := net.SplitHostPort(address)
	return err != nil || isLoopback(host) // listening fails at what is no address
}

// ListenHTTPS listens for contributors at an address. Without a certificate, only programs on
// this machine can connect, such as a proxy that has one. See [Certificate] for log.
func ListenHTTPS(address, certificate, key string, log *slog.Logger) (net.Listener, error) {
	var err error
	if certificate == "" && !OnlyHere(address) {
		err = ErrPlain
	}
	var get func(*tls.ClientHelloInfo) (*tls.Certificate, error)
	if err == nil && certificate != "" {
		get, err = Certificate(certificate, key, log)
	}
	var listener net.Listener
	if err == nil {
		listener, err = net.Listen("tcp", address)
	}
	if err != nil {
		return nil, fmt.Errorf("contributors cannot connect at %s: %w", address, err)
	}
	if get != nil {
		listener = tls.NewListener(listener, &tls.Config{GetCertificate: get, MinVersion: tls.VersionTLS12})
	}
	return listener, nil
}

// boundedListener bounds the number of connections. It closes others at once.
type boundedListener struct {
	net.Listener
	open atomic.Int64
}

func (l *boundedListener) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if l.open.Add(1) <= bounds.Connections {
			return &boundedConn{Conn: conn, leave: sync.OnceFunc(func() { l.open.Add(-1) })}, nil
		}
		l.open.Add(-1)
		conn.Close()
	}
}

type boundedConn struct {
	net.Conn
	leave func()
}

func (c *boundedConn) Close() error {
	c.leave()
	return c.Conn.Close()
}

// nobody stands for all who have no token, when the hub counts how often they ask.
const nobody = "nobody"

// ServeHTTP answers a question.
func (d *httpDoor) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name, known := strings.CutPrefix(r.URL.Path, questionPath)
	most, isQuestion := longest[question(name)]
	token, hasToken := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	session := r.Header.Get(sessionHeader)
	switch {
	case !known || !isQuestion:
		http.Error(w, "no such question", http.StatusNotFound)
		return
	case r.Method != http.MethodPost:
		w.Header().Set("Allow", http.MethodPost)
		http.Error(w, "questions are posted", http.StatusMethodNotAllowed)
		return
	case !hasToken || len(token) > bounds.Quote || !sessionName.MatchString(session):
		http.Error(w, "a question has a token and a session", http.StatusUnauthorized)
		return
	}
	contributor, err := d.given.admit(r.Context(), token, d.floods, time.Now())
	switch {
	case errors.Is(err, errFlood):
		later(w)
		return
	case errors.Is(err, change.ErrToken):
		http.Error(w, "this token is not good", http.StatusUnauthorized)
		return
	case err != nil:
		http.Error(w, "the token cannot be looked up now", http.StatusServiceUnavailable)
		return
	case !d.floods.admits(contributor):
		later(w)
		return
	}
	select {
	case d.free <- struct{}{}:
		defer func() { <-d.free }()
	default:
		later(w)
		return
	}
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, int64(most.text)))
	if err != nil {
		http.Error(w, "the question is too long or was cut off", http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(d.answer(r.Context(), senderOf(contributor, token, session), question(name), text)) // else the worker asks again
}

// later tells a worker to ask again later.
func later(w http.ResponseWriter) {
	w.Header().Set("Retry-After", "5")
	http.Error(w, "ask again later", http.StatusTooManyRequests)
}

// ContributorOptions are the options for connecting to a hub through HTTPS.
type ContributorOptions struct {
	Hub       string // its address, such as https://host:8443
	TokenFile string // file with the token of the contributor
	CAFile    string // certificates of authorities for the hub; empty: the certificates of the system
	Notice    Notice // may be nil
}

// Contribute does units for a hub behind HTTPS, as [Worker] does for one at a NATS server.
func Contribute(ctx context.Context, to ContributorOptions, options WorkerOptions) error {
	d, err := to.open()
	if err != nil {
		return err
	}
	return runWorker(ctx, d, options)
}

// Check returns an error if a hub could not be asked with these options.
func (o *ContributorOptions) Check() error {
	d, err := o.open()
	if err == nil {
		d.close()
	}
	return err
}

func (o *ContributorOptions) open() (*httpsDoor, error) {
	address, err := url.Parse(o.Hub)
	if err != nil || address.Host == "" || address.Scheme != "https" && !(address.Scheme == "http" && isLoopback(address.Hostname())) {
		return nil, fmt.Errorf("%s is not an address of a hub, such as https://host:8443", Shown(o.Hub))
	}
	if address.User != nil {
		return nil, fmt.Errorf("%s: the address of a hub has no user: the token comes from a file", Shown(o.Hub))
	}
	d := &httpsDoor{hub: strings.TrimRight(o.Hub, "/"), session: newSession(), notice: o.Notice}
	if d.token, err = readToken(o.TokenFile); err != nil {
		return nil, err
	}
	settings := &tls.Config{MinVersion: tls.VersionTLS12}
	if o.CAFile != "" {
		if settings.RootCAs, err = authorities(o.CAFile); err != nil {
			return nil, err
		}
	}
	d.client.Transport = &http.Transport{TLSClientConfig: settings, Proxy: http.ProxyFromEnvironment, MaxIdleConnsPerHost: 64, IdleConnTimeout: time.Minute, ForceAttemptHTTP2: true}
	d.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse } // a token is for one hub
	return d, nil
}

// authorities returns the authorities whose certificates are in a file.
func authorities(file string) (*x509.CertPool, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("%s has no certificate", file)
	}
	return pool, nil
}

// httpsDoor leads a worker of a contributor to a hub.
type httpsDoor struct {
	hub, token, session string
	client              http.Client
	rejected            atomic.Bool

	notice Notice
	mutex  sync.Mutex
	failed string // why the last question had no answer, or empty
}

func (d *httpsDoor) close() { d.client.CloseIdleConnections() }

// errTokenRejected says that the hub does not know the token.
var errTokenRejected = errors.New("the hub rejects the token: it is false or was revoked")

func (d *httpsDoor) closed() error {
	if d.rejected.Load() {
		return errTokenRejected
	}
	return nil
}

func (d *httpsDoor) ask(ctx context.Context, q question, text []byte) (*answer, error) {
	a, err := d.askOnce(ctx, q, text)
	if ctx.Err() == nil && !d.rejected.Load() {
		d.tell(withoutPorts(err))
	}
	return a, err
}

// tell calls the notice if a question had no answer for another reason than the last one, or
// if it had one and the last had none.
func (d *httpsDoor) tell(reason error) {
	said, text := "", "connected again, to "+d.hub
	if reason != nil {
		said, text = reason.Error(), d.hub+" does not answer"
	}
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if said != d.failed && d.notice != nil {
		d.notice(text, reason)
	}
	d.failed = said
}

// withoutPorts returns an error of a question without its path, its time and the port that it
// came from, so that the same error of the next question has the same text.
func withoutPorts(err error) error {
	if request, ok := errors.AsType[*url.Error](err); ok {
		err = request.Err
	}
	if connection, ok := errors.AsType[*net.OpError](err); ok && connection.Source != nil {
		err = connection.Err
	}
	var invalid x509.CertificateInvalidError
	if errors.As(err, &invalid) && invalid.Reason == x509.Expired { // which tells the time of the question, too
		err = fmt.Errorf("its certificate is good from %s to %s", invalid.Cert.NotBefore.UTC().Format(time.DateTime), invalid.Cert.NotAfter.UTC().Format(time.DateTime))
	}
	return err
}

func (d *httpsDoor) askOnce(ctx context.Context, q question, text []byte) (*answer, error) {
	ctx, cancel := context.WithTimeout(ctx, longest[q].time)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, d.hub+questionPath+string(q), bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+d.token)
	request.Header.Set(sessionHeader, d.session)
	response, err := d.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	said, err := io.ReadAll(io.LimitReader(response.Body, mostAnswer))
	switch {
	case err != nil:
		return nil, err
	case response.StatusCode == http.StatusUnauthorized:
		d.rejected.Store(true)
		return nil, errTokenRejected
	case response.StatusCode == http.StatusTooManyRequests:
		return &answer{Later: laterMuch}, nil
	case response.StatusCode != http.StatusOK:
		return nil, fmt.Errorf("the hub answers %s", response.Status)
	}
	return decodeAnswer(said)
}

// mostAnswer is the greatest length of an answer.
const mostAnswer = bounds.Work + 4096
