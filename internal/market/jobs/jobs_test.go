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

	"automacao/internal/market/jobs"
	"automacao/internal/notify/mail"
	"automacao/internal/notify/mail/mailtest"
	"automacao/internal/notify/queue"
	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

// patience is how long a test waits for the queue.
const patience = time.Minute

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
	if err := queue.Migrate(t.Context(), b.Owner); err != nil {
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
		AnswerInvitation: func(invitationID, personID uuid.UUID) string {
			return "/responder/" + invitationID.String() + "/" + personID.String()
		},
		PurgeSessions: func(context.Context) error { b.purged.Add(1); return nil },
		SweepFiles:    func(context.Context) error { b.swept.Add(1); return nil },
	}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// run runs the queue until the test ends.
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
	tell := `INSERT INTO public.notifications (profile_id, kind, title, subject_kind, subject_id, read, created_at) VALUES ($1, $2, $3, 'project', '0198c0de-0000-7000-8000-000000000001', $4, now() - $5::interval)`
	b.exec(tell, marina, "decision", "Proposta aceita", false, "1 second")
	b.exec(tell, marina, "message", "Mensagem de agora", false, "10 seconds")
	b.exec(tell, marina, "message", "Mensagem lida", true, "5 minutes")
	b.exec(tell, marina, "message", "Mensagem esperando", false, "5 minutes")
	b.exec(tell, marina, "review", "Velha demais", false, "3 days")
	b.run()
	got := strings.NewReplacer("=\r\n", "", "=\n", "").Replace(b.letter() + b.letter())
	if !strings.Contains(got, "Subject: Proposta aceita") || !strings.Contains(got, "Subject: Mensagem esperando") ||
		!strings.Contains(got, "/dashboard/projetos/0198c0de-0000-7000-8000-000000000001/propostas") {
		t.Errorf("got %s", got)
	}
	var mailed int
	if err := b.Owner.QueryRow(t.Context(), `SELECT count(*) FROM public.notifications WHERE mailed_at IS NOT NULL`).Scan(&mailed); err != nil || mailed != 2 {
		t.Errorf("%d are marked, %v", mailed, err)
	}
}

func TestAnInvitationIsMailedWithItsAnswers(t *testing.T) {
	t.Parallel()
	b := setup(t)
	marina, invited := b.member("marina"), uuid.New()
	b.exec(`INSERT INTO public.notifications (profile_id, kind, title, subject_kind, subject_id) VALUES ($1, 'invitation', 'Convite', 'invitation', $2)`, marina, invited)
	b.run()
	got := strings.NewReplacer("=\r\n", "", "=\n", "").Replace(b.letter())
	if !strings.Contains(got, "https://exemplo.test/responder/"+invited.String()+"/"+marina.String()) {
		t.Errorf("got %s", got)
	}
}

func TestTheHouseIsKeptFromTheStart(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.run()
	b.awaitRound(&b.purged)
	b.awaitRound(&b.swept)
}

func TestInvitationsThatAreLongOverAreForgotten(t *testing.T) {
	t.Parallel()
	b := setup(t)
	marina := b.member("marina")
	b.exec(`INSERT INTO public.organisations (id, role, kind, legal_name) VALUES ($1, 'professional', 'mei', 'Marina Alves')`, marina)
	b.exec(`
		INSERT INTO public.invitations (organisation_id, email, role, token_hash, status, decided_at, expires_at)
		VALUES ($1, 'recusado@exemplo.test', 'reader', sha256('a'), 'revoked', now() - interval '91 days', now()),
		       ($1, 'vencido@exemplo.test',  'reader', sha256('b'), 'pending', NULL, now() - interval '91 days'),
		       ($1, 'recente@exemplo.test',  'reader', sha256('c'), 'pending', NULL, now() - interval '1 day')`, marina)
	b.run()
	b.awaitRound(&b.purged)
	var kept string
	if err := b.Owner.QueryRow(t.Context(), `SELECT string_agg(email, ' ') FROM public.invitations`).Scan(&kept); err != nil || kept != "recente@exemplo.test" {
		t.Errorf("kept are %q, %v", kept, err)
	}
}

func TestAnswersAreKeptForTwoDays(t *testing.T) {
	t.Parallel()
	b := setup(t)
	marina := b.member("marina")
	b.exec(`
		INSERT INTO private.idempotency_keys (user_id, digest, fingerprint, status, headers, created_at)
		SELECT $1, sha256(n::text::bytea), sha256('x'), 204, '{}'::jsonb, now() - make_interval(hours => CASE n WHEN 1 THEN 47 ELSE 49 END)
		FROM generate_series(1, 2500) AS n`, marina)
	b.run()
	b.awaitRound(&b.purged)
	var kept int
	var hours float64
	if err := b.Owner.QueryRow(t.Context(), `SELECT count(*), min(extract(epoch FROM now() - created_at) / 3600)::float8 FROM private.idempotency_keys`).Scan(&kept, &hours); err != nil || kept != 1 || hours > 48 {
		t.Errorf("%d are kept, for %.1f hours, %v", kept, hours, err)
	}
}

