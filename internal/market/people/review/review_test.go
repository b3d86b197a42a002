package review_test

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/markettest"
	"automacao/internal/market/people/review"
	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

// scene is a market in which work is completed at once.
type scene struct {
	*markettest.Stage
	t *testing.T
}

func setup(t *testing.T) scene { return scene{markettest.Open(t), t} }

// contract returns a contract between two sides that has just been agreed and completed.
func (s scene) contract(company, professional uuid.UUID) uuid.UUID {
	s.t.Helper()
	project := s.Project(company, "Retrofit")
	sent := s.Proposal(project, professional)
	return s.ID(`
		INSERT INTO public.contracts (project_id, proposal_id, company_id, professional_id, value_cents, status, delivered_by, delivered_at, completed_by, completed_at)
		VALUES ($1, $2, $3, $4, 4850000, 'completed', $4, now(), $3, now()) RETURNING id`, project, sent, company, professional)
}

// say has one side review a contract.
func (s scene) say(contract, author uuid.UUID, rating int) uuid.UUID {
	s.t.Helper()
	return s.ID(`INSERT INTO public.reviews (contract_id, author_id, rating, content) VALUES ($1, $2, $3, 'Entregou no prazo') RETURNING id`, contract, author, rating)
}

// deal makes a completed contract in which the company gives the rating and the professional gives
// five stars.
func (s scene) deal(company, professional uuid.UUID, rating int) {
	s.t.Helper()
	contract := s.contract(company, professional)
	s.say(contract, company, rating)
	s.say(contract, professional, 5)
}

