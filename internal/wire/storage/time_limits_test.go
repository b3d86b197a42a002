package storage

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"gocloud.dev/blob"
	"gocloud.dev/blob/driver"
	"gocloud.dev/gcerrors"
)

func TestADatabaseThatDoesNotGoOnIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	b := setup(t, Config{StepTimeout: time.Millisecond})
	locks, err := b.db.Owner.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = locks.Rollback(context.Background()) }()
	if _, err := locks.Exec(t.Context(), `LOCK TABLE storage.buckets, storage.objects IN ACCESS EXCLUSIVE MODE`); err != nil {
		t.Fatal(err)
	}
	for name, a := range map[string]answer{
		"download": b.do(nil, http.MethodGet, "/object/public/"+uploads+"/a.png", nil),
		"upload":   b.put(marina, "avatars/"+marina.String()+"-a.png", pngOf(8, 8)),
		"list":     b.json(marina, http.MethodPost, "/object/list/"+uploads, `{"prefix":""}`),
	} {
		if a.status != http.StatusGatewayTimeout || a.code() != "GatewayTimeout" || a.header.Get("Retry-After") == "" {
			t.Errorf("%s: got %d %s", name, a.status, a.body)
		}
	}
}

// stuck is a store that never answers until the step times out.
type stuck struct{ driver.Bucket }

// wait expires the step timer at once, so that the test need not wait.
func (stuck) wait(ctx context.Context) error {
	stepTimerOf(ctx).timer.Reset(0)
	<-ctx.Done()
	return ctx.Err()
}

func (s stuck) NewRangeReader(ctx context.Context, _ string, _, _ int64, _ *driver.ReaderOptions) (driver.Reader, error) {
	return nil, s.wait(ctx)
}

func (s stuck) NewTypedWriter(ctx context.Context, _, _ string, _ *driver.WriterOptions) (driver.Writer, error) {
	return nil, s.wait(ctx)
}

func (stuck) ErrorCode(error) gcerrors.ErrorCode { return gcerrors.Unknown }

func (stuck) Close() error { return nil }

func TestAStoreThatDoesNotGoOnIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	b := setup(t, Config{})
	key := "avatars/" + marina.String() + "-a.png"
	b.want(b.put(marina, key, pngOf(8, 8)), "")
	b.server.bucket = blob.NewBucket(stuck{})
	t.Cleanup(func() { _ = b.server.bucket.Close() })
	for name, a := range map[string]answer{
		"download": b.do(nil, http.MethodGet, "/object/public/"+uploads+"/"+key, nil),
		"upload":   b.put(marina, key, pngOf(9, 9), "X-Upsert", "true"),
	} {
		if a.status != http.StatusGatewayTimeout || a.code() != "GatewayTimeout" {
			t.Errorf("%s: got %d %s", name, a.status, a.body)
		}
	}
	if b.rows() != 1 || b.stored() != 1 {
		t.Errorf("there are %d rows and %d files", b.rows(), b.stored())
	}
}

// dripping is content that arrives in small pieces.
type dripping struct {
	*strings.Reader
	wait func()
}

func (d dripping) Read(into []byte) (int, error) {
	d.wait()
	return d.Reader.Read(into[:1])
}

func (dripping) Close() error { return nil }

func TestPatienceIsForOneStep(t *testing.T) {
	t.Parallel()
	for each, isLost := range map[time.Duration]bool{7 * time.Second: false, 9 * time.Second: true} {
		synctest.Test(t, func(t *testing.T) {
			s := &Server{cfg: Config{}.withDefaults()}
			r, end := s.withStepTimer(httptest.NewRequest(http.MethodGet, "/", nil))
			defer end()
			waiting := stepTimerOf(r.Context())
			waiting.rest()
			time.Sleep(time.Hour)
			if _, err := io.Copy(io.Discard, stepReader{dripping{strings.NewReader("abcdef"), func() { time.Sleep(each) }}, waiting}); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			if cause := context.Cause(r.Context()); (cause == error(errStalled)) != isLost {
				t.Errorf("steps of %s: %v", each, cause)
			}
		})
	}
}

// deadlines is a connection that records its deadlines.
type deadlines struct {
	http.ResponseWriter
	set []time.Time
}

func (d *deadlines) SetReadDeadline(until time.Time) error {
	d.set = append(d.set, until)
	return nil
}

// TestABodyEarnsItsTime checks that received bytes extend the deadline at the configured rate, up
// to the maximum.
func TestABodyEarnsItsTime(t *testing.T) {
	t.Parallel()
	s := &Server{cfg: Config{UploadGrace: 10 * time.Second, UploadRate: 4, UploadTimeout: 12 * time.Second}}
	connection := &deadlines{}
	body := s.limitRate(connection, io.NopCloser(iotest.OneByteReader(strings.NewReader("0123456789abcdefghij"))))
	if _, err := io.Copy(io.Discard, body); err != nil {
		t.Fatal(err)
	}
	for arrived, want := range map[int]time.Duration{0: 10 * time.Second, 3: 10 * time.Second, 4: 11 * time.Second, 8: 12 * time.Second, 19: 12 * time.Second} {
		if got := connection.set[arrived].Sub(body.began); got != want {
			t.Errorf("after %d bytes it is waited %s, want %s", arrived, got, want)
		}
	}
	body.finish()
	if last := connection.set[len(connection.set)-1]; !last.IsZero() {
		t.Errorf("a body that is in has to be in by %s", last)
	}
	cut := s.limitRate(connection, io.NopCloser(strings.NewReader("rest")))
	cut.finish()
	if last := connection.set[len(connection.set)-1]; last.IsZero() {
		t.Error("the rest of a body is awaited without a limit")
	}
}
