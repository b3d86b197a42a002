package jobs_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/database/dbtest"
	"automacao/internal/jobs"
	"automacao/internal/mail"
	"automacao/internal/mail/mailtest"
)

// patience is how long a test waits for what the queue does by itself.
const patience = 20 * time.Second

type bundle struct {
	*dbtest.Database
	t       *testing.T
	jobs    *jobs.Jobs
	letters <-chan string
	purged  atomic.Int32
	swept   atomic.Int32
}

func setup(t *testing.T) *bundle {
	t.Helper()
	b := &bundle{Database: dbtest.Open(t), t: t}
	if err := jobs.Migrate(t.Context(), b.Owner); err != nil {
		t.Fatal(err)
	}
	url, letters := mailtest.PostOffice(t)
	b.letters = letters
	sender, err := mail.Open(url)
	if err != nil {
		t.Fatal(err)
	}
	b.jobs, err = jobs.New(b.Pool, jobs.Config{
		URL: "https://exemplo.test", Sender: sender, Unsubscribe: func(id string) string { return "https://exemplo.test/sair/" + id },
		PurgeSessions: func(context.Context) error { b.purged.Add(1); return nil },
		SweepFiles:    func(context.Context) error { b.swept.Add(1); return nil },
	}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// run works on the queue until the test ends.
func (b *bundle) run() {
	b.t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	stopped := make(chan error, 1)
	go func() { stopped <- b.jobs.Run(ctx) }()
	b.t.Cleanup(func() {
		stop()
		if err := <-stopped; err != nil {
			b.t.Errorf("stop: %v", err)
		}
	})
}

func (b *bundle) letter() string {
	b.t.Helper()
	select {
	case letter := <-b.letters:
		return letter
	case <-time.After(patience):
		b.t.Fatal("no letter arrived")
		return ""
	}
}

func (b *bundle) member(name string) uuid.UUID {
	b.t.Helper()
	id := uuid.New()
	b.exec(`INSERT INTO auth.users (id, email) VALUES ($1, $2)`, id, name+"@exemplo.test")
	b.exec(`INSERT INTO public.profiles (id, role, name, skills) VALUES ($1, 'professional', $2, '{retrofit}')`, id, name)
	b.exec(`INSERT INTO public.accounts (profile_id, email) VALUES ($1, $2)`, id, name+"@exemplo.test")
	return id
}

func (b *bundle) exec(statement string, arguments ...any) {
	b.t.Helper()
	if _, err := b.Owner.Exec(b.t.Context(), statement, arguments...); err != nil {
		b.t.Fatalf("%s: %v", statement, err)
	}
}

func TestALetterIsSentWhenItsTransactionCommits(t *testing.T) {
	t.Parallel()
	b := setup(t)
	enqueue := func(subject string, outcome error) {
		err := pgx.BeginFunc(t.Context(), b.Pool, func(tx pgx.Tx) error {
			letter := mail.Letter{To: "marina@exemplo.test", Subject: subject, Text: subject, HTML: subject}
			return errors.Join(b.jobs.SendMail(t.Context(), tx, letter), outcome)
		})
		if !errors.Is(err, outcome) {
			t.Fatal(err)
		}
	}
	enqueue("undone", errors.New("rolled back"))
	enqueue("kept", nil)
	b.run()
	if got := b.letter(); !strings.Contains(got, "Subject: kept") {
		t.Errorf("got %s", got)
	}
	select {
	case got := <-b.letters:
		t.Errorf("another letter arrived: %s", got)
	default:
	}
}

func TestWhatIsLeftUnreadGoesByMailOnce(t *testing.T) {
	t.Parallel()
	b := setup(t)
	marina := b.member("marina")
	tell := `INSERT INTO public.notifications (profile_id, kind, title, link, read, created_at) VALUES ($1, $2, $3, '/dashboard', $4, now() - $5::interval)`
	b.exec(tell, marina, "decision", "Proposta aceita", false, "1 second")
	b.exec(tell, marina, "message", "Mensagem de agora", false, "10 seconds")
	b.exec(tell, marina, "message", "Mensagem lida", true, "5 minutes")
	b.exec(tell, marina, "message", "Mensagem esperando", false, "5 minutes")
	b.exec(tell, marina, "review", "Velha demais", false, "3 days")
	b.run()
	got := b.letter() + b.letter()
	if !strings.Contains(got, "Subject: Proposta aceita") || !strings.Contains(got, "Subject: Mensagem esperando") {
		t.Errorf("got %s", got)
	}
	var mailed int
	if err := b.Owner.QueryRow(t.Context(), `SELECT count(*) FROM public.notifications WHERE mailed_at IS NOT NULL`).Scan(&mailed); err != nil || mailed != 2 {
		t.Errorf("%d are marked, %v", mailed, err)
	}
}

func TestTheHouseIsKeptFromTheStart(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.run()
	deadline := time.Now().Add(patience)
	for b.purged.Load() == 0 || b.swept.Load() == 0 {
		if time.Now().After(deadline) {
			t.Fatalf("purged %d times, swept %d times", b.purged.Load(), b.swept.Load())
		}
		var done int
		// Each question takes a round trip, which is pause enough.
		if err := b.Owner.QueryRow(t.Context(), `SELECT count(*) FROM jobs.river_job`).Scan(&done); err != nil {
			t.Fatal(err)
		}
	}
}
