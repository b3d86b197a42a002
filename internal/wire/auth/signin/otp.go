package signin

import (
	"context"
	"errors"
	"net/http"

	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/auth/account"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/message"
)

// requested is the body of a request for a mail or a text message.
type requested struct {
	message.Challenge
	Email      string         `json:"email"`
	Phone      string         `json:"phone"`
	Type       string         `json:"type"`
	Channel    string         `json:"channel"`
	CreateUser *bool          `json:"create_user"`
	Data       map[string]any `json:"data"`
}

// Recover is POST /recover: its response is the same for every address.
func (s *Server) Recover(w http.ResponseWriter, r *http.Request) error {
	var in requested
	if err := core.Decode(r, &in); err != nil {
		return err
	}
	if in.Email == "" {
		return errRecoveryAddress
	}
	return s.answerMail(w, r, in, core.MailRecovery)
}

// MagicLink is POST /magiclink, which equals POST /otp with an address.
func (s *Server) MagicLink(w http.ResponseWriter, r *http.Request) error {
	var in requested
	if err := core.Decode(r, &in); err != nil {
		return err
	}
	if in.Email == "" {
		return errRecoveryAddress
	}
	// Only /otp has the option not to create an account.
	in.CreateUser = nil
	return s.otpByMail(w, r, in)
}

// OTP is POST /otp: it sends a code, and by mail also a link, to sign in with.
func (s *Server) OTP(w http.ResponseWriter, r *http.Request) error {
	var in requested
	if err := core.Decode(r, &in); err != nil {
		return err
	}
	switch {
	case in.Email != "" && in.Phone != "":
		return core.Invalid("Only an email address or phone number should be provided")
	case in.Email != "" && in.Channel != "":
		return core.Invalid("Channel should only be specified with Phone OTP")
	case in.Email != "":
		return s.otpByMail(w, r, in)
	case in.Phone != "":
		return s.otpByText(w, r, in)
	}
	return core.Invalid("One of email or phone must be set")
}

// Resend is POST /resend: it sends an earlier mail or text again.
func (s *Server) Resend(w http.ResponseWriter, r *http.Request) error {
	var in requested
	if err := core.Decode(r, &in); err != nil {
		return err
	}
	kind, known := resendable[in.Type]
	switch {
	case !known:
		return core.Invalid("Missing one of these types: signup, email_change, sms, phone_change")
	case in.Email == "" && in.Type == "signup":
		return core.Invalid("Type provided requires an email address")
	case in.Phone == "" && in.Type == "sms":
		return core.Invalid("Type provided requires a phone number")
	case in.Email != "" && in.Phone != "":
		return core.Invalid("Only an email address or phone number should be provided.")
	case in.Email != "":
		return s.answerMail(w, r, in, kind)
	case in.Phone != "":
		return s.answerText(w, r, in, kind)
	}
	return core.Invalid("Missing email address or phone number")
}

// resendable are the types of messages that can be sent again.
var resendable = map[string]core.MailKind{
	"signup":       core.MailConfirmation,
	"email_change": core.MailEmailChange,
	"sms":          core.TextSMS,
	"phone_change": core.TextPhoneChange,
}

// readMail parses the request for a mail.
func (s *Server) readMail(r *http.Request, in requested, kind core.MailKind) (message.Mail, error) {
	if s.Config.DisableEmail {
		return message.Mail{}, errEmailOff
	}
	email, err := core.ParseEmail(in.Email)
	if err != nil {
		return message.Mail{}, err
	}
	challenge, err := s.messages.ReadChallenge(in.Challenge)
	if err != nil {
		return message.Mail{}, err
	}
	return message.Mail{Kind: kind, To: email, Redirect: r.URL.Query().Get("redirect_to"), Challenge: challenge}, nil
}

