package volume_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/institution/taxid"
	"automacao/internal/market/demo"
	"automacao/internal/market/markettest"
	"automacao/internal/market/people/account"
	"automacao/internal/market/register"
	"automacao/internal/market/volume"
	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

// cast registers the demonstration's members without the cost of hashing a password.
type cast struct{}

func (cast) CreateMember(ctx context.Context, tx pgx.Tx, email, _ string, data map[string]any) (uuid.UUID, error) {
	id, err := insertUser(ctx, tx, email)
	if err != nil {
		return id, err
	}
	_, err = account.Register(ctx, tx, id, email, data, time.Now())
	return id, err
}

func (cast) CreateAdmin(ctx context.Context, tx pgx.Tx, email, _, name string) (uuid.UUID, error) {
	id, err := insertUser(ctx, tx, email)
	if err != nil {
		return id, err
	}
	return id, account.InsertAdmin(ctx, tx, id, email, name)
}

func insertUser(ctx context.Context, tx pgx.Tx, email string) (id uuid.UUID, err error) {
	err = tx.QueryRow(ctx, `INSERT INTO auth.users (email, password_hash) VALUES ($1, 'hash') RETURNING id`, email).Scan(&id)
	return id, err
}

type bundle struct {
	*testing.T
	db *dbtest.Database
}

func setup(t *testing.T) *bundle {
	t.Helper()
	t.Parallel()
	return &bundle{t, dbtest.Open(t)}
}

func (b *bundle) loadCast() {
	b.Helper()
	if _, err := demo.Load(b.Context(), b.db.Pool, cast{}, slog.New(slog.DiscardHandler)); err != nil {
		b.Fatal(err)
	}
}

func (b *bundle) load(size volume.Size) (volume.Size, bool) {
	b.Helper()
	present, loaded, err := volume.Load(b.Context(), b.db.OwnerURL, size, time.Now(), func(string, int, int) {})
	if err != nil {
		b.Fatal(err)
	}
	return present, loaded
}

// count runs a query that returns one number.
func (b *bundle) count(question string) int {
	b.Helper()
	var answer int
	if err := b.db.Owner.QueryRow(b.Context(), question).Scan(&answer); err != nil {
		b.Fatalf("%s: %v", question, err)
	}
	return answer
}

var small = volume.Size{Projects: 300, Professionals: 200, Companies: 20, Messages: 2000}

func TestTheVolumeIsLoadedOnce(t *testing.T) {
	b := setup(t)
	b.loadCast()
	if present, loaded := b.load(small); !loaded || present != small {
		t.Errorf("first: %+v, %t", present, loaded)
	}
	if present, loaded := b.load(volume.Size{Projects: 5}); loaded || present != small {
		t.Errorf("again: %+v, %t", present, loaded)
	}
}

// TestTheVolumeFillsWhatTheRegisterSays compares the tables that grow with the register of tables.
func TestTheVolumeFillsWhatTheRegisterSays(t *testing.T) {
	b := setup(t)
	b.loadCast()
	stage := markettest.On(t, b.db.Owner)
	rows := func(name string) string { return stage.Text(`SELECT count(*)::text FROM public.` + name) }
	before := map[string]string{}
	for _, name := range register.Exposed() {
		before[name] = rows(name)
	}
	b.load(small)
	for _, table := range register.Tables {
		if table.IsExposed() && (rows(table.Name) != before[table.Name]) != table.InVolume {
			t.Errorf("the register says of %s that the volume fills it: %t, had %s and has %s rows", table.Name, table.InVolume, before[table.Name], rows(table.Name))
		}
	}
}

func TestTheVolumeNeedsTheCast(t *testing.T) {
	b := setup(t)
	_, loaded, err := volume.Load(t.Context(), b.db.OwnerURL, small, time.Now(), func(string, int, int) {})
	if loaded || err == nil || !strings.Contains(err.Error(), volume.ErrNoCast.Error()) {
		t.Errorf("got %t, %v", loaded, err)
	}
}

