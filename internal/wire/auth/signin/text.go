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

// otpByText is POST /otp with a number: it sends a code to its user, and creates an account for an
// unknown number if allowed.
func (s *Server) otpByText(w http.ResponseWriter, r *http.Request, in requested) error {
	if s.Config.Texter == nil {
		return errPhoneOTPOff
	}
	phone, err := core.ParsePhone(in.Phone)
	if err != nil {
		return err
	}
	channel, err := core.ParseChannel(in.Channel)
	if err != nil {
		return err
	}
	ctx := r.Context()
	if err := s.messages.SpendText(ctx, phone); err != nil {
		return err
	}
	var user *core.User
	err = s.InTx(ctx, func(tx pgx.Tx) (err error) {
		user, err = s.findOrMake(ctx, tx, core.Handle{Phone: phone}, in, !s.Config.ConfirmPhone)
		return err
	})
	switch {
	case errors.Is(err, core.ErrUserNotFound):
		return core.Answer(w, http.StatusOK, struct{}{})
	case err != nil:
		return err
	case user.BannedAt(s.Config.Now()):
		return core.Answer(w, http.StatusOK, struct{}{})
	}
	messageID, err := s.messages.SendText(ctx, user, message.Text{Kind: core.TextSMS, To: phone, Channel: channel})
	if err != nil {
		return err
	}
	return message.Texted(w, messageID)
}

// findOrMake returns the user of a handle, created if there is none and both request and
// configuration allow it. ErrUserNotFound means that no message is sent.
func (s *Server) findOrMake(ctx context.Context, tx pgx.Tx, who core.Handle, in requested, confirmed bool) (*core.User, error) {
	user, err := core.FindUser(ctx, tx, who.Condition(), who.Text())
	if !errors.Is(err, core.ErrUserNotFound) || !s.Config.OTPSignup {
		return user, err
	}
	switch {
	case in.CreateUser != nil && !*in.CreateUser:
		return nil, errOTPDisabled
	case s.Config.DisableSignup:
		return nil, core.ErrSignupDisabled
	}
	id, err := s.accounts.Insert(ctx, tx, core.NewUser{Email: who.Email, Phone: who.Phone, Metadata: in.Data}, "", confirmed)
	if err != nil && !errors.Is(err, account.ErrUserExists) {
		return nil, err
	}
	// A concurrent request has created the user.
	if errors.Is(err, account.ErrUserExists) {
		return core.FindUser(ctx, tx, who.Condition(), who.Text())
	}
	return core.FindUser(ctx, tx, "u.id = $1", id)
}

// signupByText signs a user up who must enter a text's code. The response does not reveal whether
// the number was free.
func (s *Server) signupByText(w http.ResponseWriter, r *http.Request, user core.NewUser, hash, channel string) error {
	ctx := r.Context()
	if err := s.rehearse(ctx, user); err != nil {
		return err
	}
	if err := s.messages.SpendText(ctx, user.Phone); err != nil {
		return err
	}
	shown := s.pendingUser(user)
	var made *core.User
	err := s.WithMinimumTime(ctx, func() error {
		err := s.InTx(ctx, func(tx pgx.Tx) (err error) {
			made, err = s.makePending(ctx, tx, user, hash)
			return err
		})
		if err != nil {
			return err
		}
		_, err = s.messages.SendText(ctx, made, message.Text{Kind: core.TextSMS, To: user.Phone, Channel: channel})
		return err
	})
	if err != nil && !errors.Is(err, account.ErrUserExists) {
		return err
	}
	if made != nil && s.Config.Telling {
		shown = made
	}
	return core.Answer(w, http.StatusOK, shown)
}

// makePending creates a user who must still prove their handle, or finds one who signed up before
// and never proved it. That one's password stays, since it is unknown which of the two is the
// owner. ErrUserExists means that the handle is taken.
func (s *Server) makePending(ctx context.Context, tx pgx.Tx, user core.NewUser, hash string) (*core.User, error) {
	who := core.Handle{Email: user.Email, Phone: user.Phone}
	id, err := s.accounts.Insert(ctx, tx, user, hash, false)
	if err == nil {
		return core.FindUser(ctx, tx, "u.id = $1", id)
	}
	if !errors.Is(err, account.ErrUserExists) {
		return nil, err
	}
	known, err := core.FindUser(ctx, tx, who.Condition(), who.Text())
	if errors.Is(err, core.ErrUserNotFound) || (err == nil && known.IsProved(who)) {
		return nil, account.ErrUserExists
	}
	return known, err
}
