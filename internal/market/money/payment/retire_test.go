package payment_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/institution/psp/simulado"
	"automacao/internal/kernel/money"
	"automacao/internal/market/markettest"
	"automacao/internal/market/money/payment"
	"automacao/internal/market/people/organisation"
)

// retire does to Marina's account what the correction of her CPF does.
func (s *scene) retire() string {
	s.t.Helper()
	_, err := call(s, s.admin, func(ctx context.Context, tx pgx.Tx, _ struct{}) (struct{}, error) {
		return struct{}{}, payment.RetireReceiver(ctx, tx, s.marina)
	}, struct{}{})
	return markettest.Code(err)
}

// TestAnAccountOfAnotherDocumentIsNotGoneOnWith checks that the account is retired once it is
// empty, and that the next one is opened under the currently registered number.
func TestAnAccountOfAnotherDocumentIsNotGoneOnWith(t *testing.T) {
	t.Parallel()
	s, _ := setupWith(t, simulado.Config{})
	if got := s.retire(); got != "" {
		t.Errorf("without an account: %q", got)
	}
	holder := marinasHolder(s.marina)
	must(s, s.marina, s.desk.OpenReceiver, holder)
	s.Exec(`UPDATE public.accounts SET document = '90000001147' WHERE profile_id = $1`, s.marina)
	if got := s.retire(); got != "" {
		t.Fatal(got)
	}
	if got := s.Text(`SELECT count(*)::text FROM public.receivers`); got != "0" {
		t.Errorf("%s accounts are still said to be open", got)
	}
	// The institution already has her address in the other account.
	if _, err := call(s, s.marina, s.desk.OpenReceiver, holder); markettest.Code(err) != "receiver_data_wrong" {
		t.Errorf("with the address of the other: %v", err)
	}
	s.Exec(`UPDATE public.accounts SET email = 'marina.nova@exemplo.test' WHERE profile_id = $1`, s.marina)
	if got := must(s, s.marina, s.desk.OpenReceiver, holder); got.Status != "approved" {
		t.Errorf("opened anew: %+v", got)
	}
	if got := s.Text(`SELECT count(*) || ' ' || count(DISTINCT account_id) || ' ' || count(retired_at) FROM private.receiver_accounts`); got != "2 2 1" {
		t.Errorf("kept are %s", got)
	}
	s.fund(s.parts[0])
	if got := s.retire(); got != "receiver_has_money" {
		t.Errorf("with a charge to be paid: %q", got)
	}
	if got := s.Text(`SELECT count(retired_at)::text FROM private.receiver_accounts`); got != "1" {
		t.Errorf("%s are retired", got)
	}
}

// TestAFirmIsNotPaidUnderItsFoundersCPF checks that a firm cannot be registered while money is on
// the way to its founder as a person, and that it then opens an account under its CNPJ.
func TestAFirmIsNotPaidUnderItsFoundersCPF(t *testing.T) {
	t.Parallel()
	s, _ := setupWith(t, simulado.Config{})
	must(s, s.marina, s.desk.OpenReceiver, marinasHolder(s.marina))
	found := func() string {
		_, err := call(s, s.marina, organisation.RegisterFirm(payment.BillAsFirm), organisation.Registration{Kind: "mei", LegalName: "Alves Automação", Document: "DE.MO0.002/0001-51"})
		return markettest.Code(err)
	}
	s.fund(s.parts[0])
	if got := found(); got != "receiver_of_cpf_has_money" {
		t.Errorf("with a charge to be paid: %q", got)
	}
	if got := s.Text(`SELECT (SELECT count(*) FROM public.organisations WHERE id = $1) || ' ' || (SELECT count(*) FROM private.receiver_accounts WHERE retired_at IS NULL)`, s.marina); got != "0 1" {
		t.Errorf("refused, it left %s", got)
	}
	s.Exec(`UPDATE public.charges SET status = 'expired'`)
	if got := found(); got != "" {
		t.Fatal(got)
	}
	if got := s.Text(`SELECT (SELECT count(*) FROM public.receivers WHERE party_id = $1) || ' ' || (SELECT count(retired_at) FROM private.receiver_accounts WHERE party_id = $1)`, s.marina); got != "0 1" {
		t.Errorf("as a firm she has %s", got)
	}
	if got := s.Text(`SELECT body FROM public.notifications WHERE profile_id = $1 AND title = 'Refaça o cadastro para receber'`, s.marina); !strings.Contains(got, "era do seu CPF") {
		t.Errorf("she is told %q", got)
	}
	if got := found(); got != "" {
		t.Errorf("the firm's data again: %q", got)
	}
}

func marinasHolder(marina uuid.UUID) payment.Holder {
	return payment.Holder{PartyID: marina, BirthOn: "1984-05-14", MonthlyIncome: money.Reais(18_000), Phone: "(54) 99999-1234", PostalCode: "95010-000",
		Address: "Rua Os Dezoito do Forte", AddressNumber: "100", District: "Centro"}
}