func TestTheVolumeIsLikeWhatPeopleWouldWrite(t *testing.T) {
	b := setup(t)
	b.loadCast()
	b.load(small)
	for fact, violations := range map[string]string{
		"titles differ":                  `SELECT count(*) - count(DISTINCT title) FROM public.projects`,
		"no slot stays open":             `SELECT count(*) FROM public.projects WHERE title || description || deadline ~ '[{}]'`,
		"every project can be found":     `SELECT count(*) FROM public.projects WHERE search = ''`,
		"confidential names no company":  `SELECT count(*) FROM public.projects WHERE is_confidential <> (company_id IS NULL)`,
		"every project has its owner":    `SELECT count(*) FROM public.projects LEFT JOIN public.project_owners o ON o.project_id = projects.id WHERE o.company_id IS NULL`,
		"proposals are counted":          `SELECT count(*) FROM public.projects p WHERE proposals_count <> (SELECT count(*) FROM public.proposals WHERE project_id = p.id AND status <> 'withdrawn')`,
		"nobody answers before it is up": `SELECT count(*) FROM public.proposals o JOIN public.projects p ON p.id = o.project_id WHERE o.created_at < p.created_at`,
		"nothing lies in the future":     `SELECT count(*) FROM public.messages WHERE timestamp > now()`,
		"triggers work again":            resting,
		"one conversation is a tenth":    `SELECT 200 - count(*) FROM public.messages WHERE right(id::text, 12) = '766f6c756d65' AND NOT automatic AND thread = (SELECT thread FROM public.conversations WHERE owner_id = (SELECT profile_id FROM public.accounts WHERE email = 'empresa@automacao.demo') AND partner_id = (SELECT profile_id FROM public.accounts WHERE email = 'profissional@automacao.demo'))`,
	} {
		if found := b.count(violations); found != 0 {
			t.Errorf("%s: %d do not hold", fact, found)
		}
	}
}

