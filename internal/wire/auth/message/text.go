package message

import (
	"context"
	"errors"
	"net/http"

	"github.com/jackc/pgx/v5"

	"automacao/internal/edge/ratelimit"
	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/wire/auth/core"
)

// Text is one text message with a code that proves its reader.
type Text struct {
	Kind    core.MailKind
	To      string
	Channel string
}

// SpendText counts a text for the requester, then for its purpose, such as a number, whoever asks,
// and then for everything, since each text costs money. It does not invalidate codes that were sent
// before.
func (s *Server) SpendText(ctx context.Context, of ...string) error {
	if err := s.SpendAll(ctx, errTextRate, core.Counted{Quota: s.Config.Limits.TextsPerIP, Key: ratelimit.Key("texts", caller.From(ctx).Network())}); err != nil {
		return err
	}
	wait, err := s.Spend(ctx, s.DB, s.Config.Limits.TextsInterval, ratelimit.Key(append([]string{"text"}, of...)...))
	if err != nil {
		return err
	}
	if wait > 0 {
		return tooSoon(errTextRate, wait)
	}
	return s.SpendAll(ctx, errTextRate,
		core.Counted{Quota: s.Config.Limits.TextsPerAccount, Key: ratelimit.Key(append([]string{"texts of"}, of...)...)},
		core.Counted{Quota: s.Config.Limits.TextsAll, Key: ratelimit.Key("all texts")})
}

// SendText creates a proof and sends it after it is stored, so that no transaction waits for the
// sender. A code that was not sent becomes invalid.
func (s *Server) SendText(ctx context.Context, user *core.User, request Text) (messageID string, err error) {
	var made Proof
	err = s.InTx(ctx, func(tx pgx.Tx) (err error) {
		if made, err = s.Prove(ctx, tx, user.ID, Mail{Kind: request.Kind, To: request.To}); err != nil {
			return err
		}
		return s.Record(ctx, tx, core.ActionTextRequested, user.ID, map[string]any{"kind": request.Kind, "channel": request.Channel})
	})
	if err != nil {
		return "", err
	}
	messageID, err = s.Config.Texter.Text(ctx, core.Text{User: user, Phone: request.To, Code: made.Code, Channel: request.Channel})
	if err == nil {
		return messageID, nil
	}
	_, undone := s.DB.Exec(context.WithoutCancel(ctx), `DELETE FROM auth.one_time_tokens WHERE link_hash = $1`, core.TokenHash(made.LinkToken))
	return "", Unsent(err, undone)
}

// Texted answers that a text was sent, with its message id if there is one.
func Texted(w http.ResponseWriter, messageID string) error {
	return core.Answer(w, http.StatusOK, struct {
		MessageID string `json:"message_id,omitempty"`
	}{messageID})
}

// TextTo sends a code to the user who has, or is to get, a number.
func (s *Server) TextTo(ctx context.Context, request Text) (messageID string, err error) {
	if err := s.SpendText(ctx, request.To); err != nil {
		return "", err
	}
	condition := "u.phone = $1"
	if request.Kind == core.TextPhoneChange {
		condition = "u.new_phone = $1"
	}
	users, err := core.FindUsers(ctx, s.DB, condition+" AND coalesce(u.banned_until <= $2, true) LIMIT 1", request.To, s.Config.Now())
	if err != nil || len(users) == 0 {
		return "", err
	}
	return s.SendText(ctx, users[0], request)
}

// Unsent is the error for a text that was not sent, with the hook's message if it gave one.
func Unsent(err, undone error) error {
	if refusal, isTold := errors.AsType[*fault.Error](err); isTold {
		return errors.Join(refusal, undone)
	}
	return errTextFailed.Because(errors.Join(err, undone))
}
