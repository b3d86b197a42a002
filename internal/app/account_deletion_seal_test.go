package app_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/deal/contract"
	"automacao/internal/market/markettest"
	"automacao/internal/market/people/account"
)

func TestTheNameOfADeletedPartyIsSealed(t *testing.T) {
	t.Parallel()
	h := open(t)
	admin := h.admin()
	marina, serra, about := h.pair()
	if _, err := markettest.Call(h.Stage, marina, contract.Deliver, contract.Delivery{ContractID: about.ContractID}); err != nil {
		t.Fatal(err)
	}
	printed := run(h, serra, contract.PrintDocument, contract.Reference{ContractID: about.ContractID})
	if code := h.leave(marina, true); code != "" {
		t.Fatal(code)
	}
	if later := run(h, serra, contract.PrintDocument, contract.Reference{ContractID: about.ContractID}); later != printed {
		t.Error("the contract is printed otherwise once a side has left")
	}
	const wanted = "Marina Alves 90000001147 marina@exemplo.com.br"

	read := func(who uuid.UUID) (account.Sealed, string) {
		found, err := markettest.Call(h.Stage, who, account.ReadSealed, account.Unsealing{ContractID: about.ContractID, Reason: "Ofício 12/2026"})
		return found, markettest.Code(err)
	}
	if _, code := read(serra); code != "not_admin" {
		t.Errorf("Serra reads it: %q", code)
	}
	found, code := read(admin)
	if code != "" || len(found.Parties) != 1 || found.Parties[0].LegalName+" "+*found.Parties[0].Document+" "+found.Parties[0].Email != wanted {
		t.Errorf("the administrator reads %+v, %q", found, code)
	}
	_, err := markettest.Call(h.Stage, admin, account.ReadSealed, account.Unsealing{ContractID: about.ContractID, Reason: " "})
	if code := markettest.Code(err); code != "reason_required" {
		t.Errorf("without a reason: %q", code)
	}
	if got := h.Text(`SELECT string_agg(action || ' ' || subject_id || ' ' || (details ->> 'reason'), ', ') FROM public.audit_log WHERE actor_id = $1`, admin); got != "read_sealed "+about.ContractID.String()+" Ofício 12/2026" {
		t.Errorf("recorded is %q", got)
	}

	exported, err := markettest.Call(h.Stage, serra, account.ExportData, account.Nothing{})
	if err != nil {
		t.Fatal(err)
	}
	var counterparts []struct {
		Name     string `json:"legal_name"`
		Document string `json:"document"`
		Email    string `json:"email"`
	}
	if err := json.Unmarshal(exported.Sections["sealed_counterparts"], &counterparts); err != nil || len(counterparts) != 1 ||
		counterparts[0].Name+" "+counterparts[0].Document+" "+counterparts[0].Email != wanted {
		t.Errorf("Serra's export tells %+v, %v", counterparts, err)
	}

	if got := h.Text(`SELECT count(*)::text FROM private.contract_texts WHERE content LIKE '%Quaresma%' OR content LIKE '%Marina%' OR content LIKE '%Contratado%'`); got != "1" {
		t.Errorf("%s texts say whom it bound", got)
	}
	h.Exec(`UPDATE private.sealed_parties SET keep_until = now() - interval '1 second'`)
	if _, code := read(admin); code != "nothing_sealed" {
		t.Errorf("after its time: %q", code)
	}
	forget := func(ctx context.Context, tx pgx.Tx, _ struct{}) (struct{}, error) {
		return struct{}{}, account.ForgetSealed(ctx, tx)
	}
	if _, err := markettest.Call(h.Stage, uuid.Nil, forget, struct{}{}); err != nil {
		t.Fatal(err)
	}
	if got := h.Text(`SELECT (SELECT count(*) FROM private.sealed_parties) || ', ' || (SELECT count(*) FROM private.contract_texts) || ', ' || (SELECT count(*) FROM private.contract_files) || ', ' || (SELECT count(*) FROM private.party_snapshots) || ', ' || (SELECT count(address) FROM public.contract_acceptances)`); got != "0, 0, 0, 0, 0" {
		t.Errorf("seals, texts, files, snapshots and addresses: %s are kept", got)
	}
}

