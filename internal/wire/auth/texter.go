package auth

import "context"

// Text is a message of a few words that carries a one-time code to a phone.
type Text struct {
	// User is whom the code is for, as the protocol shows him.
	User *User
	// Phone is in the form of E.164, digits alone.
	Phone string
	Code  string
	// Channel is sms or whatsapp.
	Channel string
	// Factor says that the code is a second factor's.
	Factor bool
}

// Texter has a text sent. It is asked once for each code, outside of any
// transaction: what it refuses was not sent, and nobody asks again for that code.
// It may say by what name the message is known to whoever sends it.
type Texter interface {
	Text(ctx context.Context, text Text) (messageID string, err error)
}

// The channels that a text may go by.
const (
	channelSMS      = "sms"
	channelWhatsApp = "whatsapp"
)

// hookTexter has texts sent by the hook for them: {user, sms: {otp, phone, …}}.
type hookTexter struct{ server *Server }

// Text asks the hook.
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
