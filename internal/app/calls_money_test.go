package app

// moneyCalls answer for what people own and are owed: everybody with what is
// his own, be it nothing.
var moneyCalls = []row{
	everybody("money_balance", nothing),
	byAdmin("verify_ledger", nothing),
}
