package message

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/hook"
)

// emailData is the payload of the hook that sends mails. As in the protocol, for a change of
// address the current address gets Token and TokenHashNew, and the new one TokenNew and TokenHash.
type emailData struct {
	Token           string `json:"token"`
	TokenHash       string `json:"token_hash"`
	RedirectTo      string `json:"redirect_to"`
	EmailActionType string `json:"email_action_type"`
	SiteURL         string `json:"site_url"`
	TokenNew        string `json:"token_new"`
	TokenHashNew    string `json:"token_hash_new"`
	OldEmail        string `json:"old_email"`
	OldPhone        string `json:"old_phone"`
	Provider        string `json:"provider"`
	FactorType      string `json:"factor_type"`
}

// noticeTypes are the protocol's names of notification mails. The Mailer sends kinds without one.
var noticeTypes = map[core.MailKind]emailData{
	core.MailPasswordChanged: {EmailActionType: "password_changed_notification"},
	core.MailEmailChanged:    {EmailActionType: "email_changed_notification"},
	core.MailFactorAdded:     {EmailActionType: "mfa_factor_enrolled_notification"},
	core.MailPasskeyAdded:    {EmailActionType: "mfa_factor_enrolled_notification", FactorType: core.FactorPasskey},
	core.MailFactorRemoved:   {EmailActionType: "mfa_factor_unenrolled_notification"},
}

// discardMailer is the Mailer if a hook sends mails: it discards kinds that the hook does not know.
type discardMailer struct{}

func (discardMailer) Send(context.Context, pgx.Tx, core.MailKind, string, string, string) error {
	return nil
}

// mailByHook lets the hook send a mail to a user.
func (s *Server) mailByHook(ctx context.Context, tx pgx.Tx, userID uuid.UUID, about emailData) error {
	user, err := core.FindUser(ctx, tx, "u.id = $1", userID)
	if err != nil {
		return err
	}
	about.SiteURL = s.Issuer
	return s.Ask(ctx, tx, s.Config.Hooks.SendEmail, hook.SendEmail, map[string]any{"user": user, "email_data": about}, &struct{}{})
}

// proofByHook lets the hook send a proof.
func (s *Server) proofByHook(ctx context.Context, tx pgx.Tx, userID uuid.UUID, request Mail, made Proof) error {
	return s.mailByHook(ctx, tx, userID, emailData{
		Token: made.Code, TokenHash: made.LinkToken, RedirectTo: s.Config.Redirects.Target(request.Redirect), EmailActionType: linkTypes[request.Kind],
	})
}

// ChangeByHook lets the hook mail both addresses of a change at once. If the new one belongs to
// another account, neither is sent a proof.
func (s *Server) ChangeByHook(ctx context.Context, tx pgx.Tx, user *core.User, wanted string, request Mail) error {
	taken, err := core.IsTaken(ctx, tx, wanted)
	if err != nil {
		return err
	}
	if taken {
		return s.Notify(ctx, tx, uuid.Nil, core.MailAddressTaken, wanted)
	}
	request.Kind, request.To = core.MailEmailChange, wanted
	made, err := s.proveByMail(ctx, tx, user.ID, request)
	if err != nil {
		return err
	}
	if user.Email == "" || s.Config.EmailChangeByNew {
		return s.proofByHook(ctx, tx, user.ID, request, made)
	}
	request.Kind, request.To = core.MailEmailChangeCurrent, user.Email
	present, err := s.proveByMail(ctx, tx, user.ID, request)
	if err != nil {
		return err
	}
	return s.mailByHook(ctx, tx, user.ID, emailData{
		Token: present.Code, TokenHashNew: present.LinkToken, TokenNew: made.Code, TokenHash: made.LinkToken,
		RedirectTo: s.Config.Redirects.Target(request.Redirect), EmailActionType: linkTypes[request.Kind],
	})
}

// Notify sends a notification mail without a proof; userID is uuid.Nil if the address is not the
// user's.
func (s *Server) Notify(ctx context.Context, tx pgx.Tx, userID uuid.UUID, kind core.MailKind, to string) error {
	if s.Config.Mailer == nil || to == "" {
		return nil
	}
	if about, isKnown := noticeTypes[kind]; isKnown && s.Config.Hooks.SendEmail != nil {
		if kind == core.MailEmailChanged {
			about.OldEmail = to
		}
		return s.mailByHook(ctx, tx, userID, about)
	}
	if err := s.Config.Mailer.Send(ctx, tx, kind, to, "", ""); err != nil {
		return fmt.Errorf("send %s mail: %w", kind, err)
	}
	return nil
}

// hookTexter sends texts through the hook: {user, sms: {otp, phone, …}}.
type hookTexter struct{ server *Server }

// Text calls the hook.
func (t hookTexter) Text(ctx context.Context, text core.Text) (string, error) {
	sms := map[string]string{"otp": text.Code, "phone": text.Phone, "channel": text.Channel}
	if text.Factor {
		sms["sms_type"] = "mfa"
	}
	var said struct {
		MessageID string `json:"message_id"`
	}
	err := t.server.Ask(ctx, nil, t.server.Config.Hooks.SendSMS, hook.SendSMS, map[string]any{"user": text.User, "sms": sms}, &said)
	return hook.ShortText(said.MessageID), err
}
