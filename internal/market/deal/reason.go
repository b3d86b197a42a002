package deal

import (
	"net/http"
	"strings"
	"unicode/utf8"

	"automacao/internal/fault"
	"automacao/internal/market/limits"
)

// Refusals of a reason.
var (
	ErrReasonRequired = fault.New(http.StatusUnprocessableEntity, "reason_required", "Escreva o motivo.")
	ErrReasonTooLong  = fault.New(http.StatusUnprocessableEntity, "reason_too_long", "O motivo é longo demais.")
)

// Reason trims the reason that the other side is owed, and refuses none.
func Reason(given string) (string, error) {
	reason := strings.TrimSpace(given)
	switch {
	case reason == "":
		return "", ErrReasonRequired
	case utf8.RuneCountInString(reason) > limits.ContractEventsReason:
		return "", ErrReasonTooLong
	}
	return reason, nil
}
