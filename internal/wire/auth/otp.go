package auth

import (
	"context"
	"errors"
	"net/http"

	"github.com/jackc/pgx/v5"
)

// requested is the body of a request for a mail or a text message.
type requested struct {
	pkceRequest
	Email      string         `json:"email"`
	Phone      string         `json:"phone"`
	Type       string         `json:"type"`
	Channel    string         `json:"channel"`
	CreateUser *bool          `json:"create_user"`
	Data       map[string]any `json:"data"`
}

// recover is POST /recover: its response is the same for every address.
func (s *Server) recover(w http.ResponseWriter, r *http.Request) error {
	var in requested
	if err := decode(r, &in); err != nil {
		return err
	}
	if in.Email == "" {
		return errRecoveryAddress
	}
	return s.answerMail(w, r, in, MailRecovery)
}

// magicLink is POST /magiclink, which equals POST /otp with an address.
func (s *Server) magicLink(w http.ResponseWriter, r *http.Request) error {
	var in requested
	if err := decode(r, &in); err != nil {
		return err
	}
	if in.Email == "" {
		return errRecoveryAddress
	}
	// Only /otp has the option not to create an account.
	in.CreateUser = nil
	return s.otpByMail(w, r, in)
}

// otp is POST /otp: it sends a code, and by mail also a link, to sign in with.
func (s *Server) otp(w http.ResponseWriter, r *http.Request) error {
	var in requested
	if err := decode(r, &in); err != nil {
		return err
	}
	switch {
	case in.Email != "" && in.Phone != "":
		return invalid("Only an email address or phone number should be provided")
	case in.Email != "" && in.Channel != "":
		return invalid("Channel should only be specified with Phone OTP")
	case in.Email != "":
		return s.otpByMail(w, r, in)
	case in.Phone != "":
		return s.otpByText(w, r, in)
	}
	return invalid("One of email or phone must be set")
}

// resend is POST /resend: it sends an earlier mail or text again.
func (s *Server) resend(w http.ResponseWriter, r *http.Request) error {
	var in requested
	if err := decode(r, &in); err != nil {
		return err
	}
	kind, known := resendable[in.Type]
	switch {
	case !known:
		return invalid("Missing one of these types: signup, email_change, sms, phone_change")
	case in.Email == "" && in.Type == "signup":
		return invalid("Type provided requires an email address")
	case in.Phone == "" && in.Type == "sms":
		return invalid("Type provided requires a phone number")
	case in.Email != "" && in.Phone != "":
		return invalid("Only an email address or phone number should be provided.")
	case in.Email != "":
		return s.answerMail(w, r, in, kind)
	case in.Phone != "":
		return s.answerText(w, r, in, kind)
	}
	return invalid("Missing email address or phone number")
}

// resendable are the types of messages that can be sent again.
var resendable = map[string]MailKind{
	"signup":       MailConfirmation,
	"email_change": MailEmailChange,
	"sms":          textSMS,
	"phone_change": textPhoneChange,
}

// readMail parses the request for a mail.
func (s *Server) readMail(r *http.Request, in requested, kind MailKind) (mailRequest, error) {
	if s.cfg.DisableEmail {
		return mailRequest{}, errEmailOff
	}
	email, err := parseEmail(in.Email)
	if err != nil {
		return mailRequest{}, err
	}
	challenge, err := s.challenge256(in.pkceRequest)
	if err != nil {
		return mailRequest{}, err
	}
	return mailRequest{kind: kind, to: email, redirect: r.URL.Query().Get("redirect_to"), challenge: challenge}, nil
}

// answerMail sends a mail to the owner of the address, and does not reveal whether there is one.
func (s *Server) answerMail(w http.ResponseWriter, r *http.Request, in requested, kind MailKind) error {
	request, err := s.readMail(r, in, kind)
	if err != nil {
		return err
	}
	if err := s.withMinimumTime(r.Context(), func() error { return s.mailTo(r.Context(), request) }); err != nil {
		return err
	}
	return answer(w, http.StatusOK, struct{}{})
}

func (s *Server) answerText(w http.ResponseWriter, r *http.Request, in requested, kind MailKind) error {
	if s.cfg.Texter == nil {
		return errPhoneOff
	}
	phone, err := parsePhone(in.Phone)
	if err != nil {
		return err
	}
	channel, err := parseChannel(in.Channel)
	if err != nil {
		return err
	}
	var messageID string
	err = s.withMinimumTime(r.Context(), func() (err error) {
		messageID, err = s.textTo(r.Context(), textRequest{kind: kind, to: phone, channel: channel})
		return err
	})
	if err != nil {
		return err
	}
	return texted(w, messageID)
}

// otpByMail mails the owner of the address. With OTPSignup it creates an account for an unknown
// address; otherwise the response is the same whether the address is known or not.
func (s *Server) otpByMail(w http.ResponseWriter, r *http.Request, in requested) error {
	request, err := s.readMail(r, in, MailMagicLink)
	if err != nil {
		return err
	}
	ctx := r.Context()
	err = s.withMinimumTime(ctx, func() error {
		if s.cfg.Mailer == nil || !s.cfg.OTPSignup {
			return s.mailTo(ctx, request)
		}
		if err := s.spendMail(ctx, request.to); err != nil {
			return err
		}
		return s.inTx(ctx, func(tx pgx.Tx) error {
			user, err := s.findOrMake(ctx, tx, handle{email: request.to}, in, !s.cfg.ConfirmEmail)
			if err != nil {
				return err
			}
			return s.mailUser(ctx, tx, user, request)
		})
	})
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, struct{}{})
}

// mailTo sends a mail to the owner of the address, if the mail applies to them.
func (s *Server) mailTo(ctx context.Context, request mailRequest) error {
	if s.cfg.Mailer == nil {
		return nil
	}
	if err := s.spendMail(ctx, request.to); err != nil {
		return err
	}
	return s.inTx(ctx, func(tx pgx.Tx) error {
		if request.kind == MailEmailChange {
			return s.mailChangeAgain(ctx, tx, request)
		}
		user, err := findUser(ctx, tx, handle{email: request.to}.condition(), request.to)
		if errors.Is(err, errUserNotFound) {
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
func (s *Server) mailChangeAgain(ctx context.Context, tx pgx.Tx, request mailRequest) error {
	users, err := findUsers(ctx, tx, "(u.new_email = $1 OR (u.email = $1 AND u.new_email IS NOT NULL)) AND coalesce(u.banned_until <= $2, true) LIMIT 1", request.to, s.cfg.Now())
	if err != nil || len(users) == 0 {
		return err
	}
	if users[0].Email == request.to {
		return s.mailChange(ctx, tx, users[0], users[0].NewEmail, request)
	}
	return s.mailNewAddress(ctx, tx, users[0], request.to, request)
}

// mailUser sends a mail if it applies to the user's current state.
func (s *Server) mailUser(ctx context.Context, tx pgx.Tx, user *User, request mailRequest) error {
	confirmed := user.EmailConfirmedAt != nil
	switch {
	case user.bannedAt(s.cfg.Now()):
		return nil
	case request.kind == MailConfirmation && confirmed:
		return nil
	case request.kind == MailMagicLink && !confirmed:
		request.kind = MailConfirmation
	}
	return s.sendMail(ctx, tx, user.ID, request)
}
