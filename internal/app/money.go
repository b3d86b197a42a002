package app

import (
	"errors"

	"automacao/internal/market/money/ledger"
	"automacao/internal/market/people/account"
	"automacao/internal/wire/rest"
)

// registerMoney ties what people own and are owed to the protocol.
func (a *App) registerMoney() error {
	members := rest.Roles{"authenticated"}
	return errors.Join(
		rest.Register(a.rest, "money_balance", ledger.MoneyBalance, members),
		rest.Register(a.rest, "verify_ledger", ledger.VerifyLedger(account.RequireAdmin), members),
	)
}
