package contract_test

import (
	"testing"

	"github.com/google/uuid"

	"automacao/internal/market/contract"
	"automacao/internal/market/markettest"
	"automacao/internal/market/proposal"
)

// TestAnUnansweredReviewIsSeenAfterFourteenDays has only the company write one:
// nobody but it sees that until the days have passed.
func TestAnUnansweredReviewIsSeenAfterFourteenDays(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	serra, marina := s.Member("company", "Serra Azul"), s.Member("professional", "Marina Alves")
	projectID := s.Project(serra, "Retrofit")
	agreed, err := markettest.Call(s, serra, proposal.Accept, proposal.Reference{ProposalID: s.Proposal(projectID, marina)})
	if err != nil {
		t.Fatal(err)
	}
	about := contract.Reference{ContractID: agreed.ContractID}
	if _, err := markettest.Call(s, marina, contract.Deliver, about); err != nil {
		t.Fatal(err)
	}
	if _, err := markettest.Call(s, serra, contract.Complete, about); err != nil {
		t.Fatal(err)
	}
	review := s.ID(`INSERT INTO public.reviews (contract_id, author_id, rating, content)
		VALUES ($1, $2, 4, 'Entregou no prazo') RETURNING id`, agreed.ContractID, serra)

	const visible = `SELECT count(*)::text FROM public.reviews WHERE id = $1`
	expect := func(when, rating, rows string) {
		t.Helper()
		s.Exec(`SELECT private.publish_due_reviews()`)
		if got := s.Text(`SELECT coalesce(rating::text, 'none') FROM public.profiles WHERE id = $1`, marina); got != rating {
			t.Errorf("%s: the rating is %s, want %s", when, got, rating)
		}
		for name, who := range map[string]uuid.UUID{"Marina": marina, "a visitor": uuid.Nil} {
			if got := s.Seen(who, visible, review); got != rows {
				t.Errorf("%s: %s sees %s reviews, want %s", when, name, got, rows)
			}
		}
	}
	expect("before", "none", "0")
	if s.Seen(serra, visible, review) != "1" {
		t.Error("the author does not see it")
	}
	s.Exec(`UPDATE public.reviews SET published_at = published_at - interval '13 days 23 hours'`)
	expect("an hour before", "none", "0")
	s.Exec(`UPDATE public.reviews SET published_at = published_at - interval '1 hour'`)
	expect("after", "4.00", "1")
	expect("once more", "4.00", "1")
	if told := s.Text(`SELECT count(*)::text FROM public.notifications WHERE profile_id = $1 AND kind = 'review'`, marina); told != "1" {
		t.Errorf("Marina was told %s times", told)
	}
}
