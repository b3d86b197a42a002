package jobs

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"automacao/internal/market"
	"automacao/internal/notify/mail"
	"automacao/internal/notify/mail/mailtest"
	"automacao/internal/notify/queue"
	"automacao/internal/postgres/dbtest"
)

func TestMondays(t *testing.T) {
	t.Parallel()
	at := func(day, hour, minute int) time.Time {
		return time.Date(2026, 11, day, hour, minute, 0, 0, market.Zone)
	}
	for from, want := range map[time.Time]time.Time{
		at(21, 5, 0):         at(23, 8, 0),
		at(23, 7, 59):        at(23, 8, 0),
		at(23, 8, 0):         at(30, 8, 0),
		at(23, 10, 59).UTC(): at(30, 8, 0),
	} {
		if got := (mondays{}).Next(from); !got.Equal(want) {
			t.Errorf("after %s: %s", from, got)
		}
	}
}

func TestNights(t *testing.T) {
	t.Parallel()
	at := func(day, hour, minute int) time.Time {
		return time.Date(2026, 11, day, hour, minute, 0, 0, market.Zone)
	}
	for from, want := range map[time.Time]time.Time{
		at(21, 2, 59):       at(21, 3, 0),
		at(21, 3, 0):        at(22, 3, 0),
		at(30, 23, 0).UTC(): at(31, 3, 0),
	} {
		if got := (nights{}).Next(from); !got.Equal(want) {
			t.Errorf("after %s: %s", from, got)
		}
	}
}

func TestTheNewsletterGoesOnceAWeekToWhoAskedForIt(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)
	if err := queue.Migrate(t.Context(), db.Owner); err != nil {
		t.Fatal(err)
	}
	exec := func(statement string, arguments ...any) {
		t.Helper()
		if _, err := db.Owner.Exec(t.Context(), statement, arguments...); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	member := func(role, name, skill string, wants bool) uuid.UUID {
		id := uuid.New()
		exec(`INSERT INTO auth.users (id, email) VALUES ($1, $2)`, id, name+"@exemplo.test")
		exec(`INSERT INTO public.profiles (id, role, name, skills, created_at) VALUES ($1, $2, $3, ARRAY[$4], now() - interval '1 year')`, id, role, name, skill)
		exec(`INSERT INTO public.accounts (profile_id, email) VALUES ($1, $2)`, id, name+"@exemplo.test")
		exec(`INSERT INTO public.preferences (profile_id, newsletter) VALUES ($1, $2)`, id, wants)
		return id
	}
	marina := member("professional", "marina", "retrofit", true)
	member("professional", "rafael", "retrofit", false)
	member("professional", "sergio", "calibracao", true)
	serra := member("company", "serra", "retrofit", true)
	// A colleague receives what matches the firm.
	otavio := member("professional", "otavio", "calibracao", true)
	exec(`UPDATE public.profiles SET is_party = false WHERE id = $1`, otavio)
	exec(`INSERT INTO public.organisations (id, role, kind, legal_name) VALUES ($1, 'professional', 'pj', 'Alves Automação')`, marina)
	exec(`INSERT INTO public.memberships (organisation_id, person_id, role) VALUES ($1, $1, 'owner'), ($1, $2, 'engineer')`, marina, otavio)
	exec(`INSERT INTO public.projects (company_id, title, description, budget, deadline, skills) VALUES ($1, 'Retrofit da semana', 'Texto', 'A combinar', '60 dias', '{retrofit}')`, serra)

	url, letters := mailtest.PostOffice(t)
	sender, err := mail.Open(url)
	if err != nil {
		t.Fatal(err)
	}
	nothing := func(context.Context) error { return nil }
	queue, err := New(db.Pool, Config{
		URL: "https://exemplo.test", Sender: sender, Unsubscribe: func(id string) string { return "https://exemplo.test/sair/" + id }, PurgeSessions: nothing, SweepFiles: nothing,
	}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	done, unsubscribe := queue.client.Subscribe(river.EventKindJobCompleted)
	defer unsubscribe()
	ctx, stop := context.WithCancel(t.Context())
	stopped := make(chan error, 1)
	go func() { stopped <- queue.Run(ctx) }()
	for range 2 {
		if _, err := queue.client.Insert(t.Context(), writeDigestsArgs{}, nil); err != nil {
			t.Fatal(err)
		}
		for event := range done {
			if event.Job.Kind == (writeDigestsArgs{}).Kind() {
				break
			}
		}
	}
	// Long headers are folded.
	got := strings.ReplaceAll(<-letters+<-letters, "\n ", " ")
	if !strings.Contains(got, "RCPT TO:<otavio@exemplo.test>") || !strings.Contains(got, "RCPT TO:<marina@exemplo.test>") || !strings.Contains(got, "List-Unsubscribe: <https://exemplo.test/sair/"+marina.String()+">") {
		t.Errorf("got %s", got)
	}
	var line string
	if err := db.Owner.QueryRow(t.Context(), `SELECT args #>> '{letter,text}' FROM jobs.river_job WHERE kind = 'send_digest' AND args ->> 'profile_id' = $1`, marina).Scan(&line); err != nil || !strings.Contains(line, "de 100 · Retrofit e Modernização ✓ · ") {
		t.Errorf("her letter says %q, %v", line, err)
	}
	stop()
	if err := <-stopped; err != nil {
		t.Fatal(err)
	}
	var written int
	if err := db.Owner.QueryRow(t.Context(), `SELECT count(*) FROM jobs.river_job WHERE kind = 'send_digest'`).Scan(&written); err != nil || written != 2 {
		t.Errorf("%d newsletters were written, %v", written, err)
	}
}
