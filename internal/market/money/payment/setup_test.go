package payment_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"automacao/internal/institution/psp"
	"automacao/internal/institution/psp/simulado"
	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/seal"
	"automacao/internal/market/deal"
	"automacao/internal/market/deal/proposal"
	"automacao/internal/market/markettest"
	"automacao/internal/market/money/ledger"
	"automacao/internal/market/money/payment"
	"automacao/internal/postgres/dbtest"

	"github.com/jackc/pgx/v5"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

// patience is how long a test waits for something that happens by itself.
const patience = 2 * time.Minute

// scene is a desk at a simulated institution, and a contract of Serra Azul with Marina over two
// milestones.
type scene struct {
	*markettest.Stage
	t             *testing.T
	desk          *payment.Desk
	provider      psp.Provider
	serra, marina uuid.UUID
	admin         uuid.UUID
	contract      uuid.UUID
	parts         []uuid.UUID
	// posts counts the institution's events; drops makes them get lost.
	posts *atomic.Int64
	mu    sync.Mutex
	told  []string
	drops *atomic.Bool
}

const twoParts = `[{"title": "Projeto", "deliverable": "PDF", "value": 900}, {"title": "Montagem", "value": 1100}]`

func setup(t *testing.T) *scene {
	t.Helper()
	s := &scene{Stage: markettest.Open(t), t: t, posts: &atomic.Int64{}, drops: &atomic.Bool{}}
	hook := httptest.NewServer(http.HandlerFunc(s.hook))
	t.Cleanup(hook.Close)
	s.open(t, "simulado:", psp.Options{WebhookURL: hook.URL, Data: t.TempDir()})
	s.people()
	return s
}

// setupApart is setup with an institution whose token is known.
func setupApart(t *testing.T) *scene {
	t.Helper()
	s, _ := setupWith(t, simulado.Config{IsLenient: true})
	return s
}

// setupWith is setup with the given institution.
func setupWith(t *testing.T, cfg simulado.Config) (*scene, *simulado.Server) {
	t.Helper()
	s := &scene{Stage: markettest.Open(t), t: t, posts: &atomic.Int64{}, drops: &atomic.Bool{}}
	hook := httptest.NewServer(http.HandlerFunc(s.hook))
	t.Cleanup(hook.Close)
	cfg.Data, cfg.WebhookURL, cfg.WebhookToken, cfg.RetryPause = t.TempDir(), hook.URL, token, time.Millisecond
	institution, err := simulado.Start(cfg, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.must(institution.Close()) })
	s.open(t, "simulado://"+institution.Addr()+"?webhook_token="+token+"&control_token="+institution.ControlToken(), psp.Options{})
	s.people()
	return s, institution
}

func (s *scene) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s *scene) open(t *testing.T, url string, options psp.Options) {
	t.Helper()
	sealer, err := seal.Load("", filepath.Join(t.TempDir(), "seal.json"))
	if err != nil {
		t.Fatal(err)
	}
	if s.provider, err = psp.Open(url, options); err != nil {
		t.Fatal(err)
	}
	s.desk, err = payment.Open(t.Context(), payment.Config{Provider: s.provider, Sealer: sealer, Pool: s.Pool, Log: slog.New(slog.DiscardHandler), IsDemo: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.desk.Close(); err != nil {
			t.Error(err)
		}
	})
}

// people creates the people with their documents, and an agreed contract.
func (s *scene) people() {
	s.t.Helper()
	s.Exec(`UPDATE private.settings SET value = 'guarantee' WHERE name = 'settlement'`)
	s.serra, s.marina, s.admin = s.Member("company", "Serra Azul"), s.Member("professional", "Marina Alves"), s.Member("admin", "Administração")
	s.Exec(`UPDATE public.accounts SET document = '11222333000181' WHERE profile_id = $1`, s.serra)
	s.Exec(`UPDATE public.accounts SET document = '52998224725' WHERE profile_id = $1`, s.marina)
	s.contract, s.parts = s.agree(s.marina, 2000, twoParts)
}

// agree makes a contract over milestones.
func (s *scene) agree(professional uuid.UUID, value int, milestones string) (contract uuid.UUID, parts []uuid.UUID) {
	s.t.Helper()
	project := s.Project(s.serra, "Retrofit")
	sent := s.ID(`INSERT INTO public.proposals (project_id, professional_id, value, cover_letter, milestones) VALUES ($1, $2, $3, 'Posso', $4) RETURNING id`, project, professional, value, milestones)
	agreed, err := markettest.Call(s.Stage, s.serra, proposal.Accept, proposal.Acceptance{ProposalID: sent})
	if err != nil {
		s.t.Fatal(err)
	}
	rows, err := s.Pool.Query(s.t.Context(), `SELECT id FROM public.milestones WHERE contract_id = $1 ORDER BY position`, agreed.ContractID)
	if err == nil {
		parts, err = pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	}
	if err != nil {
		s.t.Fatal(err)
	}
	return agreed.ContractID, parts
}

