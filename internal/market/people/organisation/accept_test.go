package organisation_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"automacao/internal/market/markettest"
	"automacao/internal/market/people/organisation"
)

func uuidOf(id any) uuid.UUID {
	found, _ := id.(uuid.UUID)
	return found
}

func TestAnInvitedPersonSignsUpIntoTheTeam(t *testing.T) {
	t.Parallel()
	s := setup(t)
	serra := s.company("Serra Azul", serrasCNPJ)
	token, _ := s.invite(serra, serra, "eva@exemplo.test", "buyer")
	// Fields that only a party states are ignored.
	eva := s.must(s.register("eva@exemplo.test", map[string]any{"name": "Eva Martins", "invitation": token, "role": "admin", "document": marinasCPF}))
	if got := s.Text(`SELECT concat_ws(' ', p.role, p.is_party, a.document, a.terms_version IS NOT NULL) FROM public.profiles p JOIN public.accounts a ON a.profile_id = p.id WHERE p.id = $1`, eva); got != "company f t" {
		t.Errorf("she is %q", got)
	}
	if got := s.team(serra); got != "Eva Martins buyer, Serra Azul owner" {
		t.Errorf("the team is %s", got)
	}
	if got := s.told(serra); got != "Eva Martins entrou na equipe" {
		t.Errorf("the owner is told %s", got)
	}
	if got := s.Seen(eva, `SELECT count(*)::text FROM public.organisations`); got != "1" {
		t.Errorf("she sees %s organisations", got)
	}
	if _, refusal := s.register("eva2@exemplo.test", map[string]any{"name": "Eva", "invitation": token}); refusal != "invitation_for_another" {
		t.Errorf("another address signs up with it: %q", refusal)
	}
	if _, refusal := s.register("eva3@exemplo.test", map[string]any{"name": "Eva", "invitation": "chute"}); refusal != "invitation_not_found" {
		t.Errorf("a guess signs up: %q", refusal)
	}
}

func TestWhoHasAnAccountAcceptsSignedIn(t *testing.T) {
	t.Parallel()
	s := setup(t)
	serra, marina := s.company("Serra Azul", serrasCNPJ), s.professional("Marina Alves", marinasCPF)
	token, _ := s.invite(serra, serra, "marina@exemplo.test", "engineer")
	rafael := s.professional("Rafael Nunes", "900.000.012-28")
	if refusal := s.accept(rafael, token); refusal != "invitation_for_another" {
		t.Errorf("another accepts: %q", refusal)
	}
	if refusal := s.accept(marina, token); refusal != "" {
		t.Fatal(refusal)
	}
	if refusal := s.accept(marina, token); refusal != "invitation_over" {
		t.Errorf("twice: %q", refusal)
	}
	if got := s.Seen(marina, `SELECT string_agg(right_, ' ') FROM unnest('{read,publish,negotiate,fulfil,pay,manage}'::text[]) AS right_ WHERE private.acts_for($1, right_)`, serra); got != "read publish fulfil" {
		t.Errorf("she may %s", got)
	}
	if got := s.Seen(marina, `SELECT private.acts_for($1, 'negotiate')::text`, marina); got != "true" {
		t.Errorf("she no longer works for herself: %s", got)
	}
}

func TestAnAddressThatIsNotProvenAcceptsNothing(t *testing.T) {
	t.Parallel()
	s := setup(t)
	serra, marina := s.company("Serra Azul", serrasCNPJ), s.professional("Marina Alves", marinasCPF)
	token, _ := s.invite(serra, serra, "marina@exemplo.test", "owner")
	s.Exec(`UPDATE auth.users SET email_confirmed_at = NULL WHERE id = $1`, marina)
	if refusal := s.accept(marina, token); refusal != "invitation_for_another" {
		t.Errorf("accepted: %q", refusal)
	}
}

