package app_test

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/app"
	"automacao/internal/market/deal/contract"
	"automacao/internal/market/deal/proposal"
	"automacao/internal/market/markettest"
	"automacao/internal/market/people/account"
	"automacao/internal/market/people/message"
	"automacao/verify/apptest"
)

// pair is Marina and Serra Azul, who agreed on a project.
func (h house) pair() (marina, serra uuid.UUID, about contract.Reference) {
	h.t.Helper()
	marina, serra = h.register("professional", "Marina Alves", "900.000.011-47"), h.register("company", "Serra Azul", "DE.MO0.001/0001-07")
	agreed, err := markettest.Call(h.Stage, serra, proposal.Accept, proposal.Acceptance{ProposalID: h.Proposal(h.Project(serra, "Retrofit"), marina)})
	if err != nil {
		h.t.Fatal(err)
	}
	return marina, serra, contract.Reference{ContractID: agreed.ContractID}
}

func (h house) admin() (id uuid.UUID) {
	h.t.Helper()
	err := pgx.BeginFunc(h.t.Context(), h.Pool, func(tx pgx.Tx) (err error) {
		id, err = app.NewMembers(h.auth).CreateAdmin(h.t.Context(), tx, "admin@exemplo.com.br", apptest.Password, "Administração")
		return err
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return id
}

func (h house) leave(who uuid.UUID, endsContracts bool) string {
	_, err := markettest.Call(h.Stage, who, account.Delete(h.door), account.Farewell{Password: apptest.Password, EndContracts: endsContracts})
	return markettest.Code(err)
}

// erase is DELETE /auth/v1/admin/users/{user}.
func (h house) erase(who uuid.UUID) (status int, body string) {
	h.t.Helper()
	key, err := h.keys.Sign(jwt.MapClaims{"role": "service_role", "exp": time.Now().Add(time.Hour).Unix()})
	if err != nil {
		h.t.Fatal(err)
	}
	request := httptest.NewRequestWithContext(h.t.Context(), "DELETE", "/admin/users/"+who.String(), strings.NewReader("{}"))
	request.Header.Set("Authorization", "Bearer "+key)
	recorder := httptest.NewRecorder()
	h.auth.ServeHTTP(recorder, request)
	return recorder.Code, recorder.Body.String()
}

// signUp answers as a registration does, and leaves nothing behind.
func (h house) signUp(email, role, document string) string {
	err := pgx.BeginFunc(h.t.Context(), h.Pool, func(tx pgx.Tx) error {
		_, err := app.NewMembers(h.auth).CreateMember(h.t.Context(), tx, email, apptest.Password, map[string]any{
			"name": "Alguém", "role": role, "document": document, "terms": true,
		})
		if err == nil {
			return tx.Rollback(h.t.Context())
		}
		return err
	})
	if strings.Contains(markettest.Code(err), "closed") {
		return ""
	}
	return markettest.Code(err)
}

func TestNamesLeaveWithTheirOwner(t *testing.T) {
	t.Parallel()
	h := open(t)
	marina, serra := h.register("professional", "Marina Alves", "900.000.011-47"), h.register("company", "Serra Azul", "DE.MO0.001/0001-07")
	write := func(ctx context.Context, tx pgx.Tx, text string) (struct{}, error) {
		err := message.Post(ctx, tx, message.Draft{From: marina, To: serra, Content: text})
		if err != nil {
			return struct{}{}, err
		}
		return struct{}{}, message.SendAutomatic(ctx, tx, message.Automatic{FromParty: marina, ToParty: serra, Content: "Proposta de Marina Alves.", Names: marina})
	}
	if _, err := markettest.Call(h.Stage, marina, write, "Bom dia, aqui é Marina Alves"); err != nil {
		t.Fatal(err)
	}
	if code := h.leave(marina, false); code != "" {
		t.Fatal(code)
	}
	for fact, c := range map[string]struct{ query, want string }{
		"AutomaticMessages": {`SELECT content FROM public.messages WHERE automatic AND to_id = $1`, "Proposta de Usuário removido."},
		"Conversations":     {`SELECT last_content FROM public.conversations WHERE owner_id = $1`, "Proposta de Usuário removido."},
		"Notices":           {`SELECT title FROM public.notifications WHERE profile_id = $1`, "Nova mensagem de Usuário removido"},
		"OwnWordsStay":      {`SELECT content FROM public.messages WHERE NOT automatic AND to_id = $1`, "Bom dia, aqui é Marina Alves"},
		"TheNameIsNowhere":  {`SELECT string_agg(actor_name, '') FROM public.messages WHERE to_id = $1`, ""},
	} {
		if got := h.Text(c.query, serra); got != c.want {
			t.Errorf("%s: %q", fact, got)
		}
	}
}

func TestWhoLeavesMayEndHisContracts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name          string
		delivered     bool
		companyLeaves bool
		status, told  string
	}{
		{"AnAgreedOneEnds", false, false, "withdrawn cancelled", "Contrato encerrado: Retrofit"},
		{"ADeliveryIsAcceptedByACompanyThatLeaves", true, true, "completed", "Projeto concluído: Retrofit"},
		{"ADeliveryStaysWithTheCompany", true, false, "delivered", "O profissional deixou a plataforma: Retrofit"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			h := open(t)
			marina, serra, about := h.pair()
			if c.delivered {
				if _, err := markettest.Call(h.Stage, marina, contract.Deliver, contract.Delivery{ContractID: about.ContractID}); err != nil {
					t.Fatal(err)
				}
			}
			leaves, stays := marina, serra
			if c.companyLeaves {
				leaves, stays = serra, marina
			}
			if code := h.leave(leaves, false); code != "has_active_contracts" {
				t.Errorf("without saying so: %q", code)
			}
			if code := h.leave(leaves, true); code != "" {
				t.Fatal(code)
			}
			if got := h.Text(`SELECT status FROM public.contracts WHERE id = $1`, about.ContractID); !strings.Contains(c.status, got) {
				t.Errorf("the contract is %s", got)
			}
			if got := h.Text(`SELECT string_agg(title, ', ') FROM public.notifications WHERE profile_id = $1 AND kind = 'contract'`, stays); !strings.Contains(got, c.told) {
				t.Errorf("the other side reads %q", got)
			}
		})
	}
}

