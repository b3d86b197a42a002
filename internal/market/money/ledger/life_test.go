package ledger

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"pgregory.net/rapid"

	"automacao/internal/kernel/money"
	"automacao/internal/market/markettest"
	"automacao/internal/postgres/dbtest"
)

// livesIn is the number of deals in one check. There are a hundred checks unless -rapid.checks says
// otherwise, which makes ten thousand deals in a whole run.
func livesIn() int { return markettest.Times(20, 100) }

// stepsMax bounds the number of steps of one deal.
const stepsMax = 6

// togetherMax is the number of steps in one transaction. A transaction becomes slow with many
// changes to the same row.
const togetherMax = 50

// tryAll takes many steps in one statement, and returns for each the constraint that refused it.
const tryAll = `
	CREATE FUNCTION private.try_all(steps jsonb) RETURNS text[] LANGUAGE plpgsql SET search_path = '' AS $$
	DECLARE
	  step jsonb;
	  refused text;
	  told text[] := '{}';
	BEGIN
	  FOR step IN SELECT s FROM jsonb_array_elements(steps) AS s LOOP
	    BEGIN
	      refused := '';
	      CASE step ->> 'call'
	        WHEN 'reserve' THEN PERFORM private.reserve_hold(step ->> 'hold', step ->> 'account', (step ->> 'value')::bigint);
	        WHEN 'void'    THEN PERFORM private.void_hold(step ->> 'hold');
	        WHEN 'post'    THEN PERFORM private.post_transfer(step ->> 'key', step ->> 'kind', NULL, (step ->> 'milestone')::uuid, NULL, step -> 'entries');
	        ELSE PERFORM private.post_hold(step ->> 'hold', step ->> 'key', step ->> 'kind', NULL, (step ->> 'milestone')::uuid, NULL, step -> 'entries');
	      END CASE;
	    EXCEPTION WHEN unique_violation OR check_violation THEN
	      GET STACKED DIAGNOSTICS refused = CONSTRAINT_NAME;
	    END;
	    told := array_append(told, refused);
	  END LOOP;
	  RETURN told;
	END $$`

// step is one call of the ledger.
type step struct {
	Call      string    `json:"call"`
	Hold      string    `json:"hold"`
	Account   string    `json:"account"`
	Value     int64     `json:"value"`
	Key       string    `json:"key"`
	Kind      string    `json:"kind"`
	Milestone uuid.UUID `json:"milestone"`
	Entries   []entry   `json:"entries"`
}

func posting(t transfer, hold string) step {
	call := "post"
	if hold != "" {
		call = "post_hold"
	}
	return step{Call: call, Hold: hold, Key: t.key, Kind: t.kind, Milestone: t.milestoneID, Entries: t.entries}
}

func reserving(hold string, from account, value money.Money) step {
	return step{Call: "reserve", Hold: hold, Account: from.Name, Value: int64(value)}
}

// world draws random deals between a few parties, under its own keys.
type world struct {
	*rapid.T
	salt  uuid.UUID
	book  *book
	steps []step
	told  []string
}

func (w *world) id(name string, number int) uuid.UUID {
	return uuid.NewSHA1(w.salt, fmt.Appendf(nil, "%s %d", name, number))
}

// value draws an amount that is often the deal's value, and sometimes not.
func (w *world) value(worth money.Money) money.Money {
	switch rapid.IntRange(0, 5).Draw(w.T, "which value") {
	case 0:
		return worth + 1
	case 1, 2:
		return money.Money(rapid.Int64Range(1, int64(worth)).Draw(w.T, "part"))
	}
	return worth
}

func (w *world) shares(worth money.Money) Shares {
	value := w.value(worth)
	out := Shares{Value: value, Fee: Fee(value, BasisPoints(rapid.IntRange(0, int(Whole)).Draw(w.T, "fee")))}
	// Each tax is computed and rounded separately from the gross value, as the fee is, and is at
	// most what is left of it.
	for _, most := range []int{5_00, 11_00, 27_50, 4_65} {
		if rapid.Bool().Draw(w.T, "is withheld") {
			out.Withheld += Fee(value, BasisPoints(rapid.IntRange(1, most).Draw(w.T, "tax")))
		}
	}
	out.Withheld = min(out.Withheld, value-out.Fee)
	return out
}

// do takes a step here and adds it to the database's list, sometimes twice.
func (w *world) do(taken step) {
	for range rapid.SampledFrom([]int{1, 1, 1, 2}).Draw(w.T, "times") {
		w.steps = append(w.steps, taken)
		w.told = append(w.told, w.book.do(taken))
	}
}

