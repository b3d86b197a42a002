// Package mailtest is a mail server for tests on loopback that keeps every letter.
package mailtest

import (
	"bufio"
	"net"
	"strings"
	"testing"
)

// lettersMax is how many unread letters are kept before deliveries block.
const lettersMax = 100

// PostOffice starts a mail server for the duration of a test. It returns its SMTP_URL and the SMTP
// sessions, one per letter.
func PostOffice(t testing.TB) (url string, letters <-chan string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	kept := make(chan string, lettersMax)
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() { kept <- converse(conn) }()
		}
	}()
	return "smtp://" + listener.Addr().String() + "?from=Mercado+%3Cnao-responda%40exemplo.test%3E", kept
}

// converse implements as much of RFC 5321 as a delivery needs.
func converse(conn net.Conn) string {
	defer func() { _ = conn.Close() }()
	lines, say := bufio.NewScanner(conn), func(line string) { _, _ = conn.Write([]byte(line + "\r\n")) }
	var session strings.Builder
	isLetter := false
	say("220 exemplo.test")
	for lines.Scan() {
		line := lines.Text()
		session.WriteString(line + "\n")
		switch {
		case isLetter && line == ".":
			isLetter = false
			say("250 kept")
		case isLetter:
		case strings.HasPrefix(line, "DATA"):
			isLetter = true
			say("354 go on")
		case strings.HasPrefix(line, "QUIT"):
			say("221 bye")
			return session.String()
		default:
			say("250 fine")
		}
	}
	return session.String()
}
