package fleet

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// writeCertificate writes a certificate for this machine and its key into a folder.
func writeCertificate(t *testing.T, folder string, number int64) (certificate, key string) {
	t.Helper()
	return certificateUntil(t, folder, number, time.Now().Add(time.Hour))
}

func certificateUntil(t *testing.T, folder string, number int64, end time.Time) (certificate, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(number), NotAfter: end, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
	}
	made, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	packed, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	certificate, key = filepath.Join(folder, "certificate.pem"), filepath.Join(folder, "key.pem")
	for path, block := range map[string]*pem.Block{certificate: {Type: "CERTIFICATE", Bytes: made}, key: {Type: "PRIVATE KEY", Bytes: packed}} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return certificate, key
}

// The NATS server shows a certificate that was renewed.
func TestRenewedCertificateOfServer(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	certificate, key := writeCertificate(t, folder, 1)
	s, err := StartServer(ServerOptions{Listen: "127.0.0.1:0", Folder: filepath.Join(folder, "js"), TLSCert: certificate, TLSKey: key})
	if err != nil {
		t.Fatal(err)
	}
	defer s.WaitForShutdown()
	defer s.Shutdown()
	mustConnect(t, "hub", ConnectOptions{Servers: s.ClientURL(), Inside: s}) // without an authority to trust
	for number := int64(1); number <= 2; number++ {
		writeCertificate(t, folder, number)
		changed := time.Now().Add(time.Duration(number) * time.Minute)
		if err := errors.Join(os.Chtimes(certificate, changed, changed), os.Chtimes(key, changed, changed)); err != nil {
			t.Fatal(err)
		}
		state, err := mustConnect(t, "somebody", ConnectOptions{Servers: s.ClientURL(), CAFile: certificate}).TLSConnectionState()
		if err != nil || state.PeerCertificates[0].SerialNumber.Int64() != number {
			t.Errorf("certificate %d: %v, %v", number, state.PeerCertificates, err)
		}
	}
}

// A certificate that is renewed is read again. One that cannot be read now is not.
func TestCertificate(t *testing.T) {
	folder := t.TempDir()
	certificate, key := writeCertificate(t, folder, 1)
	var log bytes.Buffer
	get, err := Certificate(certificate, key, slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	number := func() string {
		c, err := get(nil)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(c.Leaf.SerialNumber)
	}
	if number() != "1" {
		t.Error("another certificate")
	}
	writeCertificate(t, folder, 2)
	later := time.Now().Add(time.Minute)
	if err := errors.Join(os.Chtimes(certificate, later, later), os.Chtimes(key, later, later)); err != nil {
		t.Fatal(err)
	}
	if got := number(); got != "2" {
		t.Errorf("certificate %s after it was renewed", got)
	}
	if err := os.WriteFile(key, []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := number(); got != "2" {
		t.Errorf("certificate %s while the key is written", got)
	}
	if log.Len() > 0 {
		t.Errorf("while the key is written: %s", &log)
	}
	soon := time.Now().Add(-2 * writingTakes)
	if err := errors.Join(os.Chtimes(certificate, soon, soon), os.Chtimes(key, soon, soon)); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if got := number(); got != "2" || strings.Count(log.String(), "cannot be read") != 1 {
			t.Errorf("certificate %s with a key that nobody writes any more: %s", got, &log)
		}
	}
	if _, err := Certificate(certificate, key, silent); err == nil {
		t.Error("a certificate without a key is taken")
	}
	certificate, key = certificateUntil(t, folder, 3, time.Now().Add(-time.Hour))
	if _, err := Certificate(certificate, key, silent); err == nil || !strings.Contains(err.Error(), "has expired on") {
		t.Errorf("a certificate that has expired: %v", err)
	}
}

// A server whose folder cannot be written says so.
func TestServerWithoutFolder(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "js")
	if err := os.WriteFile(folder, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := StartServer(ServerOptions{Listen: "127.0.0.1:0", Folder: folder}); err == nil || !strings.Contains(err.Error(), "no folder to write to") {
		t.Errorf("a server whose folder is a file: %v", err)
	}
}

// silent is a log that nobody reads.
var silent = slog.New(slog.DiscardHandler)
