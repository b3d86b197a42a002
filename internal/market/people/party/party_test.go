package party_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/markettest"
	"automacao/internal/market/people/party"
	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

var errNothing = errors.New("nothing there")

// ask runs one question as a person.
func ask[Answer any](t *testing.T, s *markettest.Stage, who uuid.UUID, question func(context.Context, pgx.Tx) (Answer, error)) Answer {
	t.Helper()
	answer, err := markettest.Call(s, who, func(ctx context.Context, tx pgx.Tx, _ struct{}) (Answer, error) { return question(ctx, tx) }, struct{}{})
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

func TestWhereSomebodyStandsInADeal(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	serra, marina, rafael := s.Member("company", "Serra Azul"), s.Member("professional", "Marina Alves"), s.Member("professional", "Rafael Nunes")
	eva, rui := s.Colleague(serra, "buyer", "Eva Martins"), s.Colleague(serra, "reader", "Rui Castro")
	both := s.Colleague(marina, "owner", "Otávio Lima")
	s.Exec(`INSERT INTO public.memberships (organisation_id, person_id, role) VALUES ($1, $2, 'buyer')`, serra, both)
	for fact, c := range map[string]struct {
		who  uuid.UUID
		want party.Side
	}{
		"TheFounder": {serra, party.Company}, "ABuyer": {eva, party.Company}, "AReaderNegotiatesForNobody": {rui, party.Neither},
		"TheOtherSide": {marina, party.Professional}, "AStranger": {rafael, party.Neither}, "WhoBelongsToBoth": {both, party.Both}, "AVisitor": {uuid.Nil, party.Neither},
	} {
		t.Run(fact, func(t *testing.T) {
			got := ask(t, s, c.who, func(ctx context.Context, tx pgx.Tx) (party.Side, error) {
				return party.SideOf(ctx, tx, serra, marina, party.Negotiate)
			})
			if got != c.want {
				t.Errorf("stands on %q", got)
			}
		})
	}
}

func TestAMissingRightIsToldToMembersOnly(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	serra, vale := s.Member("company", "Serra Azul"), s.Member("company", "Vale Verde")
	eva, rui := s.Colleague(serra, "buyer", "Eva Martins"), s.Colleague(serra, "reader", "Rui Castro")
	for who, want := range map[uuid.UUID]error{eva: nil, rui: party.ErrRight, vale: errNothing, uuid.Nil: errNothing} {
		_, err := markettest.Call(s, who, func(ctx context.Context, tx pgx.Tx, _ struct{}) (struct{}, error) {
			return struct{}{}, party.Require(ctx, tx, serra, party.Publish, errNothing)
		}, struct{}{})
		if !errors.Is(err, want) {
			t.Errorf("got %v, want %v", err, want)
		}
	}
}

func TestWhoIsToldOfWhatNeedsARight(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	serra, marina := s.Member("company", "Serra Azul"), s.Member("professional", "Marina Alves")
	eva, rui := s.Colleague(serra, "buyer", "Eva Martins"), s.Colleague(serra, "reader", "Rui Castro")
	people := func(of uuid.UUID, right string) []uuid.UUID {
		found := ask(t, s, uuid.Nil, func(ctx context.Context, tx pgx.Tx) ([]uuid.UUID, error) { return party.People(ctx, tx, of, right) })
		return found
	}
	sorted := func(ids ...uuid.UUID) []uuid.UUID {
		slices.SortFunc(ids, func(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) })
		return ids
	}
	for fact, c := range map[string]struct{ got, want []uuid.UUID }{
		"of negotiations":        {people(serra, party.Negotiate), sorted(serra, eva)},
		"of payments":            {people(serra, party.Pay), sorted(serra)},
		"of what all may read":   {people(serra, party.Read), sorted(serra, eva, rui)},
		"somebody working alone": {people(marina, party.Pay), sorted(marina)},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("%s: %v", fact, c.got)
		}
	}
	s.Exec(`UPDATE public.memberships SET role = 'owner' WHERE person_id = $1`, eva)
	s.Exec(`DELETE FROM public.memberships WHERE organisation_id = $1 AND person_id = $1`, serra)
	contact := ask(t, s, uuid.Nil, func(ctx context.Context, tx pgx.Tx) (uuid.UUID, error) { return party.Contact(ctx, tx, serra) })
	if contact != eva {
		t.Errorf("%s reads what is written to the company", contact)
	}
}