// answerMail sends a mail to the owner of the address, and does not reveal whether there is one.
func (s *Server) answerMail(w http.ResponseWriter, r *http.Request, in requested, kind core.MailKind) error {
	request, err := s.readMail(r, in, kind)
	if err != nil {
		return err
	}
	if err := s.WithMinimumTime(r.Context(), func() error { return s.mailTo(r.Context(), request) }); err != nil {
		return err
	}
	return core.Answer(w, http.StatusOK, struct{}{})
}

func (s *Server) answerText(w http.ResponseWriter, r *http.Request, in requested, kind core.MailKind) error {
	if s.Config.Texter == nil {
		return account.ErrPhoneOff
	}
	phone, err := core.ParsePhone(in.Phone)
	if err != nil {
		return err
	}
	channel, err := core.ParseChannel(in.Channel)
	if err != nil {
		return err
	}
	var messageID string
	err = s.WithMinimumTime(r.Context(), func() (err error) {
		messageID, err = s.messages.TextTo(r.Context(), message.Text{Kind: kind, To: phone, Channel: channel})
		return err
	})
	if err != nil {
		return err
	}
	return message.Texted(w, messageID)
}

// otpByMail mails the owner of the address. With OTPSignup it creates an account for an unknown
// address; otherwise the response is the same whether the address is known or not.
func (s *Server) otpByMail(w http.ResponseWriter, r *http.Request, in requested) error {
	request, err := s.readMail(r, in, core.MailMagicLink)
	if err != nil {
		return err
	}
	ctx := r.Context()
	err = s.WithMinimumTime(ctx, func() error {
		if s.Config.Mailer == nil || !s.Config.OTPSignup {
			return s.mailTo(ctx, request)
		}
		if err := s.messages.SpendMail(ctx, request.To); err != nil {
			return err
		}
		return s.InTx(ctx, func(tx pgx.Tx) error {
			user, err := s.findOrMake(ctx, tx, core.Handle{Email: request.To}, in, !s.Config.ConfirmEmail)
			if err != nil {
				return err
			}
			return s.mailUser(ctx, tx, user, request)
		})
	})
	if err != nil {
		return err
	}
	return core.Answer(w, http.StatusOK, struct{}{})
}

// mailTo sends a mail to the owner of the address, if the mail applies to them.
func (s *Server) mailTo(ctx context.Context, request message.Mail) error {
	if s.Config.Mailer == nil {
		return nil
	}
	if err := s.messages.SpendMail(ctx, request.To); err != nil {
		return err
	}
	return s.InTx(ctx, func(tx pgx.Tx) error {
		if request.Kind == core.MailEmailChange {
			return s.mailChangeAgain(ctx, tx, request)
		}
		user, err := core.FindUser(ctx, tx, core.Handle{Email: request.To}.Condition(), request.To)
		if errors.Is(err, core.ErrUserNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		return s.mailUser(ctx, tx, user, request)
	})
}

// mailChangeAgain mails only the new address if the request names it, and both addresses if the
// request names the current one, as the protocol does.
func (s *Server) mailChangeAgain(ctx context.Context, tx pgx.Tx, request message.Mail) error {
	users, err := core.FindUsers(ctx, tx, "(u.new_email = $1 OR (u.email = $1 AND u.new_email IS NOT NULL)) AND coalesce(u.banned_until <= $2, true) LIMIT 1", request.To, s.Config.Now())
	if err != nil || len(users) == 0 {
		return err
	}
	if users[0].Email == request.To {
		return s.accounts.MailChange(ctx, tx, users[0], users[0].NewEmail, request)
	}
	return s.accounts.MailNewAddress(ctx, tx, users[0], request.To, request)
}

// mailUser sends a mail if it applies to the user's current state.
func (s *Server) mailUser(ctx context.Context, tx pgx.Tx, user *core.User, request message.Mail) error {
	confirmed := user.EmailConfirmedAt != nil
	switch {
	case user.BannedAt(s.Config.Now()):
		return nil
	case request.Kind == core.MailConfirmation && confirmed:
		return nil
	case request.Kind == core.MailMagicLink && !confirmed:
		request.Kind = core.MailConfirmation
	}
	return s.messages.SendMail(ctx, tx, user.ID, request)
}
