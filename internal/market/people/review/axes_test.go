package review_test

import (
	"context"
	"testing"

	"github.com/google/uuid"

	"automacao/internal/market/markettest"
)

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
