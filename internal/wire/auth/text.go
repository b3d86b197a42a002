package auth

import (
	"context"
	"errors"
	"net/http"

	"github.com/jackc/pgx/v5"

	"automacao/internal/edge/ratelimit"
	"automacao/internal/kernel/caller"
)

// textRequest is one text message with a code that proves its reader.
type textRequest struct {
	kind    MailKind
	to      string
	channel string
}

// spendText counts a text for the requester, then for its purpose, such as a number, whoever asks,
// and then for everything, since each text costs money. It does not invalidate codes that were sent
// before.
func (s *Server) spendText(ctx context.Context, of ...string) error {
	if err := s.spendAll(ctx, errTextRate, counted{s.cfg.Limits.TextsPerIP, ratelimit.Key("texts", caller.From(ctx).Network())}); err != nil {
		return err
	}
	wait, err := s.spend(ctx, s.db, s.cfg.Limits.TextsInterval, ratelimit.Key(append([]string{"text"}, of...)...))
	if err != nil {
		return err
	}
	if wait > 0 {
		return tooSoon(errTextRate, wait)
	}
	return s.spendAll(ctx, errTextRate,
		counted{s.cfg.Limits.TextsPerAccount, ratelimit.Key(append([]string{"texts of"}, of...)...)},
		counted{s.cfg.Limits.TextsAll, ratelimit.Key("all texts")})
}

// sendText creates a proof and sends it after it is stored, so that no transaction waits for the
// sender. A code that was not sent becomes invalid.
func (s *Server) sendText(ctx context.Context, user *User, request textRequest) (messageID string, err error) {
	var made proof
	err = s.inTx(ctx, func(tx pgx.Tx) (err error) {
		if made, err = s.prove(ctx, tx, user.ID, mailRequest{kind: request.kind, to: request.to}); err != nil {
			return err
		}
		return s.record(ctx, tx, actionTextRequested, user.ID, map[string]any{"kind": request.kind, "channel": request.channel})
	})
	if err != nil {
		return "", err
	}
	messageID, err = s.cfg.Texter.Text(ctx, Text{User: user, Phone: request.to, Code: made.code, Channel: request.channel})
	if err == nil {
		return messageID, nil
	}
	_, undone := s.db.Exec(context.WithoutCancel(ctx), `DELETE FROM auth.one_time_tokens WHERE link_hash = $1`, tokenHash(made.linkToken))
	return "", unsent(err, undone)
}

// texted answers that a text was sent, with its message id if there is one.
func texted(w http.ResponseWriter, messageID string) error {
	return answer(w, http.StatusOK, struct {
		MessageID string `json:"message_id,omitempty"`
	}{messageID})
}

// textTo sends a code to the user who has, or is to get, a number.
func (s *Server) textTo(ctx context.Context, request textRequest) (messageID string, err error) {
	if err := s.spendText(ctx, request.to); err != nil {
		return "", err
	}
	condition := "u.phone = $1"
	if request.kind == textPhoneChange {
		condition = "u.new_phone = $1"
	}
	users, err := findUsers(ctx, s.db, condition+" AND coalesce(u.banned_until <= $2, true) LIMIT 1", request.to, s.cfg.Now())
	if err != nil || len(users) == 0 {
		return "", err
	}
	return s.sendText(ctx, users[0], request)
}

// otpByText is POST /otp with a number: it sends a code to its user, and creates an account for an
// unknown number if allowed.
func (s *Server) otpByText(w http.ResponseWriter, r *http.Request, in requested) error {
	if s.cfg.Texter == nil {
		return errPhoneOTPOff
	}
	phone, err := parsePhone(in.Phone)
	if err != nil {
		return err
	}
	channel, err := parseChannel(in.Channel)
	if err != nil {
		return err
	}
	ctx := r.Context()
	if err := s.spendText(ctx, phone); err != nil {
		return err
	}
	var user *User
	err = s.inTx(ctx, func(tx pgx.Tx) (err error) {
		user, err = s.findOrMake(ctx, tx, handle{phone: phone}, in, !s.cfg.ConfirmPhone)
		return err
	})
	switch {
	case errors.Is(err, errUserNotFound):
		return answer(w, http.StatusOK, struct{}{})
	case err != nil:
		return err
	case user.bannedAt(s.cfg.Now()):
		return answer(w, http.StatusOK, struct{}{})
	}
	messageID, err := s.sendText(ctx, user, textRequest{kind: textSMS, to: phone, channel: channel})
	if err != nil {
		return err
	}
	return texted(w, messageID)
}

// findOrMake returns the user of a handle, created if there is none and both request and
// configuration allow it. errUserNotFound means that no message is sent.
func (s *Server) findOrMake(ctx context.Context, tx pgx.Tx, who handle, in requested, confirmed bool) (*User, error) {
	user, err := findUser(ctx, tx, who.condition(), who.text())
	if !errors.Is(err, errUserNotFound) || !s.cfg.OTPSignup {
		return user, err
	}
	switch {
	case in.CreateUser != nil && !*in.CreateUser:
		return nil, errOTPDisabled
	case s.cfg.DisableSignup:
		return nil, errSignupDisabled
	}
	id, err := s.insertUser(ctx, tx, NewUser{Email: who.email, Phone: who.phone, Metadata: in.Data}, "", confirmed)
	if err != nil && !errors.Is(err, errUserExists) {
		return nil, err
	}
	// A concurrent request has created the user.
	if errors.Is(err, errUserExists) {
		return findUser(ctx, tx, who.condition(), who.text())
	}
	return findUser(ctx, tx, "u.id = $1", id)
}

// signupByText signs a user up who must enter a text's code. The response does not reveal whether
// the number was free.
func (s *Server) signupByText(w http.ResponseWriter, r *http.Request, user NewUser, hash, channel string) error {
	ctx := r.Context()
	if err := s.rehearse(ctx, user); err != nil {
		return err
	}
	if err := s.spendText(ctx, user.Phone); err != nil {
		return err
	}
	shown := s.pendingUser(user)
	var made *User
	err := s.withMinimumTime(ctx, func() error {
		err := s.inTx(ctx, func(tx pgx.Tx) (err error) {
			made, err = s.makePending(ctx, tx, user, hash)
			return err
		})
		if err != nil {
			return err
		}
		_, err = s.sendText(ctx, made, textRequest{kind: textSMS, to: user.Phone, channel: channel})
		return err
	})
	if err != nil && !errors.Is(err, errUserExists) {
		return err
	}
	if made != nil && s.cfg.Telling {
		shown = made
	}
	return answer(w, http.StatusOK, shown)
}

// makePending creates a user who must still prove their handle, or finds one who signed up before
// and never proved it. That one's password stays, since it is unknown which of the two is the
// owner. errUserExists means that the handle is taken.
func (s *Server) makePending(ctx context.Context, tx pgx.Tx, user NewUser, hash string) (*User, error) {
	who := handle{email: user.Email, phone: user.Phone}
	id, err := s.insertUser(ctx, tx, user, hash, false)
	if err == nil {
		return findUser(ctx, tx, "u.id = $1", id)
	}
	if !errors.Is(err, errUserExists) {
		return nil, err
	}
	known, err := findUser(ctx, tx, who.condition(), who.text())
	if errors.Is(err, errUserNotFound) || (err == nil && known.isProved(who)) {
		return nil, errUserExists
	}
	return known, err
}

// isProved reports whether the user's address or number has been proved.
func (u *User) isProved(who handle) bool {
	if who.email != "" {
		return u.EmailConfirmedAt != nil
	}
	return u.PhoneConfirmedAt != nil
}
