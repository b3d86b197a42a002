package organisation_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/markettest"
	"automacao/internal/market/people/account"
	"automacao/internal/market/people/organisation"
	"automacao/internal/notify/mail"
	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

// stage is a market whose people register as they do on the site.
type stage struct {
	*markettest.Stage
	t *testing.T
}

func setup(t *testing.T) stage {
	t.Helper()
	return stage{markettest.Open(t), t}
}

// register signs a person up with a confirmed address. The refusal is empty if the sign-up
// succeeds.
func (s stage) register(email string, data map[string]any) (id uuid.UUID, refusal string) {
	s.t.Helper()
	data["terms"] = true
	err := pgx.BeginFunc(s.t.Context(), s.Pool, func(tx pgx.Tx) error {
		err := tx.QueryRow(s.t.Context(), `INSERT INTO auth.users (email, email_confirmed_at) VALUES ($1, now()) RETURNING id`, email).Scan(&id)
		if err != nil {
			return err
		}
		_, err = account.Register(context.WithoutCancel(s.t.Context()), tx, id, email, data, time.Now())
		return err
	})
	return id, markettest.Code(err)
}

// company registers a company, under an address made from its name.
func (s stage) company(name, document string) uuid.UUID {
	s.t.Helper()
	return s.must(s.register(emailOf(name), map[string]any{"name": name, "role": "company", "document": document}))
}

func (s stage) professional(name, document string) uuid.UUID {
	s.t.Helper()
	return s.must(s.register(emailOf(name), map[string]any{"name": name, "role": "professional", "document": document}))
}

func (s stage) must(id uuid.UUID, refusal string) uuid.UUID {
	s.t.Helper()
	if refusal != "" {
		s.t.Fatal(refusal)
	}
	return id
}

func emailOf(name string) string {
	return strings.ToLower(strings.ReplaceAll(strings.Fields(name)[0], "á", "a")) + "@exemplo.test"
}

const (
	serrasCNPJ = "DE.MO0.001/0001-07"
	valesCNPJ  = "DEMO0002000151"
	marinasCPF = "900.000.011-47"
)

// office keeps the letters that it is given.
type office struct{ letters []mail.Letter }

func (o *office) SendMail(_ context.Context, _ pgx.Tx, letter mail.Letter) error {
	o.letters = append(o.letters, letter)
	return nil
}

var byHand = organisation.Outgoing{URL: "https://exemplo.test"}

// invite has a person invite an address and returns the secret of the link.
func (s stage) invite(who, into uuid.UUID, email, role string) (token, refusal string) {
	s.t.Helper()
	sent, err := markettest.Call(s.Stage, who, organisation.Invite(byHand, time.Now), organisation.Invitation{OrganisationID: into, Email: email, Role: role})
	return tokenOf(sent.Link), markettest.Code(err)
}

func tokenOf(link string) string {
	_, token, _ := strings.Cut(link, "/convite#")
	return token
}

func (s stage) accept(who uuid.UUID, token string) (refusal string) {
	s.t.Helper()
	_, err := markettest.Call(s.Stage, who, organisation.Accept(time.Now), organisation.Token{Token: token})
	return markettest.Code(err)
}

// hire has a new person sign up with an invitation from the organisation's founder.
func (s stage) hire(into uuid.UUID, name, role string) uuid.UUID {
	s.t.Helper()
	token, refusal := s.invite(into, into, emailOf(name), role)
	if refusal != "" {
		s.t.Fatal(refusal)
	}
	return s.must(s.register(emailOf(name), map[string]any{"name": name, "invitation": token}))
}

// team returns the members of an organisation, by name and role.
func (s stage) team(of uuid.UUID) string {
	s.t.Helper()
	return s.Text(`
		SELECT string_agg(p.name || ' ' || m.role, ', ' ORDER BY p.name) FROM public.memberships m JOIN public.profiles p ON p.id = m.person_id
		WHERE m.organisation_id = $1`, of)
}

// told returns the titles of a person's notifications, newest first.
func (s stage) told(who uuid.UUID) string {
	s.t.Helper()
	return s.Text(`SELECT string_agg(title, ' | ' ORDER BY created_at DESC, id DESC) FROM public.notifications WHERE profile_id = $1`, who)
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

// listen listens to a channel of the database. The returned function waits for the next
// notification.
func (s stage) listen(channel string) func() string {
	s.t.Helper()
	conn, err := pgx.ConnectConfig(s.t.Context(), s.Pool.Config().ConnConfig.Copy())
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = conn.Close(context.WithoutCancel(s.t.Context())) })
	if _, err := conn.Exec(s.t.Context(), `LISTEN `+channel); err != nil {
		s.t.Fatal(err)
	}
	return func() string {
		heard, err := conn.WaitForNotification(s.t.Context())
		if err != nil {
			s.t.Fatal(err)
		}
		return heard.Payload
	}
}
