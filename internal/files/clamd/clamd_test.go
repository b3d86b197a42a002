package clamd_test

import (
	"context"
	"errors"
	"net"
	"strings"
	"testing"
	"testing/iotest"

	"automacao/internal/files/clamd"
	"automacao/internal/files/clamd/clamdtest"
	"automacao/internal/kernel/leaktest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

func open(t *testing.T, address string) *clamd.Scanner {
	t.Helper()
	scanner, err := clamd.Open(address)
	if err != nil {
		t.Fatal(err)
	}
	return scanner
}

func TestAScannerSaysWhatItKnows(t *testing.T) {
	t.Parallel()
	daemon := clamdtest.Start(t)
	scanner := open(t, daemon.Address)
	if err := scanner.Reach(t.Context()); err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("inverter ", 20_000)
	for name, c := range map[string]struct {
		content                string
		isInfected, isAnswered bool
	}{
		"nothing":            {"", false, true},
		"a long text":        {long, false, true},
		"a virus at its end": {long + clamdtest.Signature, true, false},
		"more than it takes": {strings.Repeat("x", 1<<20+1), false, false},
	} {
		err := scanner.Scan(t.Context(), strings.NewReader(c.content))
		if errors.Is(err, clamd.ErrInfected) != c.isInfected || (err == nil) != c.isAnswered {
			t.Errorf("%s: %v", name, err)
		}
		if c.isInfected && !strings.Contains(err.Error(), "Eicar-Test-Signature") {
			t.Errorf("%s: %v does not name the signature", name, err)
		}
	}
}

func TestAScannerThatIsAwayKnowsNothing(t *testing.T) {
	t.Parallel()
	silent, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // it lives as long as its test
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = silent.Close() })
	ended, end := context.WithCancel(t.Context())
	end()
	if err := open(t, "tcp:"+silent.Addr().String()).Scan(ended, strings.NewReader("x")); !errors.Is(err, context.Canceled) {
		t.Errorf("a request that ended: %v", err)
	}
	daemon := clamdtest.Start(t)
	broken := errors.New("the disk is gone")
	if err := open(t, daemon.Address).Scan(t.Context(), iotest.ErrReader(broken)); err == nil || errors.Is(err, clamd.ErrInfected) {
		t.Errorf("content that cannot be read: %v", err)
	}
	if err := open(t, "unix:"+t.TempDir()+"/clamd.ctl").Reach(t.Context()); err == nil {
		t.Error("a missing daemon answers")
	}
}

func TestAddressesOfScanners(t *testing.T) {
	t.Parallel()
	for address, isGood := range map[string]bool{
		"unix:/run/clamav/clamd.ctl": true, "tcp:127.0.0.1:3310": true, "tcp:[::1]:3310": true, "tcp:clamav:3310": true,
		"": false, "clamav:3310": false, "unix:clamd.ctl": false, "tcp:3310": false, "tcp::3310": false, "http://clamav:3310": false,
	} {
		if _, err := clamd.Open(address); (err == nil) != isGood {
			t.Errorf("%q: %v", address, err)
		}
	}
}
