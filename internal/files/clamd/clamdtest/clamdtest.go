// Package clamdtest is a daemon for tests that implements clamd's protocol on loopback.
package clamdtest

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"net"
	"sync/atomic"
	"testing"
)

// Signature is the text that the daemon recognises as a virus. It is not the EICAR test file,
// because virus scanners would delete this source file.
const Signature = "X5O-NOT-A-VIRUS-BUT-A-TEST"

// Daemon answers PING and INSTREAM.
type Daemon struct {
	// Address is the address it listens on, in the form of the setting.
	Address string
	// Scans counts the scanned streams.
	Scans atomic.Int64
	// BytesMax bounds a stream, as StreamMaxLength does.
	BytesMax int
}

// Start runs a daemon until the test ends.
func Start(t *testing.T) *Daemon {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // it lives as long as its test
	if err != nil {
		t.Fatal(err)
	}
	d := &Daemon{Address: "tcp:" + listener.Addr().String(), BytesMax: 1 << 20}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			d.answer(conn)
		}
	}()
	t.Cleanup(func() {
		_ = listener.Close()
		<-ended
	})
	return d
}

func (d *Daemon) answer(conn net.Conn) {
	defer conn.Close()
	from := bufio.NewReader(conn)
	command, err := from.ReadString(0)
	if err != nil {
		return
	}
	switch command {
	case "zPING\x00":
		_, _ = io.WriteString(conn, "PONG\x00")
	case "zINSTREAM\x00":
		d.Scans.Add(1)
		_, _ = io.WriteString(conn, d.scan(from)+"\x00")
	default:
		_, _ = io.WriteString(conn, "UNKNOWN COMMAND\x00")
	}
}

func (d *Daemon) scan(from io.Reader) string {
	var content bytes.Buffer
	for {
		var length uint32
		if err := binary.Read(from, binary.BigEndian, &length); err != nil {
			return "INSTREAM: broken. ERROR"
		}
		if length == 0 {
			break
		}
		if content.Len()+int(length) > d.BytesMax {
			return "INSTREAM size limit exceeded. ERROR"
		}
		if _, err := io.CopyN(&content, from, int64(length)); err != nil {
			return "INSTREAM: broken. ERROR"
		}
	}
	if bytes.Contains(content.Bytes(), []byte(Signature)) {
		return "stream: Eicar-Test-Signature FOUND"
	}
	return "stream: OK"
}