func TestDocumentsHaveTheirCheckDigits(t *testing.T) {
	b := setup(t)
	b.loadCast()
	b.load(small)
	rows, err := b.db.Owner.Query(t.Context(), `SELECT p.role, a.document FROM public.accounts a JOIN public.profiles p ON p.id = a.profile_id WHERE p.role <> 'admin' AND p.is_party`)
	if err != nil {
		t.Fatal(err)
	}
	var role, document string
	_, err = pgx.ForEachRow(rows, []any{&role, &document}, func() error {
		parse := taxid.ParseCPF
		if role == "company" {
			parse = taxid.ParseCNPJ
		}
		if _, err := parse(document); err != nil {
			t.Errorf("%s %q: %v", role, document, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// interrupted loads until the given number of batches are stored, and is interrupted then.
func (b *bundle) interrupted(size volume.Size, at time.Time, batches int) error {
	b.Helper()
	ctx, cancel := context.WithCancel(b.Context())
	defer cancel()
	_, loaded, err := volume.Load(ctx, b.db.OwnerURL, size, at, func(string, int, int) {
		if batches--; batches == 0 {
			cancel()
		}
	})
	if loaded == (err != nil) {
		b.Fatalf("loaded: %t, %v", loaded, err)
	}
	return err
}

// several is more than one batch of projects and of messages.
var several = volume.Size{Projects: 2100, Professionals: 300, Companies: 10, Messages: 2100}

// contents is a digest of the volume, without what differs between runs.
const contents = `SELECT md5(string_agg(md5(row::text), '' ORDER BY row::text)) FROM (
	SELECT to_jsonb(p) - 'company_id' AS row FROM public.projects p WHERE right(id::text, 12) = '766f6c756d65'
	UNION ALL SELECT to_jsonb(p) FROM public.profiles p WHERE right(id::text, 12) = '766f6c756d65'
	UNION ALL SELECT to_jsonb(p) - 'professional_id' FROM public.proposals p WHERE right(id::text, 12) = '766f6c756d65'
	UNION ALL SELECT to_jsonb(p) FROM public.proposal_terms p WHERE right(proposal_id::text, 12) = '766f6c756d65'
	UNION ALL SELECT to_jsonb(p) - 'thread' - 'from_id' - 'to_id' - 'content' FROM public.messages p WHERE right(id::text, 12) = '766f6c756d65' AND NOT automatic) AS rows`

func (b *bundle) contents() (digest string) {
	b.Helper()
	if err := b.db.Owner.QueryRow(b.Context(), contents).Scan(&digest); err != nil {
		b.Fatal(err)
	}
	return digest
}

// resting counts the disabled triggers of the market's tables.
const resting = `
	SELECT count(*) FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
	WHERE t.tgenabled = 'D' AND c.relnamespace IN ('public'::regnamespace, 'private'::regnamespace)`

// However often a load is interrupted, the result is that of one uninterrupted load, with each row
// once.
func TestAnInterruptedVolumeIsGoneOnWith(t *testing.T) {
	b, peaceful := setup(t), &bundle{t, dbtest.Open(t)}
	b.loadCast()
	peaceful.loadCast()
	at := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	if err := peaceful.interrupted(several, at, -1); err != nil {
		t.Fatal(err)
	}
	cuts := 0
	for b.interrupted(several, at.Add(time.Duration(cuts)*time.Hour), 3) != nil {
		cuts++
		if open := b.count(resting); open != 0 {
			t.Fatalf("%d triggers rest after cut %d", open, cuts)
		}
		if _, _, err := volume.Load(t.Context(), b.db.OwnerURL, small, at, func(string, int, int) {}); !errors.As(err, new(*volume.OtherVolumeError)) {
			t.Fatalf("another size is answered %v", err)
		}
	}
	if cuts < 3 {
		t.Errorf("it was cut off %d times", cuts)
	}
	if b.contents() != peaceful.contents() {
		t.Error("the rows differ from those of one load in peace")
	}
	if present, loaded := b.load(several); loaded || present != several {
		t.Errorf("again: %+v, %t", present, loaded)
	}
}

// What is stored without the triggers of projects must equal what they compute row by row.
func TestProjectsAreAsTheirTriggersWouldStoreThem(t *testing.T) {
	b := setup(t)
	b.loadCast()
	b.load(small)
	for _, statement := range []string{
		`CREATE TABLE stored AS TABLE public.projects`,
		`CREATE TABLE owned AS TABLE public.project_owners`,
		`CREATE TABLE revised AS TABLE public.project_revisions`,
		`CREATE TABLE answered AS TABLE public.proposals`,
		`CREATE TABLE termed AS TABLE public.proposal_terms`,
		`CREATE TABLE counted AS SELECT id, proposals_sent FROM public.profiles`,
		`CREATE TABLE volume AS SELECT p.*, o.company_id AS owner FROM public.projects p JOIN public.project_owners o ON o.project_id = p.id WHERE right(p.id::text, 12) = '766f6c756d65'`,
		`DELETE FROM public.proposals p USING volume v WHERE p.project_id = v.id`,
		`DELETE FROM public.projects p USING volume v WHERE p.id = v.id`,
		`INSERT INTO public.projects (id, number, company_id, title, description, experience_level, budget, budget_min_cents, budget_max_cents,
		                              deadline, skills, technologies, is_confidential, status, created_at, updated_at, city, state, work_mode)
		 OVERRIDING SYSTEM VALUE
		 SELECT id, number, owner, title, description, experience_level, budget, budget_min_cents, budget_max_cents,
		        deadline, skills, technologies, is_confidential, 'open', created_at, updated_at, city, state, work_mode FROM volume`,
		`INSERT INTO public.proposals (id, project_id, professional_id, value, cover_letter, status, valid_until, created_at, updated_at)
		 SELECT a.id, a.project_id, a.professional_id, a.value, a.cover_letter, 'pending', a.valid_until, a.created_at, a.updated_at
		 FROM answered a JOIN volume v ON v.id = a.project_id WHERE a.status <> 'withdrawn'`,
	} {
		if _, err := b.db.Owner.Exec(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	for what, differ := range map[string]string{
		"projects":  `(SELECT to_jsonb(p) - 'status' FROM public.projects p EXCEPT SELECT to_jsonb(s) - 'status' FROM stored s)`,
		"proposals": `(SELECT to_jsonb(p) FROM public.proposals p EXCEPT SELECT to_jsonb(a) FROM answered a)`,
		"terms":     `(SELECT to_jsonb(p) FROM public.proposal_terms p EXCEPT SELECT to_jsonb(t) FROM termed t)`,
		"counts":    `(SELECT id, proposals_sent FROM public.profiles EXCEPT TABLE counted)`,
		"owners":    `(TABLE public.project_owners EXCEPT TABLE owned)`,
		"revisions": `(SELECT to_jsonb(p) - 'created_at' FROM public.project_revisions p EXCEPT SELECT to_jsonb(r) - 'created_at' FROM revised r)`,
	} {
		if found := b.count(`SELECT count(*) FROM ` + differ + ` AS d`); found != 0 {
			t.Errorf("%d %s differ", found, what)
		}
	}
	if b.count(`SELECT count(*) FROM volume`) != small.Projects {
		t.Error("not every project was compared")
	}
}

// What is computed for all rows at once must equal what the triggers compute row by row.
func TestConversationsAreAsTheTriggerFilesThem(t *testing.T) {
	b := setup(t)
	b.loadCast()
	b.load(small)
	for _, statement := range []string{
		`CREATE TABLE settled AS TABLE public.conversations`,
		`CREATE TABLE written AS TABLE public.messages`,
		`DELETE FROM public.conversations`,
		`DELETE FROM public.messages`,
		`INSERT INTO public.messages (id, from_id, to_id, content, automatic, sender_visible, timestamp)
		 SELECT id, from_id, to_id, content, automatic, sender_visible, timestamp FROM written ORDER BY timestamp, id`,
		`UPDATE public.messages m SET read = true FROM written w WHERE w.id = m.id AND w.read`,
	} {
		if _, err := b.db.Owner.Exec(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	differ := b.count(`SELECT count(*) FROM (
		(TABLE settled EXCEPT TABLE public.conversations) UNION ALL (TABLE public.conversations EXCEPT TABLE settled)) AS d`)
	if differ != 0 || b.count(`SELECT count(*) FROM settled`) == 0 {
		t.Errorf("%d conversations differ", differ)
	}
}

func TestASizeOutOfItsBoundsIsRefused(t *testing.T) {
	t.Parallel()
	for _, size := range []volume.Size{{Projects: -1}, {Messages: volume.SizeMax + 1}} {
		if err := size.Validate(); err == nil {
			t.Errorf("%+v was accepted", size)
		}
	}
}
