package auth

import "context"

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
	channelSMS      = "sms"
	channelWhatsApp = "whatsapp"
)

// hookTexter sends texts through the hook: {user, sms: {otp, phone, …}}.
type hookTexter struct{ server *Server }

// Text calls the hook.
func (t hookTexter) Text(ctx context.Context, text Text) (string, error) {
	sms := map[string]string{"otp": text.Code, "phone": text.Phone, "channel": text.Channel}
	if text.Factor {
		sms["sms_type"] = "mfa"
	}
	var said struct {
		MessageID string `json:"message_id"`
	}
	err := t.server.ask(ctx, nil, t.server.cfg.Hooks.SendSMS, hookSMS, map[string]any{"user": text.User, "sms": sms}, &said)
	return shortText(said.MessageID), err
}
