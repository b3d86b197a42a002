package demo

import "slices"

// stories are the deals of the demonstration besides the engagements. Most belong to its company or
// its professional.
func stories() []*story {
	return slices.Concat([]*story{institution()}, companyStories(), makerStories(), endings(), quarrels(), bids())
}

// turns concatenates the parts of a story.
func turns(parts ...[]turn) []turn { return slices.Concat(parts...) }

// institution opens the accounts before the first payment, and pays out after everything held was
// released. One account is still under review, and one payout is on its way.
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
