package psp

import (
	"bytes"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"automacao/internal/institution/psp/asaas"
	"automacao/internal/kernel/money"
)

// EventBytesMax is the maximum size of a webhook's body.
const EventBytesMax = 1 << 20

// eventKinds are the events that need a reaction. Others are only stored.
var eventKinds = map[string]EventKind{
	"PAYMENT_CONFIRMED": EventPaid, "PAYMENT_RECEIVED": EventPaid,
	"PAYMENT_OVERDUE": EventExpired, "PAYMENT_DELETED": EventCancelled,
	"PAYMENT_REFUNDED": EventRefunded, "PAYMENT_PARTIALLY_REFUNDED": EventRefunded, "PAYMENT_REFUND_IN_PROGRESS": EventRefunded,
	"PAYMENT_CHARGEBACK_REQUESTED": EventContested, "PAYMENT_CHARGEBACK_DISPUTE": EventContested,
	"PAYMENT_AWAITING_CHARGEBACK_REVERSAL": EventContested,
	"BALANCE_VALUE_BLOCKED":                EventContested, "BALANCE_VALUE_UNBLOCKED": EventUnblocked,
	"TRANSFER_DONE": EventTransfer, "TRANSFER_FAILED": EventTransfer, "TRANSFER_CANCELLED": EventTransfer,
}

// medBlock is the type of a balance block after a payer's contestation.
const medBlock = "PIX_INFRACTION"

func (p *provider) Events(header http.Header, body []byte) ([]Event, error) {
	if !isSame(header.Get(asaas.TokenHeader), p.token.Reveal()) {
		return nil, ErrUnverified
	}
	if len(body) > EventBytesMax {
		return nil, invalid("the event is too long")
	}
	raw := []json.RawMessage{body}
	if bytes.HasPrefix(bytes.TrimSpace(body), []byte("[")) {
		if err := json.Unmarshal(body, &raw); err != nil {
			return nil, invalid("the events are not JSON")
		}
	}
	events := make([]Event, 0, len(raw))
	for _, text := range raw {
		event, err := eventOf(text)
		if err != nil {
			return nil, err
		}
		events = append(events, event)
	}
	return events, nil
}

// isSame compares in constant time, so that the time reveals nothing about the token, not even its
// length.
func isSame(given, agreed string) bool {
	one, other := sha256.Sum256([]byte(given)), sha256.Sum256([]byte(agreed))
	return agreed != "" && subtle.ConstantTimeCompare(one[:], other[:]) == 1
}

func eventOf(text []byte) (Event, error) {
	var notice asaas.Notice
	if err := json.Unmarshal(text, &notice); err != nil || notice.Event == "" {
		return Event{}, invalid("the event is not as documented")
	}
	event := Event{ID: notice.ID, Kind: kindOf(notice), Name: notice.Event, OccurredAt: notice.DateCreated.Time}
	if event.ID == "" {
		// Older notices have no id. A repeated notice has the same bytes.
		sum := sha256.Sum256(text)
		event.ID = "sha256:" + hex.EncodeToString(sum[:])
	}
	switch {
	case notice.Payment != nil:
		event.ChargeID, event.Reference, event.Value = notice.Payment.ID, notice.Payment.ExternalReference, money.Money(notice.Payment.Value)
	case notice.Transfer != nil:
		event.TransferID, event.Reference, event.Value = notice.Transfer.ID, notice.Transfer.ExternalReference, money.Money(notice.Transfer.Value)
		event.EndToEndID = notice.Transfer.EndToEndIdentifier
	case notice.AccountStatus != nil:
		event.AccountID = notice.AccountStatus.ID
	case notice.Balance != nil:
		event.Value = money.Money(notice.Balance.Value)
	}
	return event, nil
}

func kindOf(notice asaas.Notice) EventKind {
	if notice.Balance != nil && notice.Balance.Type != medBlock {
		return EventOther
	}
	if strings.HasPrefix(notice.Event, "ACCOUNT_STATUS_") {
		return EventReceiver
	}
	if kind, known := eventKinds[notice.Event]; known {
		return kind
	}
	return EventOther
}

// String returns the event for a log, without its content.
func (e Event) String() string { return fmt.Sprintf("%s (%s)", e.ID, e.Name) }
