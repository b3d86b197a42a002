package app_test

import (
	"context"
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

// pair returns Marina and Serra Azul, who have a contract.
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

// erase calls DELETE /auth/v1/admin/users/{user}.
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

// signUp returns the code with which a registration is answered, and rolls it back.
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

func TestDeletingAnAccountRemovesItsNames(t *testing.T) {
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

func TestDeletingAnAccountMayEndItsContracts(t *testing.T) {
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

func TestDeletingDuringADecisionLeavesNothingHalf(t *testing.T) {
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
