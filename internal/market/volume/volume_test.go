package volume_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/database/dbtest"
	"automacao/internal/market/account"
	"automacao/internal/market/demo"
	"automacao/internal/market/volume"
	"automacao/internal/taxid"
)

// cast registers the demonstration's members without the cost of a password.
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
	db   *dbtest.Database
	conn *pgx.Conn
}

func setup(t *testing.T) *bundle {
	t.Helper()
	t.Parallel()
	db := dbtest.Open(t)
	conn, err := pgx.Connect(t.Context(), db.OwnerURL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return &bundle{t, db, conn}
}

func (b *bundle) loadCast() {
	b.Helper()
	if _, err := demo.Load(b.Context(), b.db.Pool, cast{}, slog.New(slog.DiscardHandler)); err != nil {
		b.Fatal(err)
	}
}

func (b *bundle) load(size volume.Size) (volume.Size, bool) {
	b.Helper()
	present, loaded, err := volume.Load(b.Context(), b.conn, size, time.Now(), func(string, int, int) {})
	if err != nil {
		b.Fatal(err)
	}
	return present, loaded
}

// count answers a question whose answer is one number.
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

func TestTheVolumeNeedsTheCast(t *testing.T) {
	b := setup(t)
	_, loaded, err := volume.Load(t.Context(), b.conn, small, time.Now(), func(string, int, int) {})
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
		"triggers work again":            `SELECT count(*) FROM pg_trigger WHERE tgenabled = 'D'`,
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

// What is settled for all rows at once must be what the triggers make of the
// same rows one by one.
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
