package organisation_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"automacao/internal/market/markettest"
	"automacao/internal/market/people/organisation"
)

func TestAnInvitationGoesByMailAndByHand(t *testing.T) {
	t.Parallel()
	s := setup(t)
	serra := s.company("Serra Azul", serrasCNPJ)
	post, at := &office{}, time.Now()
	invite := organisation.Invite(organisation.Outgoing{URL: "https://exemplo.test", Post: post}, func() time.Time { return at })
	sent, err := markettest.Call(s.Stage, serra, invite, organisation.Invitation{OrganisationID: serra, Email: " Eva@Exemplo.test ", Role: "buyer"})
	if err != nil {
		t.Fatal(err)
	}
	if sent.Email != "eva@exemplo.test" || !sent.Mailed || len(post.letters) != 1 || post.letters[0].To != "eva@exemplo.test" {
		t.Fatalf("sent %+v with letters %v", sent, post.letters)
	}
	for _, said := range []string{sent.Link, "Serra Azul convidou você para a equipe de Serra Azul", "Papel: Comprador", "vale por 7 dias"} {
		if !strings.Contains(post.letters[0].Text, said) {
			t.Errorf("the letter does not say %q: %s", said, post.letters[0].Text)
		}
	}
	if !sent.ExpiresAt.Equal(at.AddDate(0, 0, 7)) {
		t.Errorf("sent at %s it is good until %s", at, sent.ExpiresAt)
	}
	token := tokenOf(sent.Link)
	if kept := s.Text(`SELECT (token_hash = sha256($1::bytea))::text FROM public.invitations WHERE id = $2`, []byte(token), sent.ID); kept != "true" {
		t.Errorf("the kept hash is of something else: %s", kept)
	}
	byHand, refusal := s.invite(serra, serra, "rui@exemplo.test", "reader")
	if refusal != "" || byHand == "" || byHand == token {
		t.Errorf("without a mail server: %q, %q", byHand, refusal)
	}
}

func TestWhoMayInviteWhom(t *testing.T) {
	t.Parallel()
	s := setup(t)
	serra, vale := s.company("Serra Azul", serrasCNPJ), s.company("Vale Verde", valesCNPJ)
	eva, rui := s.hire(serra, "Eva Martins", "buyer"), s.hire(serra, "Rui Castro", "reader")
	marina := s.professional("Marina Alves", marinasCPF)
	for _, c := range []struct {
		fact, refusal string
		who           [2]any
		email, role   string
	}{
		{"ABuyerDoesNotInvite", "right_missing", [2]any{eva, serra}, "novo@exemplo.test", "reader"},
		{"NorPromotesHimselfThatWay", "right_missing", [2]any{eva, serra}, "eva@exemplo.test", "owner"},
		{"AReaderDoesNotInvite", "right_missing", [2]any{rui, serra}, "novo@exemplo.test", "reader"},
		{"AStrangerFindsNothing", "organisation_not_found", [2]any{vale, serra}, "novo@exemplo.test", "reader"},
		{"AProfessionalWithoutAFirmHasNoTeam", "organisation_not_found", [2]any{marina, marina}, "novo@exemplo.test", "reader"},
		{"NobodyInvitesHimself", "already_member", [2]any{serra, serra}, "SERRA@exemplo.test", "owner"},
		{"NorAColleague", "already_member", [2]any{serra, serra}, "eva@exemplo.test", "owner"},
		{"AnUnknownRoleIsRefused", "unknown_member_role", [2]any{serra, serra}, "novo@exemplo.test", "admin"},
		{"SoIsNoAddress", "invalid_email", [2]any{serra, serra}, "Eva <eva@exemplo.test>", "reader"},
		{"AnotherAddressThatFoldsToOne", "invalid_email", [2]any{serra, serra}, "e\u212aa@exemplo.test", "reader"},
		{"AndTwoLinesOfOne", "invalid_email", [2]any{serra, serra}, "a@exemplo.test\r\nBcc: b@exemplo.test", "reader"},
	} {
		t.Run(c.fact, func(t *testing.T) {
			_, refusal := s.invite(uuidOf(c.who[0]), uuidOf(c.who[1]), c.email, c.role)
			if refusal != c.refusal {
				t.Errorf("refused with %q", refusal)
			}
		})
	}
	s.Exec(`UPDATE public.profiles SET status = 'blocked' WHERE id = $1`, serra)
	if _, refusal := s.invite(serra, serra, "novo@exemplo.test", "reader"); refusal != "right_missing" {
		t.Errorf("a blocked organisation invites: %q", refusal)
	}
}

func TestInvitationsAreBounded(t *testing.T) {
	t.Parallel()
	s := setup(t)
	serra := s.company("Serra Azul", serrasCNPJ)
	for n := range 20 {
		if _, refusal := s.invite(serra, serra, fmt.Sprintf("p%d@exemplo.test", n), "reader"); refusal != "" {
			t.Fatalf("invitation %d: %q", n, refusal)
		}
	}
	if _, refusal := s.invite(serra, serra, "p20@exemplo.test", "reader"); refusal != "too_many_invitations" {
		t.Errorf("one more is told %q", refusal)
	}
	for n := range 30 {
		if _, refusal := s.invite(serra, serra, "p0@exemplo.test", "reader"); refusal != "" {
			t.Fatalf("again %d: %q", n, refusal)
		}
	}
	if _, refusal := s.invite(serra, serra, "p0@exemplo.test", "reader"); refusal != "too_many_invitations_today" {
		t.Errorf("the 51st of a day is told %q", refusal)
	}
}

func TestATeamIsBounded(t *testing.T) {
	t.Parallel()
	s := setup(t)
	serra := s.company("Serra Azul", serrasCNPJ)
	for range 47 {
		s.Colleague(serra, "reader", "Leitura")
	}
	first, _ := s.invite(serra, serra, "rui@exemplo.test", "reader")
	second, _ := s.invite(serra, serra, "eva@exemplo.test", "reader")
	third, _ := s.invite(serra, serra, "igor@exemplo.test", "reader")
	join := func(name, token string) func() string {
		return func() string {
			_, refusal := s.register(emailOf(name), map[string]any{"name": name, "invitation": token})
			return refusal
		}
	}
	told := together(join("Rui Castro", first), join("Eva Martins", second), join("Igor Prado", third))
	if told[""] != 2 || told["too_many_members"] != 1 {
		t.Errorf("three invitations for two places: %v", told)
	}
	if _, refusal := s.invite(serra, serra, "outra@exemplo.test", "reader"); refusal != "too_many_members" {
		t.Errorf("a full team invites: %q", refusal)
	}
}
