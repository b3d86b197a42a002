package app_test

import (
	"encoding/json"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/app"
	"automacao/internal/market/deal/contract"
	"automacao/internal/market/deal/proposal"
	"automacao/internal/market/markettest"
	"automacao/internal/market/people/account"
	"automacao/internal/market/people/barred"
	"automacao/internal/wire/auth"
	"automacao/internal/wire/token"
	"automacao/verify/apptest"
)

// house is a market whose members have passwords.
type house struct {
	*markettest.Stage
	t    *testing.T
	auth *auth.Server
	door app.Doorkeeper
	bars barred.List
	keys *token.Keys
}

func open(t *testing.T) house {
	t.Helper()
	keys, err := token.FromSecret(strings.Repeat("s", 32))
	if err != nil {
		t.Fatal(err)
	}
	stage := markettest.Open(t)
	server := auth.New(stage.Pool, keys, app.AuthConfig(apptest.Config()), slog.New(slog.DiscardHandler))
	t.Cleanup(server.Close)
	return house{stage, t, server, app.NewDoorkeeper(server), app.Barred(apptest.Config()), keys}
}

func (h house) register(role, name, document string) uuid.UUID {
	h.t.Helper()
	var id uuid.UUID
	err := pgx.BeginFunc(h.t.Context(), h.Pool, func(tx pgx.Tx) (err error) {
		id, err = app.NewMembers(h.auth).CreateMember(h.t.Context(), tx, emailOf(name), apptest.Password, map[string]any{
			"name": name, "role": role, "document": document, "terms": true,
		})
		return err
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return id
}

func emailOf(name string) string {
	return strings.ToLower(strings.Fields(name)[0]) + "@exemplo.com.br"
}

func TestLeaving(t *testing.T) {
	t.Parallel()
	h := open(t)
	marina, serra := h.register("professional", "Marina Alves", "900.000.011-47"), h.register("company", "Serra Azul", "DE.MO0.001/0001-07")
	project := h.Project(serra, "Retrofit")
	sent := h.Proposal(project, marina)
	h.Exec(`INSERT INTO public.messages (from_id, to_id, content) VALUES ($1, $2, 'Bom dia'), ($2, $1, 'Olá')`, marina, serra)
	h.Exec(`INSERT INTO public.portfolio_projects (profile_id, title, description, role) VALUES ($1, 'Envase', 'Linha', 'CLP')`, marina)
	h.Exec(`INSERT INTO storage.objects (bucket_id, name, owner, version, size_bytes, metadata) VALUES ('public-uploads', 'avatars/' || $1::uuid || '-1', $1, gen_random_uuid(), 1, '{}')`, marina)

	leave := account.Delete(h.door)
	for attempt, want := range map[string]string{"": "wrong_password", "not-mine": "wrong_password", strings.Repeat("x", 5000): "wrong_password"} {
		_, err := markettest.Call(h.Stage, marina, leave, account.Farewell{Password: attempt})
		if code := markettest.Code(err); code != want {
			t.Errorf("%.10q: %q", attempt, code)
		}
	}
	agreed, err := markettest.Call(h.Stage, serra, proposal.Accept, proposal.Acceptance{ProposalID: sent})
	if err != nil {
		t.Fatal(err)
	}
	_, err = markettest.Call(h.Stage, marina, leave, account.Farewell{Password: apptest.Password})
	if code := markettest.Code(err); code != "has_active_contracts" {
		t.Errorf("with a running contract: %q", code)
	}
	about := contract.Reference{ContractID: agreed.ContractID}
	if _, err := markettest.Call(h.Stage, marina, contract.Deliver, contract.Delivery{ContractID: about.ContractID}); err != nil {
		t.Fatal(err)
	}
	if _, err := markettest.Call(h.Stage, serra, contract.Complete, about); err != nil {
		t.Fatal(err)
	}
	if _, err := markettest.Call(h.Stage, marina, leave, account.Farewell{Password: apptest.Password}); err != nil {
		t.Fatal(err)
	}
	for fact, c := range map[string]struct{ query, want string }{
		"TheProfileHasNoName":          {`SELECT name || ' ' || status || ' ' || (removed_at IS NOT NULL) FROM public.profiles WHERE id = $1`, "Usuário removido blocked true"},
		"NothingPrivateIsLeft":         {`SELECT count(*)::text FROM public.accounts WHERE profile_id = $1`, "0"},
		"ThePortfolioIsGone":           {`SELECT count(*)::text FROM public.portfolio_projects WHERE profile_id = $1`, "0"},
		"FilesAreGone":                 {`SELECT count(*)::text FROM storage.objects WHERE name LIKE 'avatars/' || $1::uuid || '%'`, "0"},
		"SessionsAreGone":              {`SELECT count(*)::text FROM auth.sessions WHERE user_id = $1`, "0"},
		"ThePartnerKeepsTheMessages":   {`SELECT count(*)::text FROM public.messages WHERE $1 IN (from_id, to_id) AND NOT automatic`, "2"},
		"ThePartnerKeepsTheTalk":       {`SELECT count(*)::text FROM public.conversations WHERE partner_id = $1`, "1"},
		"TheContractStands":            {`SELECT count(*)::text FROM public.contracts WHERE professional_id = $1`, "1"},
		"TheAddressIsNotKeptAnywhere":  {`SELECT count(*)::text FROM auth.users WHERE id = $1 AND email IS NOT NULL`, "0"},
		"TheOwnConversationsListIsOff": {`SELECT count(*)::text FROM public.conversations WHERE owner_id = $1`, "0"},
	} {
		if got := h.Text(c.query, marina); got != c.want {
			t.Errorf("%s: %s", fact, got)
		}
	}
	if again := h.register("professional", "Marina Alves", "900.000.011-47"); again == marina {
		t.Error("the address is not free again")
	}
}

func TestTheLastAdministratorStays(t *testing.T) {
	t.Parallel()
	h := open(t)
	var admin uuid.UUID
	err := pgx.BeginFunc(t.Context(), h.Pool, func(tx pgx.Tx) (err error) {
		admin, err = app.NewMembers(h.auth).CreateAdmin(t.Context(), tx, "admin@exemplo.com.br", apptest.Password, "Administração")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	_, err = markettest.Call(h.Stage, admin, account.Delete(h.door), account.Farewell{Password: apptest.Password})
	if code := markettest.Code(err); code != "last_admin" {
		t.Errorf("got %q", code)
	}
}

func TestAnExportHoldsOnesOwnDataOnly(t *testing.T) {
	t.Parallel()
	h := open(t)
	marina, serra := h.register("professional", "Marina Alves", "900.000.011-47"), h.register("company", "Serra Azul", "DE.MO0.001/0001-07")
	rafael := h.register("professional", "Rafael Nunes", "900.000.012-28")
	project := h.Project(serra, "Retrofit")
	h.Proposal(project, marina)
	h.Proposal(project, rafael)
	h.Exec(`INSERT INTO public.messages (from_id, to_id, content) VALUES ($1, $2, 'Bom dia, Marina'), ($1, $3, 'Bom dia, Rafael')`, serra, marina, rafael)
	got, err := markettest.Call(h.Stage, marina, account.ExportData, account.Nothing{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	for _, own := range []string{"marina@exemplo.com.br", "90000001147", "Bom dia, Marina", "48500"} {
		if !strings.Contains(string(text), own) {
			t.Errorf("%s is missing", own)
		}
	}
	for _, foreign := range []string{"rafael", "Rafael", "DEMO0001000107", "password", "token"} {
		if strings.Contains(string(text), foreign) {
			t.Errorf("%s is told", foreign)
		}
	}
	var proposals []any
	if err := json.Unmarshal(got.Sections["proposals"], &proposals); err != nil || len(proposals) != 1 || len(got.Truncated) != 0 {
		t.Errorf("there are %d proposals, %v, %v", len(proposals), got.Truncated, err)
	}
}

func TestAdministratorsDeletedAtOnceLeaveOne(t *testing.T) {
	t.Parallel()
	h := open(t)
	admins := [2]uuid.UUID{}
	for i, name := range []string{"primeira", "segunda"} {
		err := pgx.BeginFunc(t.Context(), h.Pool, func(tx pgx.Tx) (err error) {
			admins[i], err = app.NewMembers(h.auth).CreateAdmin(t.Context(), tx, name+"@exemplo.com.br", apptest.Password, name)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	var leaving sync.WaitGroup
	for _, admin := range admins {
		leaving.Go(func() {
			_, err := markettest.Call(h.Stage, admin, account.Delete(h.door), account.Farewell{Password: apptest.Password})
			if code := markettest.Code(err); code != "" && code != "last_admin" {
				t.Errorf("got %q", code)
			}
		})
	}
	leaving.Wait()
	if left := h.Text(`SELECT count(*)::text FROM public.profiles WHERE role = 'admin' AND status = 'active'`); left != "1" {
		t.Errorf("%s are left", left)
	}
}
