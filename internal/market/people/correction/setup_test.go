package correction_test

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/markettest"
	"automacao/internal/market/people/barred"
	"automacao/internal/market/people/correction"
	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

const (
	marinasCPF = "90000001147"
	rafaelsCPF = "90000001228"
	rightCPF   = "52998224725"
	serrasCNPJ = "DEMO0001000107"
	valesCNPJ  = "DEMO0002000151"
)

// stage is a market with Marina and Rafael, who work alone, an administrator, and the company
// Serra, of which Eva is an owner beside the founder and Rui a reader.
type stage struct {
	*markettest.Stage
	bars                                   barred.List
	marina, rafael, serra, eva, rui, admin uuid.UUID
}

func setup(t *testing.T) stage {
	t.Helper()
	s := stage{Stage: markettest.Open(t), bars: barred.New([]byte("bars"))}
	s.marina, s.rafael = s.person("Marina Alves", marinasCPF), s.person("Rafael Nunes", rafaelsCPF)
	s.serra = s.Member("company", "Serra Azul")
	s.Exec(`UPDATE public.accounts SET document = $2 WHERE profile_id = $1`, s.serra, serrasCNPJ)
	s.Exec(`INSERT INTO public.organisations (id, role, kind, legal_name, document) VALUES ($1, 'company', 'company', 'Serra Azul', $2)`, s.serra, serrasCNPJ)
	s.Exec(`INSERT INTO public.memberships (organisation_id, person_id, role) VALUES ($1, $1, 'owner')`, s.serra)
	s.eva, s.rui = s.Colleague(s.serra, "owner", "Eva Martins"), s.Colleague(s.serra, "reader", "Rui Costa")
	s.admin = s.Member("admin", "Administração")
	return s
}

func (s stage) person(name, cpf string) uuid.UUID {
	id := s.Member("professional", name)
	s.Exec(`UPDATE public.accounts SET document = $2 WHERE profile_id = $1`, id, cpf)
	return id
}

// firm makes a person's profile a firm.
func (s stage) firm(of uuid.UUID, cnpj string) {
	s.Exec(`INSERT INTO public.organisations (id, role, kind, legal_name, document) VALUES ($1, 'professional', 'pj', 'Alves Automação', $2)`, of, cnpj)
	s.Exec(`INSERT INTO public.memberships (organisation_id, person_id, role) VALUES ($1, $1, 'owner')`, of)
}

func (s stage) request(who, partyID uuid.UUID, kind, number string) (uuid.UUID, string) {
	got, err := markettest.Call(s.Stage, who, correction.Request, correction.Wanted{PartyID: partyID, Kind: kind, Document: number, Reason: "Digitado errado."})
	return got.ID, markettest.Code(err)
}

func (s stage) withdraw(who, id uuid.UUID) string {
	_, err := markettest.Call(s.Stage, who, correction.Withdraw, correction.Reference{CorrectionID: id})
	return markettest.Code(err)
}

func (s stage) decide(who, id uuid.UUID, status, reason string) string {
	_, err := markettest.Call(s.Stage, who, correction.Decide(s.bars), correction.Decision{CorrectionID: id, Status: status, Reason: reason})
	return markettest.Code(err)
}

// bar bars a person's documents, as erasing a blocked person does.
func (s stage) bar(t *testing.T, who uuid.UUID) {
	t.Helper()
	err := pgx.BeginFunc(context.WithoutCancel(t.Context()), s.Pool, func(tx pgx.Tx) error { return s.bars.Add(t.Context(), tx, who) })
	if err != nil {
		t.Fatal(err)
	}
}

// numbers returns the registered documents of a party: the person's and the firm's.
func (s stage) numbers(of uuid.UUID) string {
	return s.Text(`SELECT concat_ws(' ', (SELECT document FROM public.accounts WHERE profile_id = $1), (SELECT document FROM public.organisations WHERE id = $1))`, of)
}

// told returns the titles of a person's notifications.
func (s stage) told(who uuid.UUID) string {
	return s.Text(`SELECT string_agg(title, ' | ' ORDER BY created_at, id) FROM public.notifications WHERE profile_id = $1`, who)
}

// together runs calls concurrently and counts their results.
func together(calls ...func() string) map[string]int {
	told := make(chan string)
	for _, call := range calls {
		go func() { told <- call() }()
	}
	counted := map[string]int{}
	for range calls {
		counted[<-told]++
	}
	return counted
}
