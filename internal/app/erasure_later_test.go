package app_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market"
	"automacao/internal/market/markettest"
	"automacao/internal/market/people/account"
	"automacao/internal/market/people/moderation"
	"automacao/internal/market/people/organisation"
)

func TestInvitationsForgetDeletedPeople(t *testing.T) {
	t.Parallel()
	h := open(t)
	serra, eva := h.register("company", "Serra Azul", "DE.MO0.001/0001-07"), h.register("professional", "Eva Moraes", "900.000.011-47")
	rafael := h.register("professional", "Rafael Nunes", "900.000.012-28")
	run(h, eva, organisation.Accept(time.Now), organisation.Token{Token: h.invite(serra, "eva@exemplo.com.br", "owner")})
	run(h, eva, func(ctx context.Context, tx pgx.Tx, to string) (struct{}, error) {
		return struct{}{}, h.auth.Accounts.ChangeEmail(ctx, tx, eva, to)
	}, "moraes@exemplo.com.br")
	invite := organisation.Invite(organisation.Outgoing{}, time.Now)
	accepted := run(h, eva, invite, organisation.Invitation{OrganisationID: serra, Email: "rafael@exemplo.com.br", Role: "buyer"})
	_, token, _ := strings.Cut(accepted.Link, "#")
	run(h, rafael, organisation.Accept(time.Now), organisation.Token{Token: token})
	pending := run(h, eva, invite, organisation.Invitation{OrganisationID: serra, Email: "igor@exemplo.com.br", Role: "reader"})
	if code := h.leave(eva, false); code != "" {
		t.Fatal(code)
	}
	if said := h.whereItSays("eva@exemplo", "moraes"); len(said) != 0 {
		t.Errorf("she is still in %q", said)
	}
	const sent = `SELECT status || ' ' || email || coalesce(invited_by::text, '') FROM public.invitations WHERE id = $1`
	if got := h.Text(sent, accepted.ID); got != "accepted rafael@exemplo.com.br" {
		t.Errorf("the accepted proposal is %q", got)
	}
	if got := h.Text(sent, pending.ID); got != "revoked igor@exemplo.com.br" {
		t.Errorf("the waiting proposal is %q", got)
	}
}

func TestDeletedPeopleGetNoNotifications(t *testing.T) {
	t.Parallel()
	h := open(t)
	admin := h.admin()
	marina, serra := h.register("professional", "status", "900.000.011-47"), h.register("company", "Serra Azul", "DE.MO0.001/0001-07")
	h.report(serra, admin, "profile", marina, "status é falso", "O status foi avisado.")
	ticket := run(h, marina, moderation.Report(market.NewVisitors("other")), moderation.Complaint{Kind: "profile", SubjectID: serra, Reason: "fraud"})
	open := h.ID(`SELECT id FROM public.reports WHERE number = $1`, ticket.Number)
	if code := h.leave(marina, false); code != "" {
		t.Fatal(code)
	}
	if kept := h.Text(`SELECT details::text FROM public.audit_log WHERE action = 'decide_report'`); kept != `{"status": "upheld", "decision": "O Usuário removido foi avisado."}` {
		t.Errorf("a name like a word of the log leaves %s", kept)
	}
	run(h, admin, moderation.Decide, moderation.Decision{ReportID: open, Status: "dismissed", Decision: "Nada a ver."})
	if told := h.Text(`SELECT count(*)::text FROM public.notifications WHERE profile_id = $1`, marina); told != "0" {
		t.Errorf("%s notifications wait for a deleted person", told)
	}
	_, err := markettest.Call(h.Stage, serra, moderation.Report(market.NewVisitors("secret")), moderation.Complaint{Kind: "profile", SubjectID: marina, Reason: "fraud"})
	if code := markettest.Code(err); code != "subject_not_found" {
		t.Errorf("reported after the end: %q", code)
	}
}

func TestDeletingTwiceAtOnceDeletesOnce(t *testing.T) {
	t.Parallel()
	h := open(t)
	marina, _, _ := h.pair()
	codes := make(chan string, 2)
	for range cap(codes) {
		go func() { codes <- h.leave(marina, true) }()
	}
	answers := []string{<-codes, <-codes}
	slices.Sort(answers)
	if answers[0] != "" || answers[1] == "" {
		t.Errorf("answered %q", answers)
	}
	if sealed := h.Text(`SELECT string_agg(legal_name, ', ') FROM private.sealed_parties`); sealed != "Marina Alves" {
		t.Errorf("sealed are %q", sealed)
	}
}

func TestDeletingAnAccountWhileJoiningLeavesNoMembership(t *testing.T) {
	t.Parallel()
	h := open(t)
	serra := h.register("company", "Serra Azul", "DE.MO0.001/0001-07")
	for i, document := range []string{"900.000.011-47", "900.000.012-28", "900.000.013-09"} {
		name := string(rune('a'+i)) + "lguem"
		person := h.register("professional", name, document)
		token := organisation.Token{Token: h.invite(serra, emailOf(name), "owner")}
		codes := make(chan string, 2)
		go func() {
			_, err := markettest.Call(h.Stage, person, organisation.Accept(time.Now), token)
			codes <- markettest.Code(err)
		}()
		go func() { codes <- h.leave(person, false) }()
		answers := []string{<-codes, <-codes}
		if left := h.Text(`SELECT count(*)::text FROM public.profiles WHERE id = $1 AND removed_at IS NOT NULL`, person); left != "1" {
			t.Fatalf("answered %q", answers)
		}
		if is := h.Text(`SELECT count(*)::text FROM public.memberships WHERE person_id = $1`, person); is != "0" {
			t.Errorf("a deleted person belongs to %s teams, answered %q", is, answers)
		}
	}
}

func TestANameStoredDuringTheDeletionIsRemovedLater(t *testing.T) {
	t.Parallel()
	h := open(t)
	zulmira, serra := h.register("professional", "Zulmira Quaresma", "900.000.011-47"), h.register("company", "Serra Azul", "DE.MO0.001/0001-07")
	if code := h.leave(zulmira, false); code != "" {
		t.Fatal(code)
	}
	h.Exec(`INSERT INTO public.notifications (profile_id, kind, title, subject_kind, actor_id, actor_name) VALUES ($1, 'message', 'Nova mensagem de Zulmira Quaresma', 'account', $2, 'Zulmira Quaresma')`, serra, zulmira)
	h.Exec(`INSERT INTO public.reports (kind, subject_id, profile_id, excerpt, reason, reporter_key) VALUES ('profile', $1, $1, 'Zulmira Quaresma: CLP', 'spam', sha256('x'))`, zulmira)
	run(h, uuid.Nil, func(ctx context.Context, tx pgx.Tx, _ struct{}) (struct{}, error) {
		return struct{}{}, account.ForgetStragglers(ctx, tx)
	}, struct{}{})
	if said := h.whereItSays("zulmira"); len(said) != 0 {
		t.Errorf("she is still in %q", said)
	}
}
