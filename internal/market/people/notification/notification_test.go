package notification_test

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/markettest"
	"automacao/internal/market/people/notification"
	"automacao/internal/market/people/party"
	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

// tell runs TellParty as a person.
func tell(s *markettest.Stage, who, about uuid.UUID, right string, news notification.News) error {
	_, err := markettest.Call(s, who, func(ctx context.Context, tx pgx.Tx, _ struct{}) (struct{}, error) {
		return struct{}{}, notification.TellParty(ctx, tx, about, right, news)
	}, struct{}{})
	return err
}

func TestAPartysNewsReachWhoeverCanAct(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	serra, buyer, reader, marina := s.Member("company", "Serra Azul"), s.Member("company", "Compras"), s.Member("company", "Leitura"), s.Member("professional", "Marina Alves")
	s.Exec(`INSERT INTO public.organisations (id, role, legal_name) VALUES ($1, 'company', 'Serra Azul Ltda.')`, serra)
	s.Exec(`INSERT INTO public.memberships (organisation_id, person_id, role) VALUES ($1, $1, 'owner'), ($1, $2, 'buyer'), ($1, $3, 'reader')`, serra, buyer, reader)
	news := notification.News{Kind: notification.Proposal, Title: "Nova proposta", SubjectKind: notification.AboutProject, SubjectID: uuid.New(), ActorID: marina}
	const told = `SELECT string_agg(p.name, ', ' ORDER BY p.name) FROM public.notifications n JOIN public.profiles p ON p.id = n.profile_id WHERE n.actor_id = $1`

	if err := tell(s, buyer, serra, party.Negotiate, news); err != nil {
		t.Fatal(err)
	}
	if got := s.Text(told, marina); got != "Serra Azul" {
		t.Errorf("told by the buyer: %s", got)
	}
	if err := tell(s, marina, serra, party.Negotiate, news); err != nil {
		t.Fatal(err)
	}
	if got := s.Text(told, marina); got != "Compras, Serra Azul, Serra Azul" {
		t.Errorf("told by the other side: %s", got)
	}
}

func TestWhoAskedNotToHearIsNotTold(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	serra := s.Member("company", "Serra Azul")
	s.Exec(`INSERT INTO public.preferences (profile_id, new_proposals) VALUES ($1, false)`, serra)
	for _, kind := range []string{notification.Proposal, notification.Contract} {
		if err := tell(s, uuid.Nil, serra, party.Negotiate, notification.News{Kind: kind, Title: "Novidade", SubjectKind: notification.AboutAccount}); err != nil {
			t.Fatal(err)
		}
	}
	if got := s.Text(`SELECT string_agg(kind, ', ') FROM public.notifications WHERE profile_id = $1`, serra); got != "contract" {
		t.Errorf("told of %s", got)
	}
}

func TestNewsOfOneMatterAreOneLine(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	serra, marina := s.Member("company", "Serra Azul"), s.Member("professional", "Marina Alves")
	about := func(group string) notification.News {
		return notification.News{Kind: notification.Message, Title: "Nova mensagem de Marina", Many: "{n} novas mensagens de Marina", SubjectKind: notification.AboutConversation, SubjectID: marina, Group: group}
	}
	const lines = `SELECT string_agg(title || ' (' || count || ')' || CASE WHEN mailed_at IS NULL THEN '' ELSE ' mailed' END, ', ' ORDER BY created_at) FROM public.notifications`
	for range 15 {
		if err := tell(s, uuid.Nil, serra, party.Read, about("message:marina")); err != nil {
			t.Fatal(err)
		}
	}
	s.Exec(`UPDATE public.notifications SET mailed_at = now()`)
	for range 15 {
		if err := tell(s, uuid.Nil, serra, party.Read, about("message:marina")); err != nil {
			t.Fatal(err)
		}
	}
	if got := s.Text(lines); got != "30 novas mensagens de Marina (30) mailed" {
		t.Errorf("thirty are %s", got)
	}
	s.Exec(`UPDATE public.notifications SET read = true`)
	for _, group := range []string{"message:marina", "message:rafael"} {
		if err := tell(s, uuid.Nil, serra, party.Read, about(group)); err != nil {
			t.Fatal(err)
		}
	}
	if got := s.Text(lines); got != "30 novas mensagens de Marina (30) mailed, Nova mensagem de Marina (1), Nova mensagem de Marina (1)" {
		t.Errorf("after they were read: %s", got)
	}
}

func TestEverySubjectHasAnAddress(t *testing.T) {
	t.Parallel()
	key := uuid.MustParse("0198c0de-0000-7000-8000-000000000001")
	for _, kind := range []string{
		notification.AboutAccount, notification.AboutCompany, notification.AboutContract, notification.AboutConversation, notification.AboutDispute, notification.AboutLedger, notification.AboutOrganisation, notification.AboutOwnReport,
		notification.AboutProject, notification.AboutProposal, notification.AboutPublicProject, notification.AboutReport, notification.AboutReviews,
	} {
		if path, err := notification.Path(kind, key); err != nil || path[0] != '/' {
			t.Errorf("%s is at %q, %v", kind, path, err)
		}
	}
	if path, _ := notification.Path(notification.AboutProject, key); path != "/dashboard/projetos/"+key.String()+"/propostas" {
		t.Errorf("a project is at %s", path)
	}
	for _, kind := range []string{notification.AboutConversation, "milestone"} {
		if path, err := notification.Path(kind, uuid.Nil); err == nil {
			t.Errorf("%s without a key is at %s", kind, path)
		}
	}
}
