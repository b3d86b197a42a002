package core

import (
	"regexp"
	"strings"
)

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
