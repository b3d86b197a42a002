package acceptance

import (
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/markettest"
	"automacao/internal/market/people/account"
	"automacao/internal/postgres"
	"automacao/verify/apptest"
)

// newcomer is a person who signed up with only a name and a role.
type newcomer struct {
	id    uuid.UUID
	token string
}

func (b *bundle) signUp(email string, data map[string]any) newcomer {
	b.T.Helper()
	var got struct {
		AccessToken string `json:"access_token"`
		User        struct {
			ID       uuid.UUID      `json:"id"`
			Metadata map[string]any `json:"user_metadata"`
		} `json:"user"`
	}
	b.Must(request{Method: "POST", Path: "/auth/v1/signup", Body: map[string]any{"email": email, "password": apptest.Password, "data": data}}, &got)
	if got.User.Metadata["name"] != data["name"] || got.User.Metadata["role"] != data["role"] {
		b.T.Errorf("a sign-up with %v is answered %v", data, got.User.Metadata)
	}
	return newcomer{got.User.ID, got.AccessToken}
}

func (b *bundle) complete(who newcomer, in map[string]any) answer {
	b.T.Helper()
	return b.Ask(request{Method: "POST", Path: "/rest/v1/rpc/complete_registration", Token: who.token, Body: in})
}

const marinasCPF = "900.000.011-47"

func TestASignUpOfNameAndRoleOpensNothingElse(t *testing.T) {
	t.Parallel()
	b := setup(t)
	serra := b.Member("company", "Serra Azul")
	project := b.Project(serra, "Retrofit")
	nina := b.signUp("nina@exemplo.com.br", map[string]any{"name": "Nina Prado", "role": "professional", "skills": []any{"Programação de CLP"}})
	rest := func(method, path string, body any) request {
		return request{Method: method, Path: "/rest/v1/" + path, Token: nina.token, Body: body}
	}
	for fact, tried := range map[string]request{
		"SheReadsNobody":         rest("GET", "profiles?select=id", nil),
		"SheReadsNoProject":      rest("GET", "projects?select=id", nil),
		"SheReadsNoOtherAccount": rest("GET", "accounts", nil),
		"SheSearchesNothing":     rest("POST", "rpc/count_skills", map[string]any{"kind": "projects"}),
		"ShePublishesNothing": rest("POST", "projects", map[string]any{"company_id": nina.id, "title": "Linha", "description": "Texto",
			"budget": "R$ 1.000", "deadline": "30 dias", "skills": []string{"iiot"}}),
		"SheProposesNothing":      rest("POST", "proposals", map[string]any{"project_id": project, "professional_id": nina.id, "value": 100, "cover_letter": "Posso"}),
		"SheWritesToNobody":       rest("POST", "messages", map[string]any{"from_id": nina.id, "to_id": serra, "content": "Olá"}),
		"SheWritesToNobodyByCall": rest("POST", "rpc/send_message", map[string]any{"client_id": uuid.New(), "to_id": serra, "content": "Olá"}),
		"SheShowsNoPortfolio":     rest("POST", "portfolio_projects", map[string]any{"profile_id": nina.id, "title": "Linha", "description": "Texto", "role": "CLP"}),
		"SheReportsNobody":        rest("POST", "rpc/report_content", map[string]any{"kind": "profile", "subject_id": serra, "reason": "spam", "details": ""}),
		"SheEditsNoProfile":       rest("PATCH", "profiles?id=eq."+nina.id.String(), map[string]any{"name": "Outra"}),
		"SheMakesHerselfNoAdmin":  rest("PATCH", "registrations?user_id=eq."+nina.id.String(), map[string]any{"role": "admin"}),
		"SheUploadsNothing":       {Method: "POST", Path: "/storage/v1/object/public-uploads/avatars/" + nina.id.String() + "-1", Token: nina.token, Headers: map[string]string{"Content-Type": "image/png"}, Body: []byte("\x89PNG\r\n\x1a\n")},
		"SheListsNoFiles":         {Method: "POST", Path: "/storage/v1/object/list/public-uploads", Token: nina.token, Body: map[string]any{"prefix": ""}},
		"AQueryIsNoWayAround":     rest("GET", "profiles?select=id&name=neq./registrations", nil),
	} {
		got := b.Ask(tried)
		// The storage protocol answers 400, with the status in the body.
		if got.Status != http.StatusForbidden && !strings.Contains(got.Body, `"statusCode":"403"`) || !strings.Contains(got.Body, "registration_incomplete") && !strings.Contains(got.Body, "42501") {
			t.Errorf("%s: %d %s", fact, got.Status, got.Body)
		}
	}
	if got := b.Ask(request{Method: "PUT", Path: "/auth/v1/user", Token: nina.token, Body: map[string]any{"data": map[string]any{"role": "admin"}}}); got.Status != http.StatusOK {
		t.Errorf("a role that a user gives themselves is answered %d %s", got.Status, got.Body)
	}
	b.refusesJoin(nina, "news:"+nina.id.String())
	if got := b.Reads(nina.token, "registrations"); !strings.Contains(got, `"Nina Prado"`) || !strings.Contains(got, `"professional"`) || !strings.Contains(got, "programacao-clp") {
		t.Errorf("she reads of herself %s", got)
	}
	if got := b.Text(`SELECT count(*)::text FROM public.profiles WHERE id = $1`, nina.id); got != "0" {
		t.Errorf("there are %s profiles of hers", got)
	}
}

