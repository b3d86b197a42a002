package badlink

import (
	"bytes"
	"errors"
	"io"
	"net"
	"syscall"
	"testing"
	"time"

	"automacao/internal/kernel/leaktest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

// echo starts a server that sends back what it receives.
func echo(t *testing.T) (address string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() { _, _ = io.Copy(conn, conn); _ = conn.Close() }()
		}
	}()
	return listener.Addr().String()
}

func open(t *testing.T) *Link {
	t.Helper()
	link, err := New(To("tcp", echo(t)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = link.Close() })
	return link
}

func call(t *testing.T, link *Link) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", link.Addr())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

// ask sends a text and returns the answer.
func ask(conn net.Conn, text []byte) ([]byte, error) {
	said := make(chan error, 1)
	go func() {
		_, err := conn.Write(text)
		said <- err
	}()
	back := make([]byte, len(text))
	n, err := io.ReadFull(conn, back)
	if err != nil {
		_ = conn.Close()
	}
	return back[:n], errors.Join(err, <-said)
}

// callAndAsk connects and asks; it may fail.
func callAndAsk(link *Link) ([]byte, error) {
	conn, err := net.Dial("tcp", link.Addr())
	if err != nil {
		return nil, err
	}
	defer func() { _ = conn.Close() }()
	return ask(conn, long)
}

var long = bytes.Repeat([]byte("0123456789abcdef"), 8<<10)

func TestALinkThatIsOnlySlowLosesNothing(t *testing.T) {
	t.Parallel()
	for _, toxic := range []Toxic{
		{Name: "good"},
		{Name: "latency", Latency: 5 * time.Millisecond, Jitter: 5 * time.Millisecond},
		{Name: "bandwidth", BytesPerSecond: 1 << 20},
		{Name: "slicer", SliceBytes: 2 << 10, SlicePause: time.Microsecond},
	} {
		t.Run(toxic.Name, func(t *testing.T) {
			t.Parallel()
			link := open(t)
			link.Turn(toxic)
			if back, err := ask(call(t, link), long); err != nil || !bytes.Equal(back, long) {
				t.Errorf("%d of %d bytes came back: %v", len(back), len(long), err)
			}
		})
	}
}

func TestALinkThatCuts(t *testing.T) {
	t.Parallel()
	for _, toxic := range []Toxic{{Name: "down", IsDown: true}, {Name: "reset", IsReset: true}, {Name: "limit", BytesMax: 1000}} {
		t.Run(toxic.Name, func(t *testing.T) {
			t.Parallel()
			link := open(t)
			link.Turn(toxic)
			back, err := callAndAsk(link)
			if err == nil || int64(len(back)) > toxic.BytesMax {
				t.Errorf("%d bytes came back, %v", len(back), err)
			}
			link.Turn(Toxic{})
			if back, err := ask(call(t, link), long); err != nil || !bytes.Equal(back, long) {
				t.Errorf("turned good, %d of %d bytes came back: %v", len(back), len(long), err)
			}
		})
	}
}

func TestALinkThatGoesDownCutsWhoIsThere(t *testing.T) {
	t.Parallel()
	link := open(t)
	conn := call(t, link)
	if _, err := ask(conn, long); err != nil {
		t.Fatal(err)
	}
	link.Turn(Toxic{IsDown: true})
	if _, err := conn.Read(make([]byte, 1)); !errors.Is(err, syscall.ECONNRESET) {
		t.Errorf("got %v", err)
	}
}

func TestADeadLinkSaysNothingUntilItIsTurned(t *testing.T) {
	t.Parallel()
	link := open(t)
	conn := call(t, link)
	if _, err := ask(conn, long); err != nil {
		t.Fatal(err)
	}
	link.Turn(Toxic{IsDead: true})
	if _, err := conn.Write([]byte("anybody there?")); err != nil {
		t.Fatal(err)
	}
	heard := make(chan error, 1)
	go func() {
		_, err := conn.Read(make([]byte, 1))
		heard <- err
	}()
	if link.Conns() != 1 {
		t.Errorf("%d connections are carried", link.Conns())
	}
	link.Turn(Toxic{})
	if err := <-heard; err == nil {
		t.Error("data that a dead link dropped arrived later")
	}
}

func TestClosingALinkEndsWhatItCarries(t *testing.T) {
	t.Parallel()
	link := open(t)
	link.Turn(Toxic{Latency: time.Hour})
	conn := call(t, link)
	if _, err := conn.Write(long); err != nil {
		t.Fatal(err)
	}
	if err := link.Close(); err != nil {
		t.Error(err)
	}
	if link.Conns() != 0 {
		t.Errorf("%d connections are carried", link.Conns())
	}
}
