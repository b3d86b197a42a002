package acceptance

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/app"
	"automacao/internal/postgres/cluster"
	"automacao/verify/apptest"
)

// row says how a call answers each viewer: a status, and the code of a refusal.
type row struct {
	call string
	// in is the smallest input that makes sense.
	in func(c *cast) map[string]any
	// buyers are the answers to Serra's people and sellers those to Marina's, by their position.
	buyers, sellers [5]string
	// others are the answers to Rafael, Vale and the administrator.
	others string
	// besides are the answers to single viewers that differ.
	besides map[string]string
}

// Refusals that do not depend on the call.
const (
	sessionGone = "401 session_not_found"
	banned      = "401 user_banned"
	notForAnon  = "403 42501"
	lacks       = "403 right_missing"
	done        = "200"
)

func (r row) answer(viewer string) string {
	if told, is := r.besides[viewer]; is {
		return told
	}
	party, position, _ := strings.Cut(viewer, " ")
	switch place := slices.Index(positions[:], position); {
	case position == "ended":
		return sessionGone
	case position == "blocked":
		return banned
	case viewer == "visitor", viewer == "service":
		return notForAnon
	case party == "serra":
		return r.buyers[place]
	case party == "marina":
		return r.sellers[place]
	}
	return r.others
}

func (c *cast) calls(viewer, call string, in map[string]any) answer {
	c.T.Helper()
	return c.Ask(request{Method: "POST", Path: "/rest/v1/rpc/" + call, Token: c.tokens[viewer], Body: in})
}

// everyCall is the table of all calls.
func everyCall() []row {
	return slices.Concat(dealCalls, teamCalls, correctionCalls, moneyCalls, accountCalls, readCalls)
}

func TestCalls(t *testing.T) {
	t.Parallel()
	b := setup(t)
	t.Run("EveryCallHasARow", func(t *testing.T) { b.in(t).everyCallHasItsRow() })
	t.Run("RefusalsChangeNothing", func(t *testing.T) { b.in(t).refusalsChangeNothing() })
	t.Run("WhoMayDoes", func(t *testing.T) { b.in(t).whoMayDoes() })
}

// everyCallHasItsRow checks that the table has every function, whether it is registered in Go or
// exposed by the schema.
func (b *bundle) everyCallHasItsRow() {
	t := b.T
	rows, err := b.DB.Owner.Query(t.Context(), `
		SELECT DISTINCT p.proname::text FROM pg_proc p JOIN pg_roles r ON r.rolname IN ('anon', 'authenticated')
		WHERE p.pronamespace = 'public'::regnamespace AND p.prorettype <> 'trigger'::regtype AND has_function_privilege(r.oid, p.oid, 'EXECUTE')`)
	if err != nil {
		t.Fatal(err)
	}
	callable, err := collect(rows)
	if err != nil {
		t.Fatal(err)
	}
	for _, function := range b.App.Functions() {
		callable = append(callable, function.Name)
	}
	var tabled []string
	for _, row := range everyCall() {
		tabled = append(tabled, row.call)
	}
	slices.Sort(callable)
	slices.Sort(tabled)
	for _, name := range callable {
		if !slices.Contains(tabled, name) {
			t.Errorf("%s has no row: say in everyCall who may call it, and what everybody else is answered", name)
		}
	}
	for i, name := range tabled {
		if !slices.Contains(callable, name) || i > 0 && tabled[i-1] == name {
			t.Errorf("the row of %s is of no call, or there are two", name)
		}
	}
}

// refusalsChangeNothing checks that a refused call changes nothing, and does not tell whether the
// named row exists.
func (b *bundle) refusalsChangeNothing() {
	t := b.T
	type question struct {
		row    row
		cast   *cast
		viewer string
		in     map[string]any
	}
	var asked []question
	for _, row := range everyCall() {
		c := newCast(b)
		in := row.in(c)
		for _, viewer := range viewers {
			if row.answer(viewer) >= "4" {
				asked = append(asked, question{row, c, viewer, in})
			}
		}
	}
	before := b.contents()
	t.Run("Asked", func(t *testing.T) {
		for _, q := range asked {
			t.Run(q.row.call+"/"+q.viewer, func(t *testing.T) {
				t.Parallel()
				c := q.cast.as(t)
				want, got := q.row.answer(q.viewer), c.calls(q.viewer, q.row.call, q.in)
				if got.Told() != want {
					t.Fatalf("is answered %q, not %q: %s", got.Told(), want, got.Body)
				}
				if !strings.HasPrefix(want, "404") {
					return
				}
				if missing := c.calls(q.viewer, q.row.call, elsewhere(q.in)); missing.Status != got.Status || missing.Body != got.Body {
					t.Errorf("what is not his is answered %s, what is not there %s", got.Body, missing.Body)
				}
			})
		}
	})
	b.unchanged(t, before)
}

// elsewhere names rows that do not exist.
func elsewhere(in map[string]any) map[string]any {
	out := map[string]any{}
	for name, value := range in {
		if out[name] = value; fmt.Sprintf("%T", value) == "uuid.UUID" {
			out[name] = uuid.New()
		}
	}
	return out
}

// whoMayDoes checks that viewers who may make a call succeed. Each call has its own market, and its
// subject is made anew.
func (b *bundle) whoMayDoes() {
	hash := b.passwordHash()
	for _, row := range everyCall() {
		b.T.Run(row.call, func(t *testing.T) {
			t.Parallel()
			c := newCast(b.in(t))
			c.Exec(`UPDATE auth.users SET password_hash = $2 WHERE id = ANY ($1)`, slices.Collect(maps.Values(c.ids)), hash)
			for _, viewer := range viewers {
				want := row.answer(viewer)
				if want >= "4" {
					continue
				}
				if got := c.calls(viewer, row.call, row.in(c)); got.Told() != want {
					t.Errorf("%s is answered %q, not %q: %s", viewer, got.Told(), want, got.Body)
				}
			}
		})
	}
}

