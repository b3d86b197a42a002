package acceptance

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"automacao/internal/app"
)

// measured is a market with low limits.
func measured(t *testing.T) *bundle {
	t.Helper()
	b := setup(t)
	b.Exec(`UPDATE private.limits SET value = 10
		WHERE name IN ('messages_daily_max', 'projects_daily_max', 'proposals_daily_max', 'questions_daily_max', 'portfolio_daily_max', 'uploads_hourly_max', 'reports_daily_max')`)
	return b
}

// tried sends many requests at the same time and counts the answers by status.
func (b *bundle) tried(times int, make func(n int) request) map[int]int {
	b.T.Helper()
	var counting sync.Mutex
	answered := map[int]int{}
	var group sync.WaitGroup
	for n := range times {
		asked := make(n)
		group.Go(func() {
			got := b.Ask(asked)
			counting.Lock()
			defer counting.Unlock()
			answered[got.Status]++
			if got.Status != http.StatusTooManyRequests {
				return
			}
			if wait, err := strconv.Atoi(got.Headers.Get("Retry-After")); err != nil || wait < 1 {
				b.T.Errorf("refused %s, to be asked again after %q", got.Body, got.Headers.Get("Retry-After"))
			}
		})
	}
	group.Wait()
	return answered
}

func aMessage(token string, from, to uuid.UUID) request {
	return request{Method: "POST", Path: "/rest/v1/messages", Token: token, Body: map[string]any{"from_id": from, "to_id": to, "content": "Bom dia"}}
}

func aWork(token string, professional uuid.UUID) request {
	return request{Method: "POST", Path: "/rest/v1/portfolio_projects", Token: token, Body: map[string]any{
		"profile_id": professional, "title": "Obra", "description": "Feita", "role": "Projeto", "technologies": []string{"CLP"},
	}}
}

func aProposal(token string, professional, to uuid.UUID) request {
	return request{Method: "POST", Path: "/rest/v1/proposals", Token: token, Body: map[string]any{"project_id": to, "professional_id": professional, "value": 1000, "cover_letter": "Posso"}}
}

func anAvatar(t *testing.T, method, token string, owner uuid.UUID, n int) request {
	t.Helper()
	return request{
		Method: method, Path: fmt.Sprintf("/storage/v1/object/public-uploads/avatars/%s-%d", owner, n), Token: token,
		Body: picture(t), Headers: map[string]string{"Content-Type": "image/png"},
	}
}

func aProject(token string, company uuid.UUID) request {
	return request{Method: "POST", Path: "/rest/v1/projects", Token: token, Body: draftOf(company)}
}

func draftOf(company uuid.UUID) map[string]any {
	return map[string]any{"company_id": company, "title": "Retrofit", "description": "Painel antigo", "budget": "A combinar", "deadline": "60 dias", "skills": []string{"retrofit"}}
}

func TestTheEleventhIsOneTooMany(t *testing.T) {
	t.Parallel()
	b := measured(t)
	marina, serra := b.Member("professional", "Marina Alves"), b.Member("company", "Serra Azul")
	his, hers := b.Session(serra), b.Session(marina)
	var open []uuid.UUID
	for n := range 12 {
		open = append(open, b.Project(serra, fmt.Sprintf("Linha %d", n)))
	}
	vale := b.Member("company", "Vale Verde")
	valesToken := b.Session(vale)
	for name, make := range map[string]func(n int) request{
		"Messages":  func(int) request { return aMessage(hers, marina, serra) },
		"Projects":  func(int) request { return aProject(valesToken, vale) },
		"Proposals": func(n int) request { return aProposal(hers, marina, open[n]) },
		"Questions": func(n int) request {
			return request{Method: "POST", Path: "/rest/v1/rpc/ask_question", Token: hers, Body: map[string]any{"project_id": open[n], "content": "Há fonte?"}}
		},
		"Portfolio": func(int) request { return aWork(hers, marina) },
		"Reports": func(n int) request {
			return request{Method: "POST", Path: "/rest/v1/rpc/report_content", Token: his, Body: map[string]any{"kind": "project", "subject_id": open[n], "reason": "spam"}}
		},
		"Uploads": func(n int) request {
			return anAvatar(t, "POST", hers, marina, n)
		},
	} {
		answered := b.tried(12, make)
		if answered[http.StatusTooManyRequests] != 2 || answered[http.StatusOK]+answered[http.StatusCreated] != 10 {
			t.Errorf("%s: twelve at once with a limit of ten are answered %v", name, answered)
		}
	}
	if got := b.Ask(aMessage(his, serra, marina)); got.Status != http.StatusCreated {
		t.Errorf("who has sent nothing is answered %d %s", got.Status, got.Body)
	}
	t.Attr("figure", "12 at once, 7 kinds of writes: 10 accepted, 2 are 429 with Retry-After")
}

