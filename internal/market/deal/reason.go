package deal

import (
	"net/http"
	"strings"
	"unicode/utf8"

	"automacao/internal/fault"
)

// reasonMax bounds what one side says to the other about a step, in
// characters.
const reasonMax = 1000

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
	case utf8.RuneCountInString(reason) > reasonMax:
		return "", ErrReasonTooLong
	}
	return reason, nil
}
