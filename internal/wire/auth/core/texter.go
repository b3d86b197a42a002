package core

import (
	"context"
)

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
