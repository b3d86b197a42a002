package demo

import "slices"

// stories are the deals of the demonstration, besides the engagements. Most are
// of its company or of its professional.
func stories() []*story {
	return slices.Concat([]*story{institution()}, companyStories(), makerStories(), endings(), quarrels(), bids())
}

// turns puts what happens in a story into one list.
func turns(parts ...[]turn) []turn { return slices.Concat(parts...) }

// institution opens the accounts before anybody pays, and pays out after all
// that is held was released. One account is still looked at, and one payout on
// its way.
func institution() *story {
	return &story{professional: 0, steps: []turn{
		{ago: 14000, deed: receivers(0, 1, 4, 5, 8, 9, 11, 12)},
		{ago: 850, deed: slowly(receivers(7))},
		{ago: 8420, deed: carriedOut},
		{ago: 8410, act: takeOut(1800000)},
		{ago: 8410, deed: carriedOut},
		{ago: 8410, deed: arrived},
		{ago: 2620, deed: carriedOut},
		{ago: 2610, act: takeOut(2000000)},
		{ago: 2610, deed: carriedOut},
		{ago: 2610, deed: arrived},
		{ago: 30, deed: carriedOut},
		{ago: 25, act: takeOut(850000)},
		{ago: 25, deed: slowly(carriedOut)},
		{ago: 20, act: both(published, talked)},
		{ago: 10, deed: compare},
	}}
}