func (s scene) publish() (count int) {
	s.t.Helper()
	err := pgx.BeginFunc(context.Background(), s.Pool, func(tx pgx.Tx) (err error) {
		count, err = review.Publish(context.Background(), tx)
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return count
}

// pass moves contracts and reviews into the past by a span of time.
func (s scene) pass(span string) {
	s.t.Helper()
	s.Exec(`UPDATE public.contracts SET created_at = created_at - $1::interval, delivered_at = delivered_at - $1::interval, completed_at = completed_at - $1::interval`, span)
	s.Exec(`UPDATE public.reviews SET created_at = created_at - $1::interval, published_at = published_at - $1::interval`, span)
}

func (s scene) reputation(of uuid.UUID) string {
	return s.Text(`SELECT coalesce(rating::text, 'none') || ' of ' || reviews_count || ', ' || contracts_completed || ' contracts, ' || counterparts || ' counterparts' FROM public.profiles WHERE id = $1`, of)
}

const visible = `SELECT count(*)::text FROM public.reviews WHERE id = $1`

func TestAnUnansweredReviewIsSeenAfterFourteenDays(t *testing.T) {
	t.Parallel()
	s := setup(t)
	serra, marina := s.Member("company", "Serra Azul"), s.Member("professional", "Marina Alves")
	written := s.say(s.contract(serra, marina), serra, 4)
	expect := func(when, rating, rows string) {
		t.Helper()
		s.publish()
		if got := s.Text(`SELECT coalesce(rating::text, 'none') FROM public.profiles WHERE id = $1`, marina); got != rating {
			t.Errorf("%s: the rating is %s, want %s", when, got, rating)
		}
		for name, who := range map[string]uuid.UUID{"Marina": marina, "a visitor": uuid.Nil} {
			if got := s.Seen(who, visible, written); got != rows {
				t.Errorf("%s: %s sees %s reviews, want %s", when, name, got, rows)
			}
		}
	}
	expect("before", "none", "0")
	if s.Seen(serra, visible, written) != "1" {
		t.Error("the author does not see it")
	}
	s.pass("13 days 23 hours")
	expect("an hour before", "none", "0")
	s.pass("1 hour")
	expect("after", "4.00", "1")
	expect("once more", "4.00", "1")
	if told := s.Text(`SELECT count(*) || ' ' || min(subject_kind) FROM public.notifications WHERE profile_id = $1 AND kind = 'review'`, marina); told != "1 reviews" {
		t.Errorf("Marina was told %s", told)
	}
}

func TestTwoSignUpsAndThreeContractsMakeNoStarsWithinSeconds(t *testing.T) {
	t.Parallel()
	s := setup(t)
	serra, marina := s.Member("company", "Serra Azul"), s.Member("professional", "Marina Alves")
	for range 3 {
		s.deal(serra, marina, 5)
	}
	if got := s.publish(); got != 0 {
		t.Errorf("%d reviews are published at once", got)
	}
	if got := s.reputation(marina); got != "none of 0, 3 contracts, 1 counterparts" {
		t.Errorf("at once: %s", got)
	}
	s.pass("71 hours")
	if got := s.publish(); got != 0 {
		t.Errorf("%d reviews are published before 72 hours", got)
	}
	s.pass("1 hour")
	s.publish()
	if got := s.reputation(marina); got != "5.00 of 3, 3 contracts, 1 counterparts" {
		t.Errorf("after three days: %s", got)
	}
}

func TestALongContractWaitsADayAfterItsEnd(t *testing.T) {
	t.Parallel()
	s := setup(t)
	serra, marina := s.Member("company", "Serra Azul"), s.Member("professional", "Marina Alves")
	contract := s.contract(serra, marina)
	s.Exec(`UPDATE public.contracts SET created_at = now() - interval '30 days' WHERE id = $1`, contract)
	s.say(contract, serra, 4)
	s.say(contract, marina, 5)
	s.pass("23 hours")
	if got := s.publish(); got != 0 {
		t.Errorf("%d reviews are published within a day", got)
	}
	s.pass("1 hour")
	if got := s.publish(); got != 2 {
		t.Errorf("%d reviews are published after a day", got)
	}
}

func TestTenContractsOfOnePairWeighAsOneCounterpart(t *testing.T) {
	t.Parallel()
	s := setup(t)
	serra, vale, marina := s.Member("company", "Serra Azul"), s.Member("company", "Vale Verde"), s.Member("professional", "Marina Alves")
	for range 10 {
		s.deal(serra, marina, 5)
	}
	s.deal(vale, marina, 2)
	s.pass("14 days")
	s.publish()
	if got := s.reputation(marina); got != "3.50 of 11, 11 contracts, 2 counterparts" {
		t.Errorf("got %s", got)
	}
}

func TestABlockTakesBackWhatItsHolderSaid(t *testing.T) {
	t.Parallel()
	s := setup(t)
	serra, vale, marina := s.Member("company", "Serra Azul"), s.Member("company", "Vale Verde"), s.Member("professional", "Marina Alves")
	contract := s.contract(serra, marina)
	written := s.say(contract, serra, 1)
	s.deal(vale, marina, 5)
	s.pass("14 days")
	s.publish()
	for _, c := range []struct{ change, reputation, seen string }{
		{`UPDATE public.profiles SET status = 'blocked' WHERE id = $1`, "5.00 of 1, 1 contracts, 1 counterparts", "0"},
		{`UPDATE public.profiles SET status = 'active' WHERE id = $1`, "3.00 of 2, 2 contracts, 2 counterparts", "1"},
		{`UPDATE public.profiles SET status = 'blocked', removed_at = now() WHERE id = $1`, "3.00 of 2, 2 contracts, 2 counterparts", "1"},
	} {
		s.Exec(c.change, serra)
		if got := s.reputation(marina); got != c.reputation {
			t.Errorf("%s: %s", c.change, got)
		}
		if got := s.Seen(uuid.Nil, visible, written); got != c.seen {
			t.Errorf("%s: a visitor sees %s", c.change, got)
		}
	}
}

const write = `WITH said AS (INSERT INTO public.reviews (contract_id, author_id, rating, content) VALUES ($1, $2, 4, 'Bom') RETURNING rating) SELECT rating::text FROM said`

func TestAPartyReviewsThroughWhoMayNegotiate(t *testing.T) {
	t.Parallel()
	s := setup(t)
	serra, buyer, reader := s.Member("company", "Serra Azul"), s.Member("company", "Compras"), s.Member("company", "Leitura")
	marina := s.Member("professional", "Marina Alves")
	s.Exec(`INSERT INTO public.organisations (id, role, legal_name) VALUES ($1, 'company', 'Serra Azul Ltda.')`, serra)
	s.Exec(`INSERT INTO public.memberships (organisation_id, person_id, role) VALUES ($1, $1, 'owner'), ($1, $2, 'buyer'), ($1, $3, 'reader')`, serra, buyer, reader)
	contract := s.contract(serra, marina)
	const refused = "PGRST"
	if got := s.Seen(reader, write, contract, serra); got != refused {
		t.Errorf("a reader: %s", got)
	}
	s.Exec(`INSERT INTO public.organisations (id, role, kind, legal_name) VALUES ($1, 'professional', 'mei', 'Marina Alves MEI')`, marina)
	s.Exec(`INSERT INTO public.memberships (organisation_id, person_id, role) VALUES ($1, $1, 'owner'), ($1, $2, 'reader')`, marina, buyer)
	if got := s.Seen(buyer, write, contract, serra); got != refused {
		t.Errorf("a colleague of both sides: %s", got)
	}
	s.Exec(`DELETE FROM public.memberships WHERE organisation_id = $1 AND person_id = $2`, marina, buyer)
	if got := s.Seen(buyer, write, contract, serra); got != "4" {
		t.Errorf("the buyer: %s", got)
	}
}

// rate has one side review a contract by axes.
func (s scene) rate(contract, author uuid.UUID, rating int, axes string) error {
	s.t.Helper()
	_, err := s.Pool.Exec(context.Background(), `INSERT INTO public.reviews (contract_id, author_id, rating, content, axes) VALUES ($1, $2, $3, 'Como combinado', $4::jsonb)`, contract, author, rating, axes)
	return err
}

func TestEachSideIsRatedByItsOwnAxes(t *testing.T) {
	t.Parallel()
	s := setup(t)
	serra, marina := s.Member("company", "Serra Azul"), s.Member("professional", "Marina Alves")
	contract := s.contract(serra, marina)
	for name, axes := range map[string]string{
		"AxesOfTheOtherSide": `{"payment": 5}`,
		"AnUnknownAxis":      `{"beauty": 5}`,
		"SixStars":           `{"technique": 6}`,
		"HalfAStar":          `{"technique": 4.5}`,
		"AText":              `{"technique": "5"}`,
		"AList":              `["technique"]`,
		"NothingAtAll":       `null`,
	} {
		if err := s.rate(contract, serra, 4, axes); err == nil || markettest.Code(err) != "review_axes_wrong" {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if err := s.rate(contract, serra, 4, `{"technique": 5, "deadline": 3, "safety": null}`); err != nil {
		t.Errorf("the company: %v", err)
	}
	if err := s.rate(contract, marina, 5, `{"clear_scope": 4, "site_access": 1, "stable_scope": 2, "payment": 5}`); err != nil {
		t.Errorf("the professional: %v", err)
	}
	if axes := s.Text(`SELECT axes::text FROM public.reviews WHERE author_id = $1`, serra); axes != `{"safety": null, "deadline": 3, "technique": 5}` {
		t.Errorf("kept is %s", axes)
	}
}

func TestAnAxisIsShownOnceThreeCounterpartsRatedIt(t *testing.T) {
	t.Parallel()
	s := setup(t)
	marina := s.Member("professional", "Marina Alves")
	serra, vale, bruma := s.Member("company", "Serra Azul"), s.Member("company", "Vale Verde"), s.Member("company", "Bruma")
	for _, said := range []struct {
		company uuid.UUID
		axes    string
	}{
		{serra, `{"technique": 5, "deadline": 2, "safety": 5}`},
		{serra, `{"technique": 3, "deadline": 2, "safety": 5}`},
		{vale, `{"technique": 3, "deadline": 4, "safety": null}`},
		{bruma, `{"technique": 1, "deadline": 5}`},
	} {
		contract := s.contract(said.company, marina)
		if err := s.rate(contract, said.company, 4, said.axes); err != nil {
			t.Fatal(err)
		}
	}
	if axes := s.Text(recorded, marina); axes != "4 0 0 0 {}" {
		t.Errorf("before they are published: %s", axes)
	}
	s.pass("14 days")
	s.publish()
	if axes := s.Text(recorded, marina); axes != `4 0 0 0 {"deadline": 3.67, "technique": 2.67}` {
		t.Errorf("published: %s", axes)
	}
	s.Exec(`UPDATE public.profiles SET status = 'blocked' WHERE id = $1`, bruma)
	if axes := s.Text(recorded, marina); axes != "3 0 0 0 {}" {
		t.Errorf("once Bruma is blocked: %s", axes)
	}
}
