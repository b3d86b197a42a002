package deal

import (
	"net/http"
	"unicode/utf8"

	"automacao/internal/kernel/fault"
	"automacao/internal/kernel/humantext"
	"automacao/internal/market/limits"
)

// Refusals of a reason.
var (
	ErrReasonRequired = fault.New(http.StatusUnprocessableEntity, "reason_required", "Escreva o motivo.")
	ErrReasonTooLong  = fault.New(http.StatusUnprocessableEntity, "reason_too_long", "O motivo é longo demais.")
)

// Reason trims the reason that the other side is owed, and refuses none.
func Reason(given string) (string, error) {
	reason, err := humantext.ReadParagraphs(given)
	switch {
	case err != nil:
		return "", err
	case reason == "":
		return "", ErrReasonRequired
	case utf8.RuneCountInString(reason) > limits.ContractEventsReason:
		return "", ErrReasonTooLong
	}
	return reason, nil
}
