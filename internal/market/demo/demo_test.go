package demo_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/demo"
	"automacao/internal/market/markettest"
	"automacao/internal/market/people/account"
	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

// cast registers people without the cost of hashing a password.
type cast struct{}

func (cast) CreateMember(ctx context.Context, tx pgx.Tx, email, _ string, data map[string]any) (id uuid.UUID, err error) {
	if err := tx.QueryRow(ctx, `INSERT INTO auth.users (email, email_confirmed_at) VALUES ($1, now()) RETURNING id`, email).Scan(&id); err != nil {
		return id, err
	}
	_, err = account.Register(ctx, tx, id, email, data, time.Now())
	return id, err
}

func (cast) CreateAdmin(ctx context.Context, tx pgx.Tx, email, _, name string) (id uuid.UUID, err error) {
	if err := tx.QueryRow(ctx, `INSERT INTO auth.users (email, email_confirmed_at) VALUES ($1, now()) RETURNING id`, email).Scan(&id); err != nil {
		return id, err
	}
	return id, account.InsertAdmin(ctx, tx, id, email, name)
}

// loaded is a database with the demonstration before the first step of its deals.
var loaded = dbtest.Template(func(t testing.TB, db *dbtest.Database) {
	if _, err := demo.Load(t.Context(), db.Pool, cast{}, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
})

func TestTheDemonstrationHasATeam(t *testing.T) {
	t.Parallel()
	s := markettest.On(t, loaded(t).Pool)
	got := s.Text(`
		SELECT string_agg(a.email || ' ' || m.role, ', ' ORDER BY a.email) FROM public.memberships m JOIN public.accounts a ON a.profile_id = m.person_id
		WHERE m.organisation_id = (SELECT profile_id FROM public.accounts WHERE email = $1)`, demo.CompanyEmail)
	if got != "compras@automacao.demo buyer, empresa@automacao.demo owner, engenharia@automacao.demo engineer, financeiro@automacao.demo finance" {
		t.Errorf("it is %s", got)
	}
	if alone := s.Text(`SELECT count(*)::text FROM public.profiles WHERE role = 'company' AND is_party AND NOT EXISTS (SELECT FROM public.organisations o WHERE o.id = profiles.id)`); alone != "0" {
		t.Errorf("%s companies are no organisations", alone)
	}
}

// shelf stores objects as rows, and their content by version.
type shelf struct {
	testing.TB
	stage *markettest.Stage
	bytes *sync.Map
}

func shelve(t testing.TB, s *markettest.Stage) shelf { return shelf{t, s, &sync.Map{}} }

func (s shelf) Open(_ context.Context, version uuid.UUID) (io.ReadCloser, error) {
	content, _ := s.bytes.Load(version)
	held, isHeld := content.([]byte)
	if !isHeld {
		return nil, fmt.Errorf("nothing was stored as version %s", version)
	}
	return io.NopCloser(bytes.NewReader(held)), nil
}

func (s shelf) Keep(_ context.Context, owner uuid.UUID, bucket, name, contentType string, content []byte) error {
	if !bytes.HasPrefix(content, []byte("%PDF-")) && !bytes.HasPrefix(content, []byte("\ufeff")) {
		s.Errorf("%s holds neither a document nor a table", name)
	}
	version := uuid.New()
	s.bytes.Store(version, content)
	s.stage.Exec(`INSERT INTO storage.objects (bucket_id, name, owner, version, size_bytes, metadata) VALUES ($1, $2, $3, $6, $4, jsonb_build_object('mimetype', $5::text))`,
		bucket, name, owner, len(content), contentType, version)
	return nil
}

func TestProjectsOfTheDemonstrationHaveFilesOnce(t *testing.T) {
	t.Parallel()
	s := markettest.On(t, loaded(t).Pool)
	attach := func(want string) {
		t.Helper()
		papers := shelve(t, s)
		if err := demo.Attach(t.Context(), s.Pool, papers, papers.Open); err != nil {
			t.Fatal(err)
		}
		got := s.Text(`SELECT string_agg(f.audience || ' ' || f.media_type, ', ' ORDER BY p.number, f.position) FROM public.project_files f JOIN public.projects p ON p.id = f.project_id WHERE p.status = 'open'`)
		if got != want {
			t.Errorf("the files are %q, want %q", got, want)
		}
	}
	const all = "proposers application/pdf, dealers text/csv, proposers text/csv, proposers application/pdf"
	attach(all)
	attach(all)
	lists := s.Text(`SELECT string_agg(concat_ws(' ', l.number, l.by_kind ->> 'ED', l.by_kind ->> 'SD', l.by_kind ->> 'EA', l.by_kind ->> 'SA', l.changes -> 'added' ->> 'ED', l.changes -> 'removed' ->> 'EA'), ', ' ORDER BY l.number)
		FROM public.project_io_lists l JOIN public.projects p ON p.id = l.project_id WHERE p.title LIKE 'Migração de S7-300%' AND l.errors_count = 0 AND l.file_id IS NOT NULL`)
	if lists != "1 128 96 16 8, 2 140 96 14 8 12 2" {
		t.Errorf("the I/O lists are %s", lists)
	}
	if told := s.Text(`SELECT min(n)::text || ' ' || max(n) FROM (SELECT count(*) AS n FROM public.notifications WHERE subject_kind = 'public_project' AND title LIKE '%ista de I/O%' GROUP BY profile_id) AS each`); told != "2 2" {
		t.Errorf("whoever proposed was told %s times", told)
	}
	s.Exec(`DELETE FROM public.project_files`)
	s.Exec(`UPDATE private.settings SET value = '1' WHERE name = 'demonstration'`)
	attach("")
}

func TestTheDemonstrationHasDealsInEveryState(t *testing.T) {
	t.Parallel()
	s := markettest.On(t, loaded(t).Pool)
	for fact, c := range map[string]struct{ query, want string }{
		"ContractsInEveryState": {`SELECT string_agg(status || ' ' || total, ', ' ORDER BY status) FROM (SELECT status, count(*) AS total FROM public.contracts GROUP BY 1) AS each`,
			"active 2, agreed 1, completed 10, delivered 1, terminated 1, withdrawn 1"},
		"OneWasGivenBack":              {`SELECT string_agg(status || ' ' || adjustments_count, ', ') FROM public.contracts WHERE adjustments_count > 0`, "active 1"},
		"ADeliveryHasItsDate":          {`SELECT (acceptance_due_at > now() AND acceptance_due_at - delivered_at = interval '14 days')::text FROM public.contracts WHERE status = 'delivered'`, "true"},
		"TheLogGoesForward":            {`SELECT count(*)::text FROM public.contracts c JOIN public.contract_events e ON e.contract_id = c.id WHERE e.created_at < c.created_at - interval '1 minute' OR e.created_at > now()`, "0"},
		"WorkIsCompletedAfterDelivery": {`SELECT count(*)::text FROM public.contracts WHERE NOT (created_at <= started_at AND started_at <= delivered_at AND delivered_at <= completed_at)`, "0"},
		"ProjectsWereRevised":          {`SELECT count(*)::text FROM public.project_revisions WHERE number = 2`, "2"},
		"ProposalsWaitToBeConfirmed":   {`SELECT count(*)::text FROM public.proposals o JOIN public.projects p ON p.id = o.project_id WHERE o.status = 'pending' AND o.project_revision < p.revision`, "2"},
		"RecordsDiffer": {`SELECT string_agg(concat_ws(' ', split_part(a.email, '@', 1), r.on_time_percent, r.paid_on_time_percent, (SELECT count(*) FROM jsonb_object_keys(r.axes))), ', ' ORDER BY a.email)
			FROM public.accounts a CROSS JOIN LATERAL private.track_record_of(a.profile_id) r WHERE coalesce(r.on_time_percent, r.paid_on_time_percent) IS NOT NULL`, "empresa 67 4, profissional 75 4"},
		"ScreensHaveAPrice":             {`SELECT public.reference_prices('migracao-supervisorio')::text`, `{"n": 5, "p25": 14800, "p50": 19900, "p75": 23400}`},
		"QuestionsAreAnsweredAndNotYet": {`SELECT concat_ws(' ', count(answer), count(*) FILTER (WHERE answer IS NULL), count(*) FILTER (WHERE content IS NULL)) FROM public.project_questions`, "4 1 1"},
	} {
		if got := s.Text(c.query); got != c.want {
			t.Errorf("%s: %q", fact, got)
		}
	}
}

func TestTheReadmeNamesTheAccounts(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{demo.Password, demo.CompanyEmail, demo.ProfessionalEmail, demo.AdminEmail, "`compras@`, `engenharia@` and `financeiro@automacao.demo`"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("README.md does not name %s", want)
		}
	}
}