func TestWithdrawnRowsCountTowardsTheLimit(t *testing.T) {
	t.Parallel()
	b := measured(t)
	marina, serra := b.Member("professional", "Marina Alves"), b.Member("company", "Serra Azul")
	hers := b.Session(marina)
	for n := range 10 {
		put := anAvatar(t, "PUT", hers, marina, n%2)
		b.Must(put, nil)
		b.Must(request{Method: "DELETE", Path: put.Path, Token: hers}, nil)
		var stored []struct{ ID string }
		b.Must(aWork(hers, marina), &stored)
		b.Must(request{Method: "DELETE", Path: "/rest/v1/portfolio_projects?id=eq." + stored[0].ID, Token: hers}, nil)
	}
	for name, again := range map[string]request{
		"AFile":    anAvatar(t, "PUT", hers, marina, 1),
		"AProject": aWork(hers, marina),
	} {
		if got := b.Ask(again); got.Status != http.StatusTooManyRequests {
			t.Errorf("%s after ten that are gone is answered %d %s", name, got.Status, got.Body)
		}
	}
	// A withdrawn proposal counts.
	for n := range 10 {
		id := b.Project(serra, fmt.Sprintf("Linha %d", n))
		var sent []struct{ ID string }
		b.Must(aProposal(hers, marina, id), &sent)
		b.Must(request{Method: "POST", Path: "/rest/v1/rpc/withdraw_proposal", Token: hers, Body: map[string]any{"proposal_id": sent[0].ID}}, nil)
	}
	got := b.Ask(aProposal(hers, marina, b.Project(serra, "Mais uma")))
	if got.Code() != "too_many_proposals_today" {
		t.Errorf("the eleventh after ten withdrawn is answered %d %s", got.Status, got.Body)
	}
}

func TestMembersOfAPartyShareItsLimit(t *testing.T) {
	t.Parallel()
	b := measured(t)
	serra := b.Member("company", "Serra Azul")
	eva := b.Colleague(serra, "engineer", "Eva")
	first, second := b.Session(serra), b.Session(eva)
	b.Exec(`UPDATE public.memberships SET role = 'buyer' WHERE person_id = $1`, eva)
	answered := b.tried(12, func(n int) request {
		if n%2 == 0 {
			return aProject(first, serra)
		}
		return aProject(second, serra)
	})
	if answered[http.StatusCreated] != 10 || answered[http.StatusTooManyRequests] != 2 {
		t.Errorf("two members of one company are answered %v", answered)
	}
	// The next day, by the clock of the database.
	b.Exec(`DELETE FROM private.measured WHERE id = (SELECT min(id) FROM private.measured WHERE matter = 'projects')`)
	b.Exec(`DELETE FROM private.measured WHERE matter = 'projects_of_member'`)
	if got := b.Ask(aProject(second, serra)); got.Status != http.StatusCreated {
		t.Errorf("when the first is long ago: %d %s", got.Status, got.Body)
	}
}

