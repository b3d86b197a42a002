package payment_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"automacao/internal/institution/psp/simulado"
	"automacao/internal/kernel/fault"
	"automacao/internal/kernel/money"
	"automacao/internal/market/markettest"
	"automacao/internal/market/money/payment"
)

// notices lists the titles and links of Marina's notifications about her account.
func (s *scene) notices() string {
	return s.Text(`SELECT coalesce(string_agg(title || ' > ' || subject_kind, ', ' ORDER BY created_at, id), '') FROM public.notifications WHERE profile_id = $1 AND group_key = 'receiver'`, s.marina)
}

func (s *scene) fundCode() string {
	_, err := call(s, s.serra, s.desk.Fund, payment.Reference{MilestoneID: s.parts[0]})
	return markettest.Code(err)
}

// decide has the institution decide about Marina's account.
func (s *scene) decide(institution *simulado.Server, status, reason string) {
	s.t.Helper()
	s.control(institution, "accounts", `{"document": "52998224725", "status": "`+status+`", "reason": "`+reason+`"}`)
}

// control triggers an action of the institution and processes its events.
func (s *scene) control(institution *simulado.Server, what, body string) {
	s.t.Helper()
	before := s.posts.Load()
	request, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, "http://"+institution.Addr()+"/simulado/"+what, strings.NewReader(body))
	s.must(err)
	request.Header.Set("Authorization", "Bearer "+institution.ControlToken())
	response, err := http.DefaultClient.Do(request)
	s.must(err)
	s.must(response.Body.Close())
	s.await("what the institution tells", func() bool { return s.posts.Load() > before })
	s.work()
}

// TestWhoIsNotApprovedIsTold checks that the payer learns who has to do what, and that the
// professional learns where.
func TestWhoIsNotApprovedIsTold(t *testing.T) {
	t.Parallel()
	s, institution := setupWith(t, simulado.Config{Review: true})
	if got := s.fundCode(); got != "receiver_incomplete" {
		t.Fatalf("without an account: %q", got)
	}
	if got := s.notices(); got != "Um marco espera o seu cadastro > finance" {
		t.Errorf("she was told %q", got)
	}
	holder := payment.Holder{PartyID: s.marina, BirthOn: "1984-05-14", MonthlyIncome: money.Reais(18_000), Phone: "(54) 99999-1234", PostalCode: "95010-000",
		Address: "Rua Os Dezoito do Forte", AddressNumber: "100", District: "Centro"}
	if got := must(s, s.marina, s.desk.OpenReceiver, holder); got.Status != "pending" || got.OnboardingURL == nil {
		t.Errorf("opened: %+v", got)
	}
	s.decide(institution, "AWAITING_APPROVAL", "")
	if got := s.fundCode(); got != "receiver_reviewing" {
		t.Errorf("while it is looked at: %q", got)
	}
	s.decide(institution, "REJECTED", "Selfie ilegível")
	if got := s.fundCode(); got != "receiver_rejected" {
		t.Errorf("refused: %q", got)
	}
	if got := s.Text(`SELECT status || ' ' || reason FROM public.receivers WHERE party_id = $1`, s.marina); got != "rejected Selfie ilegível" {
		t.Errorf("kept is %q", got)
	}
	s.decide(institution, "APPROVED", "")
	if got := s.fundCode(); got != "" {
		t.Errorf("approved: %q", got)
	}
	if got := s.Text(`SELECT coalesce(reason, '') FROM public.receivers WHERE party_id = $1`, s.marina); got != "" {
		t.Errorf("approved and kept is %q", got)
	}
}

// TestAHolderIsRefusedByField checks refusals by the product and by the institution.
func TestAHolderIsRefusedByField(t *testing.T) {
	t.Parallel()
	s, _ := setupWith(t, simulado.Config{})
	for field, holder := range map[string]payment.Holder{
		"birth_on":       {BirthOn: "2020-01-01"},
		"phone":          {Phone: "99999"},
		"postal_code":    {PostalCode: "95010"},
		"company_type":   {CompanyType: "OTHER"},
		"monthly_income": {BirthOn: "1984-05-14", Phone: "54999991234", PostalCode: "95010000", Address: "Rua", AddressNumber: "1", District: "Centro"},
	} {
		holder.PartyID = s.marina
		_, err := call(s, s.marina, s.desk.OpenReceiver, holder)
		refused, ok := errors.AsType[*fault.Error](err)
		if !ok || refused.Code != "receiver_data_wrong" {
			t.Errorf("%s answers %v", field, err)
			continue
		}
		if details, _ := refused.Details.(string); !strings.HasPrefix(details, field+": ") {
			t.Errorf("%s answers %v", field, refused.Details)
		}
	}
	if _, err := call(s, s.serra, s.desk.ReadHolder, payment.PartyReference{PartyID: s.marina}); markettest.Code(err) != "receiver_not_found" {
		t.Errorf("the company reads who she is: %v", err)
	}
	if got := must(s, s.marina, s.desk.ReadHolder, payment.PartyReference{PartyID: s.marina}); got.Document != "52998224725" || got.Name != "Marina Alves" || got.Kind != "" {
		t.Errorf("she reads %+v", got)
	}
}