func TestAnInvitationIsOver(t *testing.T) {
	t.Parallel()
	s := setup(t)
	serra, marina := s.company("Serra Azul", serrasCNPJ), s.professional("Marina Alves", marinasCPF)
	invite := func() (token string) {
		token, refusal := s.invite(serra, serra, "marina@exemplo.test", "reader")
		if refusal != "" {
			t.Fatal(refusal)
		}
		return token
	}
	overFor := func(fact, token string) {
		t.Helper()
		if refusal := s.accept(marina, token); refusal != "invitation_over" {
			t.Errorf("%s: %q", fact, refusal)
		}
		shown, err := markettest.Call(s.Stage, uuid.Nil, organisation.ViewInvitation(time.Now), organisation.Token{Token: token})
		if err != nil || shown.IsOpen || shown.Organisation != "Serra Azul" || shown.Email != "marina@exemplo.test" {
			t.Errorf("%s: shown %+v, %v", fact, shown, err)
		}
	}
	replaced := invite()
	revoked := invite()
	overFor("replaced by another", replaced)
	reference := organisation.InvitationReference{InvitationID: s.ID(`SELECT id FROM public.invitations WHERE status = 'pending'`)}
	if _, err := markettest.Call(s.Stage, marina, organisation.Revoke, reference); markettest.Code(err) != "invitation_not_found" {
		t.Errorf("a stranger revokes: %v", err)
	}
	if _, err := markettest.Call(s.Stage, serra, organisation.Revoke, reference); err != nil {
		t.Fatal(err)
	}
	if _, err := markettest.Call(s.Stage, serra, organisation.Revoke, reference); markettest.Code(err) != "invitation_over" {
		t.Errorf("twice: %v", err)
	}
	overFor("revoked", revoked)
	expired := invite()
	s.Exec(`UPDATE public.invitations SET expires_at = now() WHERE status = 'pending'`)
	overFor("expired", expired)
	blocked := invite()
	s.Exec(`UPDATE public.profiles SET status = 'blocked' WHERE id = $1`, serra)
	overFor("of a blocked organisation", blocked)
	if got := s.team(serra); got != "Serra Azul owner" {
		t.Errorf("the team is %s", got)
	}
}

func TestAnInvitationEndsWithTheRightOfWhoSentIt(t *testing.T) {
	t.Parallel()
	s := setup(t)
	serra := s.company("Serra Azul", serrasCNPJ)
	otavio := s.hire(serra, "Otávio Lima", "owner")
	token, refusal := s.invite(otavio, serra, "outro@exemplo.test", "owner")
	if refusal != "" {
		t.Fatal(refusal)
	}
	if refusal := s.leave(otavio, serra); refusal != "" {
		t.Fatal(refusal)
	}
	if _, refusal := s.register("outro@exemplo.test", map[string]any{"name": "Outro", "invitation": token}); refusal != "invitation_over" {
		t.Errorf("an owner who left is back under another name: %q", refusal)
	}
}

func TestOfAcceptancesAtOnceOneCounts(t *testing.T) {
	t.Parallel()
	s := setup(t)
	serra, marina := s.company("Serra Azul", serrasCNPJ), s.professional("Marina Alves", marinasCPF)
	token, _ := s.invite(serra, serra, "marina@exemplo.test", "reader")
	accept := func() string { return s.accept(marina, token) }
	if told := together(accept, accept, accept, accept); told[""] != 1 || told["invitation_over"] != 3 {
		t.Errorf("they were told %v", told)
	}
	if got := s.told(serra); got != "Marina Alves entrou na equipe" {
		t.Errorf("the owner is told %s", got)
	}
}

func TestAnAdministratorJoinsNoTeam(t *testing.T) {
	t.Parallel()
	s := setup(t)
	serra, admin := s.company("Serra Azul", serrasCNPJ), s.Member("admin", "Administração")
	s.Exec(`UPDATE auth.users SET email = 'admin@exemplo.test', email_confirmed_at = now() WHERE id = $1`, admin)
	token, _ := s.invite(serra, serra, "admin@exemplo.test", "owner")
	if refusal := s.accept(admin, token); refusal != "admin_cannot_join" {
		t.Errorf("told %q", refusal)
	}
}