// call runs a workflow as a person, with the desk's settler.
func call[In, Out any](s *scene, who uuid.UUID, workflow markettest.Workflow[In, Out], in In) (out Out, err error) {
	ctx := caller.NewContext(deal.WithSettler(s.Watch(context.Background()), s.desk.Settle), caller.Caller{Role: "authenticated", UserID: who})
	err = pgx.BeginFunc(ctx, s.Pool, func(tx pgx.Tx) error {
		out, err = workflow(ctx, tx, in)
		return err
	})
	return out, err
}

func must[In, Out any](s *scene, who uuid.UUID, workflow markettest.Workflow[In, Out], in In) Out {
	s.t.Helper()
	out, err := call(s, who, workflow, in)
	if err != nil {
		s.t.Fatalf("refused: %v", err)
	}
	return out
}

func (s *scene) fund(part uuid.UUID) payment.Funding {
	s.t.Helper()
	return must(s, s.serra, s.desk.Fund, payment.Reference{MilestoneID: part})
}

// hook receives the institution's events. It records the charges that they are about. It ignores
// creations, which arrive late on a busy machine.
func (s *scene) hook(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		s.t.Error(err)
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	if !s.drops.Load() {
		s.desk.Webhook(w, r)
	}
	if !bytes.Contains(body, []byte("PAYMENT_CREATED")) {
		s.mu.Lock()
		s.told = append(s.told, string(body))
		s.mu.Unlock()
	}
	s.posts.Add(1)
}

// toldOf counts the institution's events about a charge.
func (s *scene) toldOf(txid string) (count int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, body := range s.told {
		count += strings.Count(body, txid)
	}
	return count
}

// cause makes something happen at the institution that the product cannot cause, and waits for its
// event.
func (s *scene) cause(txid, event string) {
	s.t.Helper()
	before := s.toldOf(txid)
	if err := s.provider.(psp.Simulator).Cause(s.t.Context(), txid, event); err != nil {
		s.t.Fatal(err)
	}
	s.await("the event", func() bool { return s.toldOf(txid) > before })
	s.work()
}

func (s *scene) work() {
	s.t.Helper()
	if err := s.desk.Work(s.Watch(s.t.Context())); err != nil {
		s.t.Fatal(err)
	}
}

// paid funds a milestone, so that its money is held.
func (s *scene) paid(part uuid.UUID) payment.Funding {
	s.t.Helper()
	f := s.fund(part)
	s.cause(f.TxID, "paid")
	return f
}

func (s *scene) await(what string, isSo func() bool) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), patience)
	defer cancel()
	for !isSo() {
		if _, err := s.Pool.Exec(ctx, `SELECT`); err != nil {
			s.t.Fatalf("%s does not come: %v", what, err)
		}
	}
}

// stands returns the states of the milestones and of their charges.
func (s *scene) stands() string {
	return s.Text(`
		SELECT concat_ws(' | ', (SELECT string_agg(status || ' ' || held_cents, ', ' ORDER BY position) FROM public.milestones WHERE contract_id = $1),
		                 (SELECT string_agg(status, ', ' ORDER BY created_at, id) FROM public.charges WHERE contract_id = $1))`, s.contract)
}

func (s *scene) expect(want string) {
	s.t.Helper()
	if got := s.stands(); got != want {
		s.t.Errorf("it stands at %q, want %q", got, want)
	}
}

// balances returns the ledger's balances in centavos.
func (s *scene) balances() string {
	return s.Text(`SELECT string_agg(split_part(account, ':', 1) || CASE WHEN account LIKE 'outside:%' THEN ':' || split_part(account, ':', 2) ELSE '' END || ' ' || balance_cents, ', ' ORDER BY account) FROM (
		SELECT regexp_replace(account, ':[0-9a-f-]{36}$', '') AS account, sum(balance_cents) AS balance_cents FROM private.ledger_balances GROUP BY 1) b WHERE balance_cents <> 0`)
}

func (s *scene) ledgerHas(want string) {
	s.t.Helper()
	if got := s.balances(); got != want {
		s.t.Errorf("the ledger has %q, want %q", got, want)
	}
	s.verify()
}

func (s *scene) verify() {
	s.t.Helper()
	err := pgx.BeginFunc(s.t.Context(), s.Pool, func(tx pgx.Tx) error {
		found, err := ledger.Verify(s.t.Context(), tx)
		if err == nil && (!found.Balanced || !found.Chained) {
			err = fmt.Errorf("the ledger is wrong: %+v", found)
		}
		return err
	})
	if err != nil {
		s.t.Error(err)
	}
}

// differences returns the kinds of the open differences.
func (s *scene) differences() string {
	return s.Text(`SELECT string_agg(kind, ', ' ORDER BY kind) FROM public.reconciliation_differences WHERE resolved_at IS NULL`)
}

// orders returns the orders and their states. They are sorted by kind, because two orders of one
// transaction have no order of their own.
func (s *scene) orders() string {
	return s.Text(`SELECT string_agg(kind || ' ' || state, ', ' ORDER BY kind) FROM private.provider_orders`)
}
