package acceptance

import (
	"automacao/verify/apptest"

	"github.com/google/uuid"
)

const (
	noReceiver = "404 receiver_not_found"
	noPlay     = "409 simulation_off"
	noClock    = "409 clock_real"
)

// moneyCalls are the calls about balances. Everybody is answered about their own, even if it is
// empty.
var moneyCalls = []row{
	everybody("money_balance", nothing),
	byAdmin("verify_ledger", nothing),
	{"fund_milestone", about("milestone_id", (*cast).planned), but(pay, "409 direct_settlement"), but(pay, notYours), noStage, nil},
	{"receiver_approved", about("contract_id", (*cast).agreed), all(done), all(done), noContract, nil},
	{"open_receiver", func(c *cast) map[string]any { return map[string]any{"party_id": c.marina()} }, all(noReceiver), but(pay, "409 no_institution"), noReceiver, nil},
	{"read_holder", func(c *cast) map[string]any { return map[string]any{"party_id": c.marina()} }, all(noReceiver), but(pay, done), noReceiver, nil},
	{"request_payout", func(*cast) map[string]any {
		return map[string]any{"value": 10, "pix_key": "1", "password": apptest.Password}
	},
		all(noReceiver), but(pay, "422 payout_key_not_own"), noReceiver, map[string]string{"rafael": "422 payout_key_not_own"}},
	{"simulate_pix", func(*cast) map[string]any { return map[string]any{"txid": "x", "event": "paid"} }, all(noPlay), all(noPlay), noPlay, nil},
	byAdmin("reconcile_payments", nothing),
	{"pass_time", func(*cast) map[string]any { return map[string]any{"days": 1} }, all(noClock), all(noClock), noClock, nil},
	byAdmin("money_desk", nothing),
	byAdmin("failing_orders", nothing),
	{"handle_difference", func(*cast) map[string]any { return map[string]any{"difference_id": uuid.New(), "reason": reason} },
		all(notAdmin), all(notAdmin), notAdmin, map[string]string{"admin": "404 difference_not_found"}},
	{"retry_order", func(*cast) map[string]any { return map[string]any{"order_id": uuid.New()} },
		all(notAdmin), all(notAdmin), notAdmin, map[string]string{"admin": "404 order_not_found"}},
}