func TestADeliveryIsAcceptedWhenItsDateHasPassed(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.delivered("0 days")
	b.run()
	b.awaitAcceptance()
}

func TestADeliveryIsAcceptedAsOfItsDate(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.delivered("14 days")
	b.run()
	err := pgx.BeginFunc(t.Context(), b.Pool, func(tx pgx.Tx) error {
		return b.jobs.TendContracts(t.Context(), tx, time.Now().AddDate(0, 0, 15))
	})
	if err != nil {
		t.Fatal(err)
	}
	b.awaitAcceptance()
}

// delivered makes a contract with one delivery, which silence accepts after a given time.
func (b *bundle) delivered(left string) {
	b.t.Helper()
	marina, serra := b.member("marina"), b.member("serra")
	b.exec(`UPDATE public.profiles SET role = 'company', skills = '{}' WHERE id = $1`, serra)
	b.exec(`
		WITH project AS (
		  INSERT INTO public.projects (company_id, title, description, budget, deadline, skills, status)
		  VALUES ($1, 'Retrofit', 'Painel antigo', 'A combinar', '60 dias', '{retrofit}', 'open') RETURNING id
		)
		INSERT INTO public.proposals (project_id, professional_id, value, cover_letter) SELECT id, $2, 900, 'Faço' FROM project`, serra, marina)
	b.exec(`UPDATE public.proposals SET status = 'accepted'`)
	for _, status := range []string{"in_progress", "delivered"} {
		b.exec(`UPDATE public.projects SET status = $1`, status)
	}
	b.exec(`
		INSERT INTO public.contracts (project_id, proposal_id, company_id, professional_id, value_cents, status, delivered_by, delivered_at, acceptance_due_at)
		SELECT project_id, id, $1, $2, 90000, 'delivered', $2, now() - interval '14 days', now() + $3::interval FROM public.proposals`, serra, marina, left)
	b.exec(`
		INSERT INTO public.milestones (contract_id, position, title, value_cents, status, delivered_by, delivered_at, review_until)
		SELECT id, 1, 'Entrega', value_cents, status, delivered_by, delivered_at, acceptance_due_at FROM public.contracts`)
}

func (b *bundle) awaitAcceptance() {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.t.Context(), patience)
	defer cancel()
	for status := "delivered"; status != "completed"; {
		if err := b.Owner.QueryRow(ctx, `SELECT status FROM public.contracts`).Scan(&status); err != nil {
			b.t.Fatalf("it was not accepted: %v", err)
		}
	}
}

// awaitRound waits until a kind of job has run once.
func (b *bundle) awaitRound(rounds *atomic.Int32) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.t.Context(), patience)
	defer cancel()
	for rounds.Load() == 0 {
		// Each query takes a round trip, which is pause enough.
		if _, err := b.Owner.Exec(ctx, `SELECT`); err != nil {
			b.t.Fatalf("the work was not done: %v", err)
		}
	}
}

func TestPicturesThatNothingShowsAreForgotten(t *testing.T) {
	t.Parallel()
	b := setup(t)
	marina := b.member("marina")
	const public = "/storage/v1/object/public/public-uploads/"
	b.exec(`UPDATE public.profiles SET avatar_url = $2 WHERE id = $1`, marina, public+"avatars/marina-1")
	b.exec(`INSERT INTO public.portfolio_projects (profile_id, title, description, role, image_urls) VALUES ($1, 'Retrofit', 'De S7-300', 'CLP', $2)`,
		marina, []string{public + "portfolio/marina/shown"})
	for name, age := range map[string]string{
		"avatars/marina-0": "40 days", "avatars/marina-1": "40 days", "portfolio/marina/shown": "40 days",
		"portfolio/marina/left": "40 days", "portfolio/marina/draft": "5 days", "outros/marina": "40 days",
	} {
		b.exec(`INSERT INTO storage.objects (bucket_id, name, version, size_bytes, metadata, updated_at)
			VALUES ('public-uploads', $1, gen_random_uuid(), 1, '{}', now() - $2::interval)`, name, age)
	}
	b.run()
	b.awaitRound(&b.swept)
	var names []string
	if err := b.Owner.QueryRow(t.Context(), `SELECT array_agg(name ORDER BY name) FROM storage.objects`).Scan(&names); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(names, " "); got != "avatars/marina-1 outros/marina portfolio/marina/draft portfolio/marina/shown" {
		t.Errorf("left are %s", got)
	}
}
