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

// Reason normalises the reason that a step gives the other side. It returns an error if the reason
// is empty, too long or not readable text.
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
