package core

import (
	"context"
	"fmt"
	"net/mail"
	"regexp"
	"strings"

	"github.com/jackc/pgx/v5"
)

// EmailMax is the maximum length of an address in characters, as the column limits it.
const EmailMax = 255

// emailShape is the HTML standard's valid address with a dotted domain, in ASCII, so that Go and
// PostgreSQL agree on lower case.
var emailShape = regexp.MustCompile(`^[a-z0-9.!#$%&'*+/=?^_{|}~\x60-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$`)

// FoldEmail returns the form in which an address is stored and looked up. It lower-cases ASCII
// only: in Unicode the Kelvin sign becomes k and İ becomes i, so another address would be looked
// up.
func FoldEmail(address string) string { return FoldASCII(strings.TrimSpace(address)) }

// FoldASCII lowers ASCII letters only.
func FoldASCII(text string) string {
	return strings.Map(func(char rune) rune {
		if 'A' <= char && char <= 'Z' {
			return char + 'a' - 'A'
		}
		return char
	}, text)
}

// ParseEmail returns the stored form of a deliverable address.
func ParseEmail(address string) (string, error) {
	folded := FoldEmail(address)
	if folded == "" {
		return "", Invalid("An email address is required")
	}
	if len(folded) > EmailMax {
		return "", Invalid("An email address is too long")
	}
	if !emailShape.MatchString(folded) {
		return "", Invalid("Unable to validate email address: invalid format")
	}
	parsed, err := mail.ParseAddress(folded)
	if err != nil || parsed.Address != folded {
		return "", Invalid("Unable to validate email address: invalid format")
	}
	return folded, nil
}

// PhoneShape is an E.164 number without its plus sign, as the column limits it.
var PhoneShape = regexp.MustCompile(`^[1-9][0-9]{1,14}$`)

// FoldPhone returns the form in which a number is stored and looked up.
func FoldPhone(phone string) string {
	return strings.ReplaceAll(strings.TrimPrefix(strings.TrimSpace(phone), "+"), " ", "")
}

// ParsePhone returns the stored form of a valid number.
func ParsePhone(phone string) (string, error) {
	folded := FoldPhone(phone)
	if !PhoneShape.MatchString(folded) {
		return "", Invalid("Invalid phone number format (E.164 required)")
	}
	return folded, nil
}

// Handle is what a user signs in with: an address, or a number.
type Handle struct{ Email, Phone string }

// Text is the handle as it is stored and counted.
func (h Handle) Text() string {
	if h.Email != "" {
		return h.Email
	}
	return h.Phone
}

// Condition finds its user among u, by $1.
func (h Handle) Condition() string {
	if h.Email != "" {
		return "u.email = $1"
	}
	return "u.phone = $1"
}

// Handle is where to reach a user: by mail if possible.
func (u *User) Handle() Handle {
	if u.Email != "" {
		return Handle{Email: u.Email}
	}
	return Handle{Phone: u.Phone}
}

// IsProved reports whether the user's address or number has been proved.
func (u *User) IsProved(who Handle) bool {
	if who.Email != "" {
		return u.EmailConfirmedAt != nil
	}
	return u.PhoneConfirmedAt != nil
}

// IsTaken reports whether a user has the address.
func IsTaken(ctx context.Context, q Querier, email string) (taken bool, err error) {
	if err := q.QueryRow(ctx, `SELECT EXISTS (SELECT FROM auth.users WHERE email = $1)`, email).Scan(&taken); err != nil {
		return false, fmt.Errorf("look up the address: %w", err)
	}
	return taken, nil
}

// MailKind says what a mail is for.
type MailKind string

// These are the kinds of mail. Notifications contain neither link nor code.
const (
	MailConfirmation MailKind = "confirmation"
	MailRecovery     MailKind = "recovery"
	MailMagicLink    MailKind = "magiclink"
	MailEmailChange  MailKind = "email_change"
	// MailEmailChangeCurrent asks the current address to agree.
	MailEmailChangeCurrent MailKind = "email_change_current"
	// MailAddressTaken tells an address's owner that it cannot be used for a second account.
	MailAddressTaken     MailKind = "address_taken"
	MailReauthentication MailKind = "reauthentication"
	MailInvite           MailKind = "invite"
	MailPasswordChanged  MailKind = "password_changed"
	MailEmailChanged     MailKind = "email_changed"
	MailFactorAdded      MailKind = "factor_added"
	MailPasskeyAdded     MailKind = "passkey_added"
	MailFactorRemoved    MailKind = "factor_removed"
	MailRecoveryCodeUsed MailKind = "recovery_code_used"
)

// These are the kinds of text messages.
const (
	TextSMS         MailKind = "sms"
	TextPhoneChange MailKind = "phone_change"
)

// Mailer queues a mail in the caller's transaction: if that is rolled back, the mail is not sent.
type Mailer interface {
	Send(ctx context.Context, tx pgx.Tx, kind MailKind, to, link, code string) error
}

// Text is a short message with a one-time code for a phone.
type Text struct {
	// User is the receiver, as the protocol shows them.
	User *User
	// Phone is in E.164 form, digits only.
	Phone string
	Code  string
	// Channel is sms or whatsapp.
	Channel string
	// Factor is whether the code is a second factor's.
	Factor bool
}

// Texter sends a text. It is called once for each code, outside of any transaction. If it returns
// an error, the text was not sent and is not retried. It may return the sender's id of the message.
type Texter interface {
	Text(ctx context.Context, text Text) (messageID string, err error)
}

// These are the channels of a text.
const (
	ChannelSMS      = "sms"
	channelWhatsApp = "whatsapp"
)

// ParseChannel returns the channel of a text; sms by default.
func ParseChannel(channel string) (string, error) {
	switch channel {
	case "":
		return ChannelSMS, nil
	case ChannelSMS, channelWhatsApp:
		return channel, nil
	}
	return "", Invalid("Invalid channel, supported values are 'sms' or 'whatsapp'")
}