// passwordHash is the hash of the password of these tests, because hashing is slow.
func (b *bundle) passwordHash() string {
	b.T.Helper()
	cfg, email := b.Config, uuid.NewString()+"@exemplo.test"
	cfg.DatabaseURL, cfg.LossySettings = b.DB.URL, cluster.DurabilitySettings()
	if err := app.CreateAdmin(b.T.Context(), cfg, slog.New(slog.DiscardHandler), email, apptest.Password, "Administração"); err != nil {
		b.T.Fatal(err)
	}
	return b.Text(`SELECT password_hash FROM auth.users WHERE email = $1`, email)
}

func (c *cast) as(t *testing.T) *cast {
	same := *c
	same.bundle = c.in(t)
	return &same
}

func collect(rows pgx.Rows) ([]string, error) { return pgx.CollectRows(rows, pgx.RowTo[string]) }

const (
	noReceiver = "404 receiver_not_found"
	noPlay     = "409 simulation_off"
	noClock    = "409 clock_real"
)

// moneyCalls are the calls about balances. Everybody is answered about their own, even if it is
// empty.
var moneyCalls = []row{
	everybody("money_balance", nothing),
	byAdmin("verify_ledger", nothing),
	{"fund_milestone", about("milestone_id", (*cast).planned), but(pay, "409 direct_settlement"), but(pay, notYours), noStage, nil},
	{"receiver_approved", about("contract_id", (*cast).agreed), all(done), all(done), noContract, nil},
	{"open_receiver", func(c *cast) map[string]any { return map[string]any{"party_id": c.marina()} }, all(noReceiver), but(pay, "409 no_institution"), noReceiver, nil},
	{"read_holder", func(c *cast) map[string]any { return map[string]any{"party_id": c.marina()} }, all(noReceiver), but(pay, done), noReceiver, nil},
	{"request_payout", func(*cast) map[string]any {
		return map[string]any{"value": 10, "pix_key": "1", "password": apptest.Password}
	},
		all(noReceiver), but(pay, "422 payout_key_not_own"), noReceiver, map[string]string{"rafael": "422 payout_key_not_own"}},
	{"simulate_pix", func(*cast) map[string]any { return map[string]any{"txid": "x", "event": "paid"} }, all(noPlay), all(noPlay), noPlay, nil},
	byAdmin("reconcile_payments", nothing),
	{"pass_time", func(*cast) map[string]any { return map[string]any{"days": 1} }, all(noClock), all(noClock), noClock, nil},
	byAdmin("money_desk", nothing),
	byAdmin("failing_orders", nothing),
	{"handle_difference", func(*cast) map[string]any { return map[string]any{"difference_id": uuid.New(), "reason": reason} },
		all(notAdmin), all(notAdmin), notAdmin, map[string]string{"admin": "404 difference_not_found"}},
	{"retry_order", func(*cast) map[string]any { return map[string]any{"order_id": uuid.New()} },
		all(notAdmin), all(notAdmin), notAdmin, map[string]string{"admin": "404 order_not_found"}},
}

// TestAnAcceptanceIsRepeated repeats a call through the whole server. The contract is made once,
// also if the call comes again under another key, and nobody else gets the stored answer.
func TestAnAcceptanceIsRepeated(t *testing.T) {
	t.Parallel()
	b := setup(t)
	serra, vale, marina := b.Member("company", "Serra Azul"), b.Member("company", "Vale Verde"), b.Member("professional", "Marina Alves")
	proposal := b.Proposal(b.Project(serra, "Retrofit da envasadora"), marina)
	accept := func(token, key string) answer {
		return b.Ask(request{Method: "POST", Path: "/rest/v1/rpc/accept_proposal", Token: token,
			Headers: map[string]string{"Idempotency-Key": key}, Body: map[string]any{"proposal_id": proposal}})
	}
	session := b.Session(serra)
	first, again, another := accept(session, "a"), accept(session, "a"), accept(session, "b")
	if first.Status != 200 || first.Headers.Get("Idempotent-Replayed") != "" {
		t.Fatalf("the first is answered %d %s", first.Status, first.Body)
	}
	if again.Status != first.Status || again.Body != first.Body || again.Headers.Get("Content-Type") != first.Headers.Get("Content-Type") || again.Headers.Get("Idempotent-Replayed") != "true" {
		t.Errorf("the repeat is answered %d %s %v", again.Status, again.Body, again.Headers)
	}
	var made, known struct {
		ID string `json:"contract_id"`
	}
	if json.Unmarshal([]byte(first.Body), &made) != nil || json.Unmarshal([]byte(another.Body), &known) != nil || made.ID == "" || known != made {
		t.Errorf("another click is answered %s, the first %s", another.Body, first.Body)
	}
	if got := accept(b.Session(vale), "a"); got.Status < 400 || got.Headers.Get("Idempotent-Replayed") != "" {
		t.Errorf("another company is answered %d %s", got.Status, got.Body)
	}
	if got := b.Text(`SELECT count(*)::text FROM public.contracts`); got != "1" {
		t.Errorf("there are %s contracts", got)
	}
	b.Exec(`DELETE FROM auth.sessions WHERE user_id = $1`, serra)
	if got := accept(session, "a"); got.Status != 401 {
		t.Errorf("an ended session is answered %d %s", got.Status, got.Body)
	}
	if got := accept("", "a"); got.Code() != "idempotency_needs_session" {
		t.Errorf("a visitor is answered %d %s", got.Status, got.Body)
	}
}