// TestAThousandAtOnce sends one request that would insert a thousand messages or projects.
func TestAThousandAtOnce(t *testing.T) {
	t.Parallel()
	b := setup(t)
	serra, marina := b.Member("company", "Serra Azul"), b.Member("professional", "Marina Alves")
	token := b.Session(serra)
	const rowsWrittenMax = 50
	many := func(n int, row map[string]any) (rows []map[string]any) {
		for range n {
			rows = append(rows, row)
		}
		return rows
	}
	message := map[string]any{"from_id": serra, "to_id": marina, "content": "Bom dia"}
	for _, one := range []struct {
		path   string
		rows   []map[string]any
		status int
		code   string
	}{
		{"projects", many(1000, draftOf(serra)), http.StatusRequestEntityTooLarge, "54000"},
		{"projects", many(rowsWrittenMax+1, draftOf(serra)), http.StatusRequestEntityTooLarge, "54000"},
		{"projects", many(rowsWrittenMax, draftOf(serra)), http.StatusTooManyRequests, "too_many_projects"},
		{"projects", many(20, draftOf(serra)), http.StatusCreated, ""},
		{"projects", many(1, draftOf(serra)), http.StatusTooManyRequests, "too_many_projects"},
		{"messages", many(1000, message), http.StatusRequestEntityTooLarge, "54000"},
		{"messages", many(31, message), http.StatusTooManyRequests, "too_many_messages_to_person"},
	} {
		got := b.Ask(request{Method: "POST", Path: "/rest/v1/" + one.path, Token: token, Body: one.rows})
		if got.Status != one.status || got.Code() != one.code {
			t.Errorf("%d %s are answered %d %s", len(one.rows), one.path, got.Status, got.Body)
		}
	}
	if got := b.Text(`SELECT count(*)::text FROM public.messages`); got != "0" {
		t.Errorf("%s messages of a refused request are there", got)
	}
	t.Attr("figure", "1,000 projects in one POST: 413; 50: 429; 20 of 20 accepted, the 21st 429; 31 messages to one person: 429, none stored")
}

func TestMessagesToOnePersonHaveTheirOwnLimit(t *testing.T) {
	t.Parallel()
	b := setup(t)
	serra, marina, rafael := b.Member("company", "Serra Azul"), b.Member("professional", "Marina Alves"), b.Member("professional", "Rafael")
	token := b.Session(serra)
	// The rows are dated in the future, so that the minute lasts as long as the test.
	write := func(to uuid.UUID, times int) {
		b.Exec(`INSERT INTO public.messages (from_id, to_id, content, timestamp) SELECT $1, $2, 'Olá', now() + interval '10 minutes' FROM generate_series(1, $3)`, serra, to, times)
	}
	write(marina, 30)
	if got := b.Ask(aMessage(token, serra, marina)); got.Code() != "too_many_messages_to_person" {
		t.Errorf("the 31st to one person is answered %d %s", got.Status, got.Body)
	}
	if got := b.Ask(aMessage(token, serra, rafael)); got.Status != http.StatusCreated {
		t.Errorf("another person is answered %d %s", got.Status, got.Body)
	}
	write(rafael, 29)
	for range 2 {
		if got := b.Ask(aMessage(token, serra, b.Member("professional", "Bruno"))); got.Code() != "too_many_messages" {
			t.Errorf("the 61st in a minute is answered %d %s", got.Status, got.Body)
		}
	}
}