// live takes one deal from its guarantee to its end.
func (w *world) live(number int) {
	deal := Deal{
		MilestoneID: w.id("milestone", number),
		CompanyID:   w.id("company", rapid.IntRange(0, 2).Draw(w.T, "company")), ProfessionalID: w.id("professional", rapid.IntRange(0, 4).Draw(w.T, "professional")),
	}
	worth := money.Money(rapid.Int64Range(1, 1_000_000_00).Draw(w.T, "worth"))
	held, earned := held(deal), available(deal.ProfessionalID)
	hold := "order:" + deal.MilestoneID.String()
	wanted := Payout{ID: w.id("payout", number), PartyID: deal.ProfessionalID}
	claim := Contest{ID: w.id("contest", number), Deal: deal}
	sometimes := func() string { return rapid.SampledFrom([]string{"", "", hold}).Draw(w.T, "hold") }
	moving := func(t transfer, kind string, from, to account, hold string) {
		t.move(kind, w.value(worth), from, to)
		w.do(posting(t, hold))
	}
	w.do(posting(funded(deal, worth), ""))
	for range rapid.IntRange(0, stepsMax).Draw(w.T, "steps") {
		switch rapid.IntRange(0, 14).Draw(w.T, "step") {
		case 0, 1:
			w.do(posting(released(deal, w.shares(worth)), sometimes()))
		case 2:
			w.do(posting(refunded(deal, w.value(worth)), sometimes()))
		case 3:
			part := w.shares(worth)
			w.do(posting(divided(deal, part, max(worth-part.Value, 0)), sometimes()))
		case 4:
			w.do(reserving(hold, held, w.value(worth)))
		case 5:
			w.do(step{Call: "void", Hold: hold})
		case 6, 7:
			w.do(reserving(wanted.reservation(), earned, w.value(worth)))
		case 8:
			moving(transfer{key: wanted.reservation(), kind: payout}, payout, earned, paying(deal.ProfessionalID), wanted.reservation())
		case 9:
			w.do(step{Call: "void", Hold: wanted.reservation()})
		case 10:
			moving(transfer{key: wanted.settled(), kind: payout}, payout, paying(deal.ProfessionalID), paidOut(deal.ProfessionalID), "")
		case 11:
			moving(transfer{key: "payout_returned:" + wanted.ID.String(), kind: payoutReturned}, payoutReturned, paying(deal.ProfessionalID), earned, "")
		case 12:
			moving(claim.transfer(opened, contest), contest, rapid.SampledFrom([]account{held, earned, owed(deal.ProfessionalID)}).Draw(w.T, "contested"), contested(deal), "")
		case 13:
			moving(claim.transfer(returned, contestReturned), contestReturned, contested(deal), outside(deal.CompanyID), "")
		case 14:
			w.do(posting(deal.ofWithheld(w.id("tax", number), w.value(worth), rapid.SampledFrom([]account{earned, outside(deal.CompanyID)}).Draw(w.T, "whose")), ""))
		}
	}
}

// TestTenThousandLives compares the database with the book below. The same steps are refused for
// the same reasons, the balances are equal, and none is below its floor. On a failure rapid prints
// the seed.
func TestTenThousandLives(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)
	if _, err := db.Owner.Exec(t.Context(), tryAll); err != nil {
		t.Fatal(err)
	}
	lives, steps, refused := 0, 0, 0
	var fees int64
	rapid.Check(t, func(r *rapid.T) {
		// Rows left by a failed check must not disturb the next one.
		w := &world{T: r, salt: uuid.New(), book: &book{accounts: map[string]*balance{}, holds: map[string]*hold{}, posted: map[string]string{}}}
		for number := range livesIn() {
			w.live(number)
		}
		told := w.runIn(t, db)
		for i, want := range w.told {
			if told[i] != want {
				r.Fatalf("step %d, %+v, is refused by %q, want %q", i, w.steps[i], told[i], want)
			}
			if want != "" {
				refused++
			}
		}
		lives, steps, fees = lives+livesIn(), steps+len(w.steps), fees+w.book.of("fee").value
		w.book.check(r, db, t, fees)
	})
	t.Logf("%d lives, %d steps, %d of them refused", lives, steps, refused)
	err := pgx.BeginFunc(t.Context(), db.Pool, func(tx pgx.Tx) error {
		found, err := Verify(t.Context(), tx)
		if !found.Balanced || !found.Chained || found.Entries == 0 {
			t.Errorf("the ledger is %+v", found)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// runIn takes the steps in the database, and returns what refused each.
func (w *world) runIn(t *testing.T, db *dbtest.Database) (told []string) {
	for some := range slices.Chunk(w.steps, togetherMax) {
		text, err := json.Marshal(some)
		if err != nil {
			w.Fatal(err)
		}
		var page []string
		if err := db.Owner.QueryRow(t.Context(), `SELECT private.try_all($1)`, string(text)).Scan(&page); err != nil {
			w.Fatal(err)
		}
		told = append(told, page...)
	}
	return told
}