// refusesJoin asks to follow a topic over the socket's protocol.
func (b *bundle) refusesJoin(who newcomer, topic string) {
	b.T.Helper()
	claims := `{"role":"authenticated","sub":"` + who.id.String() + `"}`
	err := postgres.InTx(b.T.Context(), b.DB.Pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(b.T.Context(), `SELECT set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true), set_config('realtime.topic', $2, true)`, claims, topic)
		if err != nil {
			return err
		}
		_, err = tx.Exec(b.T.Context(), `SELECT private.admit()`)
		return err
	})
	if markettest.Code(err) != "registration_incomplete" {
		b.T.Errorf("the check of live updates says %v", err)
	}
}

func TestASignUpOfAnOddRoleLeavesNothing(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, c := range []struct {
		data map[string]any
		code string
	}{
		{map[string]any{"name": "Nina Prado"}, "unknown_role"},
		{map[string]any{"name": "Nina Prado", "role": "admin"}, "unknown_role"},
		{map[string]any{"name": "Nina Prado", "role": 7}, "unknown_role"},
		{map[string]any{"name": " ", "role": "company"}, "name_required"},
		{map[string]any{"name": strings.Repeat("n", 121), "role": "company"}, "name_too_long"},
		{map[string]any{"name": "Nina Prado", "role": "professional", "skills": []any{"Astrologia"}}, "unknown_skill"},
		{map[string]any{"name": "Nina Prado", "role": "professional", "terms": true}, "document_required"},
		{map[string]any{"name": "Nina Prado", "role": "professional", "document": marinasCPF}, "terms_required"},
	} {
		for _, by := range []request{
			{Method: "POST", Path: "/auth/v1/signup", Body: map[string]any{"email": "nina@exemplo.com.br", "password": apptest.Password, "data": c.data}},
			{Method: "POST", Path: "/auth/v1/admin/users", Token: b.App.Keys().ServiceRoleKey, Body: map[string]any{"email": "nina@exemplo.com.br", "password": apptest.Password, "email_confirm": true, "user_metadata": c.data}},
		} {
			if got := b.Ask(by); got.Status != http.StatusUnprocessableEntity || !strings.Contains(got.Body, c.code) {
				t.Errorf("%s with %v is answered %d %s", by.Path, c.data, got.Status, got.Body)
			}
		}
	}
	if got := b.Text(`SELECT (SELECT count(*) FROM auth.users) || ' ' || (SELECT count(*) FROM public.registrations)`); got != "0 0" {
		t.Errorf("there are users and registrations: %s", got)
	}
}