// TestProposingAndWithdrawingIsOneLine checks that a professional who proposes and withdraws
// repeatedly causes one notification and one mail to the company.
func TestProposingAndWithdrawingIsOneLine(t *testing.T) {
	t.Parallel()
	b := setup(t)
	marina, serra := b.Member("professional", "Marina Alves"), b.Member("company", "Serra Azul")
	hers, id := b.Session(marina), b.Project(serra, "Retrofit")
	for range 3 {
		var sent []struct{ ID string }
		b.Must(aProposal(hers, marina, id), &sent)
		b.Must(request{Method: "POST", Path: "/rest/v1/rpc/withdraw_proposal", Token: hers, Body: map[string]any{"proposal_id": sent[0].ID}}, nil)
	}
	told := b.Text(`SELECT string_agg(title || ' / ' || body || ' / ' || count, '; ') FROM public.notifications WHERE profile_id = $1`, serra)
	if told != "6 novidades nas propostas: Retrofit / O profissional retirou a proposta que havia enviado. / 6" {
		t.Errorf("the company is told %q", told)
	}
	if got := b.Ask(aProposal(hers, marina, id)); got.Code() != "too_many_proposals" {
		t.Errorf("the fourth is answered %d %s", got.Status, got.Body)
	}
}

// TestARefusalIsInTheShapeOfItsProtocol checks that each protocol answers too many requests with
// 429 and Retry-After in its own shape, and that others are still served.
func TestARefusalIsInTheShapeOfItsProtocol(t *testing.T) {
	t.Parallel()
	once := []string{"sign_in=1/1h", "reads=1/1h", "writes=1/1h", "file_lists=1/1h", "sockets=1/1h", "functions=1/1h", "pages=1/1h", "sign_up=1/1h", "newsletter=1/1h"}
	b := setup(t, func(c *app.Config) { c.Limits, c.TrustedProxies = once, []string{"127.0.0.1/32"} })
	marina := b.Session(b.Member("professional", "Marina Alves"))
	for _, one := range []struct {
		asked request
		shape string
	}{
		{request{Method: "POST", Path: "/auth/v1/token?grant_type=password", Body: map[string]any{"email": "a@exemplo.test", "password": "x"}}, `"error_code":"over_request_rate_limit"`},
		{request{Method: "POST", Path: "/auth/v1/signup", Body: map[string]any{"email": "a"}}, `"error_code":"over_request_rate_limit"`},
		{request{Method: "GET", Path: "/rest/v1/skills?select=slug"}, `"code":"over_request_rate_limit"`},
		{request{Method: "PATCH", Path: "/rest/v1/preferences?profile_id=eq.00000000-0000-0000-0000-000000000000", Token: marina, Body: map[string]any{"newsletter": true}}, `"code":"over_request_rate_limit"`},
		{request{Method: "GET", Path: "/storage/v1/bucket"}, `"error":"SlowDown"`},
		{request{Method: "GET", Path: "/realtime/v1/api/ping"}, `{"error":"Too many requests"}`},
		{request{Method: "POST", Path: "/functions/v1/x"}, `"code":"over_request_rate_limit"`},
		{request{Method: "GET", Path: "/"}, `"message":"Muitos pedidos em pouco tempo.`},
		{request{Method: "GET", Path: "/newsletter/sair"}, `"message":"Muitos pedidos em pouco tempo.`},
	} {
		if got := b.Ask(one.asked); got.Status == http.StatusTooManyRequests {
			t.Errorf("the first %s %s is answered %d %s", one.asked.Method, one.asked.Path, got.Status, got.Body)
		}
		got := b.Ask(one.asked)
		if got.Status != http.StatusTooManyRequests || !strings.Contains(got.Body, one.shape) || got.Headers.Get("Retry-After") != "3600" {
			t.Errorf("the second %s %s is answered %d %s, to be asked again after %q", one.asked.Method, one.asked.Path, got.Status, got.Body, got.Headers.Get("Retry-After"))
		}
		if one.asked.Token != "" {
			continue
		}
		one.asked.Headers = map[string]string{"X-Forwarded-For": "203.0.113.9"}
		if got := b.Ask(one.asked); got.Status == http.StatusTooManyRequests {
			t.Errorf("another address is answered %d %s", got.Status, got.Body)
		}
	}
}
