// Package clamd asks ClamAV's daemon over its socket whether content is known to be harmful. It
// knows nothing about files or who sends them.
package clamd

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"
)

// ErrInfected means that the scanner recognises the content; it is wrapped with the name of the
// signature. After any other error it is unknown whether the content is harmful.
var ErrInfected = errors.New("the content is infected")

// Scanner is a client of one daemon. It opens a connection per request.
type Scanner struct{ network, address string }

// Open parses the address of a daemon, unix:/run/clamav/clamd.ctl or tcp:127.0.0.1:3310. It does
// not connect.
func Open(address string) (*Scanner, error) {
	network, rest, _ := strings.Cut(address, ":")
	isKnown := network == "unix" && strings.HasPrefix(rest, "/")
	if network == "tcp" {
		host, port, err := net.SplitHostPort(rest)
		isKnown = err == nil && host != "" && port != ""
	}
	if !isKnown {
		return nil, fmt.Errorf("%q is neither unix:/path nor tcp:host:port", address)
	}
	return &Scanner{network, rest}, nil
}

// timeMax bounds one request. The daemon's own settings make it give up sooner.
const timeMax = 60 * time.Second

// answerBytesMax is more than the daemon answers to one stream.
const answerBytesMax = 4 << 10

// Reach checks that the daemon answers.
func (s *Scanner) Reach(ctx context.Context) error {
	answer, err := s.ask(ctx, "PING", nil)
	if err != nil {
		return err
	}
	if answer != "PONG" {
		return fmt.Errorf("clamd answers %q", answer)
	}
	return nil
}

// Scan sends content to the daemon. It returns nil if the daemon knows nothing against it.
func (s *Scanner) Scan(ctx context.Context, content io.Reader) error {
	answer, err := s.ask(ctx, "INSTREAM", content)
	if err != nil {
		return err
	}
	result := strings.TrimPrefix(answer, "stream: ")
	if result == "OK" {
		return nil
	}
	if name, isFound := strings.CutSuffix(result, " FOUND"); isFound {
		return fmt.Errorf("%w: %s", ErrInfected, name)
	}
	return fmt.Errorf("clamd answers %q", answer)
}

// ask sends a command, followed by the content if there is any, and returns the one line of the
// answer.
func (s *Scanner) ask(ctx context.Context, command string, content io.Reader) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, timeMax)
	defer cancel()
	conn, err := new(net.Dialer).DialContext(ctx, s.network, s.address)
	if err != nil {
		return "", fmt.Errorf("reach clamd: %w", err)
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })
	defer stop()
	// The prefix z makes the answer end with a NUL.
	_, sent := io.WriteString(conn, "z"+command+"\x00")
	if sent == nil && content != nil {
		sent = stream(conn, content)
	}
	if errors.Is(sent, errContent) {
		return "", sent
	}
	// If the daemon stops reading, it says why before it closes the connection.
	answer, err := io.ReadAll(io.LimitReader(conn, answerBytesMax))
	if result := strings.TrimRight(string(answer), "\x00\n"); result != "" {
		return result, nil
	}
	return "", fmt.Errorf("ask clamd: %w", errors.Join(errNoAnswer, sent, err, ctx.Err()))
}

var (
	errNoAnswer = errors.New("no answer")
	errContent  = errors.New("the content cannot be read")
)

// chunkBytes is the maximum size of a chunk.
const chunkBytes = 64 << 10

// stream sends content in chunks, each preceded by its length. A length of zero ends it.
func stream(conn io.Writer, content io.Reader) error {
	buffer := make([]byte, 4+chunkBytes)
	for {
		n, err := io.ReadFull(content, buffer[4:])
		isOver := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
		if err != nil && !isOver {
			return fmt.Errorf("%w: %w", errContent, err)
		}
		if n > 0 {
			binary.BigEndian.PutUint32(buffer, uint32(n)) //nolint:gosec // chunkBytes at most
			if _, err := conn.Write(buffer[:4+n]); err != nil {
				return err
			}
		}
		if isOver {
			_, err := conn.Write(make([]byte, 4))
			return err
		}
	}
}