func TestARegistrationIsCompletedByTheChecksOfASignUp(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.Must(request{Method: "POST", Path: "/auth/v1/signup", Body: map[string]any{"email": "marina@exemplo.com.br", "password": apptest.Password, "data": map[string]any{"name": "Marina Alves", "document": marinasCPF, "terms": true}}}, nil)
	nina := b.signUp("nina@exemplo.com.br", map[string]any{"name": "Nina Prado", "role": "professional"})
	for _, c := range []struct {
		in   map[string]any
		code string
	}{
		{map[string]any{"terms": true}, "document_required"},
		{map[string]any{"document": "900.000.012-28"}, "terms_required"},
		{map[string]any{"document": "111.111.111-11", "terms": true}, "invalid_cpf"},
		{map[string]any{"document": marinasCPF, "terms": true}, "cpf_taken"},
		{map[string]any{"document": "900.000.012-28", "terms": true, "role": "admin"}, "role_chosen"},
		{map[string]any{"document": "900.000.012-28", "terms": true, "role": "company"}, "role_chosen"},
		{map[string]any{"document": "900.000.012-28", "terms": true, "skills": []string{"Astrologia"}}, "unknown_skill"},
		{map[string]any{"document": "900.000.012-28", "terms": true, "invitation": "inventado"}, "invitation"},
	} {
		if got := b.complete(nina, c.in); got.Status < 400 || !strings.Contains(got.Body, c.code) {
			t.Errorf("%v is answered %d %s", c.in, got.Status, got.Body)
		}
	}
	if got := b.Ask(request{Method: "GET", Path: "/rest/v1/profiles", Token: nina.token}); got.Status != http.StatusForbidden {
		t.Errorf("after refusals she reads %d", got.Status)
	}
	var done sync.WaitGroup
	answers := make(chan string, 6)
	for range cap(answers) {
		done.Go(func() {
			answers <- b.complete(nina, map[string]any{"document": "900.000.012-28", "terms": true, "skills": []string{"IIoT / Indústria 4.0"}}).Body
		})
	}
	done.Wait()
	close(answers)
	for got := range answers {
		if !strings.Contains(got, nina.id.String()) || !strings.Contains(got, "professional") {
			t.Errorf("completing at once is answered %s", got)
		}
	}
	const kept = `SELECT p.role || ' ' || p.name || ' ' || p.skills[1] || ' ' || a.document || ' ' || a.terms_version || ' ' || a.email
		FROM public.profiles p JOIN public.accounts a ON a.profile_id = p.id WHERE p.id = $1`
	if got := b.Text(kept, nina.id); got != "professional Nina Prado iiot 90000001228 "+account.TermsVersion+" nina@exemplo.com.br" {
		t.Errorf("she is %s", got)
	}
	if got := b.Reads(nina.token, "profiles?select=name&id=eq."+nina.id.String()); !strings.Contains(got, "Nina Prado") {
		t.Errorf("she reads of herself %s", got)
	}
}

func TestACompanyCompletesItsRegistration(t *testing.T) {
	t.Parallel()
	b := setup(t)
	var made struct {
		ID uuid.UUID `json:"id"`
	}
	b.Must(request{Method: "POST", Path: "/auth/v1/admin/users", Token: b.App.Keys().ServiceRoleKey, Body: map[string]any{
		"email": "vale@exemplo.com.br", "password": apptest.Password, "email_confirm": true, "user_metadata": map[string]any{"name": "Vale Verde", "role": "company"}}}, &made)
	vale := newcomer{made.ID, b.Session(made.ID)}
	if got := b.complete(vale, map[string]any{"document": marinasCPF, "terms": true}); !strings.Contains(got.Body, "invalid_cnpj") {
		t.Errorf("a CPF is answered %d %s", got.Status, got.Body)
	}
	if got := b.complete(vale, map[string]any{"document": "11.222.333/0001-81", "terms": true, "name": "Vale Verde Bebidas"}); got.Status != http.StatusOK {
		t.Fatalf("a CNPJ is answered %d %s", got.Status, got.Body)
	}
	if got := b.Text(`SELECT o.legal_name || ' ' || o.document || ' ' || m.role FROM public.organisations o JOIN public.memberships m ON m.organisation_id = o.id WHERE o.id = $1`, vale.id); got != "Vale Verde Bebidas 11222333000181 owner" {
		t.Errorf("its organisation is %s", got)
	}
	other := b.signUp("outra@exemplo.com.br", map[string]any{"name": "Outra", "role": "company"})
	if got := b.complete(other, map[string]any{"document": "11.222.333/0001-81", "terms": true}); !strings.Contains(got.Body, "document_taken") {
		t.Errorf("another's CNPJ is answered %d %s", got.Status, got.Body)
	}
}