func TestWhoASideWasStaysUnderSeal(t *testing.T) {
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

func TestAnAdministratorsDeletionKeepsTheSameWord(t *testing.T) {
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

func TestWhoWasBlockedDoesNotComeBack(t *testing.T) {
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
		"NotWithTheCPF":             {"outra@exemplo.com.br", "professional", "900.000.011-47", "account_barred"},
		"NotWithTheAddress":         {"MARINA@exemplo.com.br", "professional", "900.000.013-09", "account_barred"},
		"NotWithTheCNPJ":            {"nova@exemplo.com.br", "company", "DE.MO0.001/0001-07", "account_barred"},
		"WhoLeftByHimselfComesBack": {"rafael@exemplo.com.br", "professional", "900.000.012-28", ""},
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

func TestWhoeverLeavesWhileOthersDecideLeavesNothingHalf(t *testing.T) {
	t.Parallel()
	for range 4 {
		h := open(t)
		marina, serra := h.register("professional", "Marina Alves", "900.000.011-47"), h.register("company", "Serra Azul", "DE.MO0.001/0001-07")
		sent := h.Proposal(h.Project(serra, "Retrofit"), marina)
		codes := make(chan string, 2)
		go func() {
			_, err := markettest.Call(h.Stage, serra, proposal.Accept, proposal.Acceptance{ProposalID: sent})
			codes <- "accept " + markettest.Code(err)
		}()
		go func() { codes <- "leave " + h.leave(marina, true) }()
		answers := []string{<-codes, <-codes}
		slices.Sort(answers)
		isGone := h.Text(`SELECT (removed_at IS NOT NULL)::text FROM public.profiles WHERE id = $1`, marina)
		running := h.Text(`SELECT count(*)::text FROM public.contracts WHERE status IN ('agreed', 'active')`)
		if answers[1] != "leave " || isGone != "true" || running != "0" {
			t.Errorf("answered %q, gone %s, %s contracts run", answers, isGone, running)
		}
	}
}
