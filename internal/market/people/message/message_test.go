package message_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/markettest"
	"automacao/internal/market/people/message"
	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

// does makes a workflow without a result callable.
func does[In any](act func(context.Context, pgx.Tx, In) error) func(context.Context, pgx.Tx, In) (struct{}, error) {
	return func(ctx context.Context, tx pgx.Tx, in In) (struct{}, error) { return struct{}{}, act(ctx, tx, in) }
}

const news = `SELECT string_agg(title || ' (' || count || '): ' || body, '; ') FROM public.notifications WHERE profile_id = $1`

func TestTheReaderIsToldWhoeverWrites(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	marina, serra, vale := s.Member("professional", "Marina Alves"), s.Member("company", "Serra Azul"), s.Member("company", "Vale Verde")

	if _, err := markettest.Call(s, marina, does(message.Post), message.Draft{From: marina, To: serra, Content: "Bom dia"}); err != nil {
		t.Fatal(err)
	}
	if got := s.Text(news, serra); got != "Nova mensagem de Marina Alves (1): Bom dia" {
		t.Errorf("by a workflow: %q", got)
	}
	written := s.Text(`INSERT INTO public.messages (from_id, to_id, content) VALUES ($1, $2, $3) RETURNING to_jsonb(messages)::text`, marina, vale, strings.Repeat("é", 200))
	for range 2 {
		if _, err := markettest.Call(s, marina, does(message.Announce), []json.RawMessage{json.RawMessage(written)}); err != nil {
			t.Fatal(err)
		}
	}
	if got := s.Text(news, vale); got != "2 novas mensagens de Marina Alves (2): "+strings.Repeat("é", 160) {
		t.Errorf("by a member: %q", got)
	}
	s.Exec(`UPDATE public.messages SET read = true WHERE to_id = $1`, vale)
	if got := s.Text(`SELECT read::text FROM public.notifications WHERE profile_id = $1`, vale); got != "true" {
		t.Error("a message read in the conversation is still unread")
	}
}

func TestAutomaticMessagesGoBetweenPeople(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	serra, buyer, marina := s.Member("company", "Serra Azul"), s.Member("company", "Compras"), s.Member("professional", "Marina Alves")
	s.Exec(`INSERT INTO public.organisations (id, role, legal_name) VALUES ($1, 'company', 'Serra Azul Ltda.')`, serra)
	s.Exec(`INSERT INTO public.memberships (organisation_id, person_id, role) VALUES ($1, $1, 'owner'), ($1, $2, 'buyer')`, serra, buyer)
	const written = `SELECT string_agg(f.name || ' > ' || t.name || ': ' || m.content || coalesce(' [' || m.actor_name || ']', ''), '; ' ORDER BY m.id)
		FROM public.messages m JOIN public.profiles f ON f.id = m.from_id JOIN public.profiles t ON t.id = m.to_id`

	send := func(who uuid.UUID, automatic message.Automatic) {
		t.Helper()
		if _, err := markettest.Call(s, who, does(message.SendAutomatic), automatic); err != nil {
			t.Fatal(err)
		}
	}
	send(buyer, message.Automatic{FromParty: serra, ToParty: marina, Content: "Aceita"})
	send(marina, message.Automatic{FromParty: marina, ToParty: serra, Content: "De Marina Alves", Names: marina, IsHidden: true})
	s.Exec(`DELETE FROM public.memberships WHERE person_id = $1`, buyer)
	send(uuid.Nil, message.Automatic{FromParty: serra, ToParty: marina, Content: "Prazo"})
	send(serra, message.Automatic{FromParty: serra, ToParty: serra, Content: "A si mesma"})
	want := "Compras > Marina Alves: Aceita; Marina Alves > Serra Azul: De Marina Alves [Marina Alves]; Serra Azul > Marina Alves: Prazo"
	if got := s.Text(written); got != want {
		t.Errorf("written is %q", got)
	}
	if got := s.Text(`SELECT count(*)::text FROM public.notifications`); got != "0" {
		t.Errorf("%s notices", got)
	}
	if got := s.Text(`SELECT count(*)::text FROM public.conversations WHERE owner_id = $1`, marina); got != "2" {
		t.Errorf("Marina sees %s conversations", got)
	}
}

func TestAConversationSaysForWhomItsPartnerSpeaks(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	serra, buyer, marina := s.Member("company", "Serra Azul"), s.Member("company", "Eva"), s.Member("professional", "Marina Alves")
	s.Exec(`INSERT INTO public.organisations (id, role, legal_name) VALUES ($1, 'company', 'Serra Azul Ltda.')`, serra)
	s.Exec(`INSERT INTO public.memberships (organisation_id, person_id, role) VALUES ($1, $2, 'owner')`, serra, buyer)
	want := func(step, seen string) {
		t.Helper()
		got := s.Text(`SELECT string_agg(o.name || ' sees ' || p.name || coalesce(' of ' || f.name, ''), ', ' ORDER BY o.name)
			FROM public.conversations c JOIN public.profiles o ON o.id = c.owner_id JOIN public.profiles p ON p.id = c.partner_id
			LEFT JOIN public.profiles f ON f.id = c.partner_party_id`)
		if got != seen {
			t.Errorf("%s: %s", step, got)
		}
	}
	send := func(automatic message.Automatic) {
		t.Helper()
		if _, err := markettest.Call(s, marina, does(message.SendAutomatic), automatic); err != nil {
			t.Fatal(err)
		}
	}
	send(message.Automatic{FromParty: marina, ToParty: serra, Content: "Proposta", IsHidden: true})
	want("kept from its sender", "Eva sees Marina Alves")
	send(message.Automatic{FromParty: marina, ToParty: serra, Content: "Proposta"})
	want("addressed", "Eva sees Marina Alves, Marina Alves sees Eva of Serra Azul")
	s.Exec(`INSERT INTO public.messages (from_id, to_id, content) VALUES ($1, $2, 'Por mim')`, buyer, marina)
	want("for herself", "Eva sees Marina Alves, Marina Alves sees Eva")
	s.Exec(`INSERT INTO public.messages (from_id, to_id, content, party_id) VALUES ($1, $2, 'Por nós', $3)`, buyer, marina, serra)
	s.Exec(`INSERT INTO public.messages (from_id, to_id, content) VALUES ($1, $2, 'Certo')`, marina, buyer)
	want("for the company", "Eva sees Marina Alves, Marina Alves sees Eva of Serra Azul")
	s.Exec(`INSERT INTO public.memberships (organisation_id, person_id, role) VALUES ($1, $1, 'owner')`, serra)
	s.Exec(`DELETE FROM public.memberships WHERE person_id = $1`, buyer)
	want("gone", "Eva sees Marina Alves, Marina Alves sees Eva")
}