func TestAnAdministratorsDeletionFollowsTheSameRules(t *testing.T) {
	t.Parallel()
	h := open(t)
	admin := h.admin()
	marina, serra, about := h.pair()
	if status, body := h.erase(admin); status != 409 || !strings.Contains(body, "last_admin") {
		t.Errorf("the last administrator: %d %s", status, body)
	}
	if status, body := h.erase(marina); status != 200 {
		t.Fatalf("%d %s", status, body)
	}
	for fact, c := range map[string]struct{ query, want string }{
		"TheProfileHasNoName": {`SELECT name FROM public.profiles WHERE id = $1`, "Usuário removido"},
		"AndNoAccount":        {`SELECT count(*)::text FROM public.accounts WHERE profile_id = $1`, "0"},
		"ItsContractIsSealed": {`SELECT legal_name FROM private.sealed_parties s JOIN public.contracts c ON c.id = s.contract_id WHERE c.professional_id = $1`, "Marina Alves"},
		"AndOver":             {`SELECT (ended_at IS NOT NULL)::text FROM public.contracts WHERE professional_id = $1`, "true"},
	} {
		if got := h.Text(c.query, marina); got != c.want {
			t.Errorf("%s: %q", fact, got)
		}
	}
	if got := h.Text(`SELECT count(*)::text FROM public.notifications WHERE profile_id = $1 AND title LIKE 'Contrato encerrado%'`, serra); got != "1" {
		t.Errorf("Serra is told %s times of %s", got, about.ContractID)
	}
	if status, _ := h.erase(marina); status != 404 {
		t.Errorf("the second time: %d", status)
	}

	eva := h.Colleague(serra, "buyer", "Eva Martins")
	if status, body := h.erase(serra); status != 409 || !strings.Contains(body, "last_owner") {
		t.Errorf("the last owner: %d %s", status, body)
	}
	h.Exec(`UPDATE public.memberships SET role = 'owner' WHERE person_id = $1`, eva)
	if status, body := h.erase(serra); status != 200 {
		t.Errorf("a founder: %d %s", status, body)
	}
	if got := h.Text(`SELECT p.name || ' ' || p.status FROM public.profiles p JOIN public.organisations o ON o.id = p.id WHERE p.id = $1`, serra); got != "Serra Azul active" {
		t.Errorf("the organisation is %q", got)
	}
}

func TestBlockedPeopleCannotSignUpAgain(t *testing.T) {
	t.Parallel()
	h := open(t)
	admin := h.admin()
	marina, serra := h.register("professional", "Marina Alves", "900.000.011-47"), h.register("company", "Serra Azul", "DE.MO0.001/0001-07")
	rafael := h.register("professional", "Rafael Nunes", "900.000.012-28")
	for _, who := range []uuid.UUID{marina, serra} {
		if _, err := markettest.Call(h.Stage, admin, account.Block(h.door), account.User{UserID: who}); err != nil {
			t.Fatal(err)
		}
	}
	for _, who := range []uuid.UUID{marina, serra, rafael} {
		if status, body := h.erase(who); status != 200 {
			t.Fatalf("%d %s", status, body)
		}
	}
	for fact, c := range map[string]struct{ email, role, document, want string }{
		"NotWithTheCPF":               {"outra@exemplo.com.br", "professional", "900.000.011-47", "account_barred"},
		"NotWithTheAddress":           {"MARINA@exemplo.com.br", "professional", "900.000.013-09", "account_barred"},
		"NotWithTheCNPJ":              {"nova@exemplo.com.br", "company", "DE.MO0.001/0001-07", "account_barred"},
		"PeopleWhoLeftMaySignUpAgain": {"rafael@exemplo.com.br", "professional", "900.000.012-28", ""},
	} {
		if got := h.signUp(c.email, c.role, c.document); got != c.want {
			t.Errorf("%s: %q", fact, got)
		}
	}
	if got := h.Text(`SELECT count(*)::text FROM private.barred_documents WHERE encode(digest, 'escape') LIKE '%90000001147%'`); got != "0" {
		t.Error("the document itself is kept")
	}

	lift := account.LiftBar(h.bars)
	if _, err := markettest.Call(h.Stage, rafael, lift, account.BarredValue{Value: "900.000.011-47"}); markettest.Code(err) != "not_admin" {
		t.Errorf("anybody lifts a bar: %v", err)
	}
	for _, want := range []bool{true, false} {
		if got, err := markettest.Call(h.Stage, admin, lift, account.BarredValue{Value: "900.000.011-47"}); err != nil || got.Lifted != want {
			t.Errorf("got %+v, %v", got, err)
		}
	}
	if got := h.signUp("outra@exemplo.com.br", "professional", "900.000.011-47"); got != "" {
		t.Errorf("after the bar is lifted: %q", got)
	}
	if got := h.Text(`SELECT count(*)::text FROM public.audit_log WHERE action = 'lift_bar' AND actor_id = $1`, admin); got != "1" {
		t.Errorf("%s are recorded", got)
	}
}