func TestAnUnfinishedRegistrationIsSeenByAdministratorsAndGoes(t *testing.T) {
	t.Parallel()
	b := setup(t)
	admin := b.Session(b.Member("admin", "Administração"))
	stale := b.signUp("nina@exemplo.com.br", map[string]any{"name": "Nina Prado", "role": "professional"})
	fresh := b.signUp("rui@exemplo.com.br", map[string]any{"name": "Rui Costa", "role": "company"})
	leaving := b.signUp("eva@exemplo.com.br", map[string]any{"name": "Eva Martins", "role": "professional"})
	if got := b.Reads(admin, "registrations?select=name,email&order=name"); strings.Count(got, "@exemplo.com.br") != 3 {
		t.Errorf("an administrator sees %s", got)
	}
	var export struct {
		Sections map[string]json.RawMessage `json:"sections"`
	}
	b.Must(request{Method: "POST", Path: "/rest/v1/rpc/export_data", Token: leaving.token, Body: map[string]any{}}, &export)
	if !strings.Contains(string(export.Sections["registration"]), "eva@exemplo.com.br") {
		t.Errorf("she exports %s", export.Sections["registration"])
	}
	b.Must(request{Method: "POST", Path: "/rest/v1/rpc/delete_account", Token: leaving.token, Body: map[string]any{"password": apptest.Password}}, nil)
	b.Exec(`UPDATE public.registrations SET created_at = now() - interval '31 days' WHERE user_id = $1`, stale.id)
	purge := b.Text(`INSERT INTO jobs.river_job (kind, args, max_attempts) VALUES ('purge', '{}', 1) RETURNING id::text`)
	b.Await("what is over is purged", func() bool {
		return b.Text(`SELECT state::text FROM jobs.river_job WHERE id = $1::bigint`, purge) == "completed"
	})
	if got := b.Text(`SELECT string_agg(u.email, ' ') FROM auth.users u WHERE u.deleted_at IS NULL AND u.email LIKE '%exemplo.com.br'`); got != "rui@exemplo.com.br" {
		t.Errorf("left are %s", got)
	}
	if got := b.Ask(request{Method: "GET", Path: "/rest/v1/registrations", Token: stale.token}); got.Status != http.StatusUnauthorized {
		t.Errorf("a forgotten sign-up is answered %d", got.Status)
	}
	if got := b.complete(fresh, map[string]any{"document": "11.222.333/0001-81", "terms": true}); got.Status != http.StatusOK {
		t.Errorf("a kept sign-up is answered %d %s", got.Status, got.Body)
	}
}

// TestDeletingAndCompletingAtOnceDoesOneOfThem deletes and completes a registration at the same time.
// Exactly one happens, and never leaves a profile without a user.
func TestDeletingAndCompletingAtOnceDoesOneOfThem(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for i := range markettest.Times(3, 30) {
		nina := b.signUp(uuid.NewString()+"@exemplo.com.br", map[string]any{"name": "Nina Prado", "role": "professional"})
		var both sync.WaitGroup
		both.Go(func() { b.complete(nina, map[string]any{"document": "900.000.012-28", "terms": true}) })
		both.Go(func() {
			b.Ask(request{Method: "POST", Path: "/rest/v1/rpc/delete_account", Token: nina.token, Body: map[string]any{"password": apptest.Password}})
		})
		both.Wait()
		if got := b.Text(`SELECT count(*)::text FROM public.accounts a JOIN auth.users u ON u.id = a.profile_id WHERE u.deleted_at IS NOT NULL`); got != "0" {
			t.Fatalf("round %d: %s accounts have no user", i, got)
		}
		b.Exec(`UPDATE public.accounts SET document = NULL WHERE profile_id = $1`, nina.id)
	}
}

// TestARoleChosenByAStrangerIsNotKept signs in by a provider that proves the address of an
// unconfirmed account. The password of whoever created that account is removed, and with it the
// role that they chose.
func TestARoleChosenByAStrangerIsNotKept(t *testing.T) {
	t.Parallel()
	b := setup(t)
	nina := b.signUp("nina@exemplo.com.br", map[string]any{"name": "Nina Prado", "role": "company"})
	mine := map[string]any{"role": "professional", "document": marinasCPF, "terms": true}
	if got := b.complete(nina, mine); got.Code() != "role_chosen" {
		t.Errorf("another side is answered %s", got.Body)
	}
	b.Exec(`UPDATE auth.users SET password_hash = NULL WHERE id = $1`, nina.id)
	if got := b.complete(nina, mine); got.Status != http.StatusOK {
		t.Errorf("her own side is answered %s", got.Body)
	}
}
