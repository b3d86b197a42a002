package auth

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// emailData is what the hook that sends mails is told of one. Of the two halves of a
// change of address the present one has Token and TokenHashNew, the new one TokenNew
// and TokenHash: the protocol has them so.
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

// noticeTypes are the protocol's names of mails that only tell what happened. What has
// none is the Mailer's.
var noticeTypes = map[MailKind]emailData{
	MailPasswordChanged: {EmailActionType: "password_changed_notification"},
	MailEmailChanged:    {EmailActionType: "email_changed_notification"},
	MailFactorAdded:     {EmailActionType: "mfa_factor_enrolled_notification"},
	MailPasskeyAdded:    {EmailActionType: "mfa_factor_enrolled_notification", FactorType: factorPasskey},
	MailFactorRemoved:   {EmailActionType: "mfa_factor_unenrolled_notification"},
}

// silent is the Mailer where a hook sends mails: what it has no word for is not sent.
type silent struct{}

func (silent) Send(context.Context, pgx.Tx, MailKind, string, string, string) error { return nil }

// mailByHook has the hook send a mail to a user.
func (s *Server) mailByHook(ctx context.Context, tx pgx.Tx, userID uuid.UUID, about emailData) error {
	user, err := findUser(ctx, tx, "u.id = $1", userID)
	if err != nil {
		return err
	}
	about.SiteURL = s.issuer
	return s.ask(ctx, tx, s.cfg.Hooks.SendEmail, hookEmail, map[string]any{"user": user, "email_data": about}, &struct{}{})
}

// proofByHook has the hook send what proves its reader.
func (s *Server) proofByHook(ctx context.Context, tx pgx.Tx, userID uuid.UUID, request mailRequest, made proof) error {
	return s.mailByHook(ctx, tx, userID, emailData{
		Token: made.code, TokenHash: made.linkToken, RedirectTo: s.cfg.redirect(request.redirect), EmailActionType: linkTypes[request.kind],
	})
}

// changeByHook has the hook ask both addresses of a change at once. A new one that is
// another account's is told nothing, and neither is the present one.
func (s *Server) changeByHook(ctx context.Context, tx pgx.Tx, user *User, wanted string, request mailRequest) error {
	taken, err := isTaken(ctx, tx, wanted)
	if err != nil {
		return err
	}
	if taken {
		return s.notify(ctx, tx, uuid.Nil, MailAddressTaken, wanted)
	}
	request.kind, request.to = MailEmailChange, wanted
	made, err := s.proveByMail(ctx, tx, user.ID, request)
	if err != nil {
		return err
	}
	if user.Email == "" || s.cfg.EmailChangeByNew {
		return s.proofByHook(ctx, tx, user.ID, request, made)
	}
	request.kind, request.to = MailEmailChangeCurrent, user.Email
	present, err := s.proveByMail(ctx, tx, user.ID, request)
	if err != nil {
		return err
	}
	return s.mailByHook(ctx, tx, user.ID, emailData{
		Token: present.code, TokenHashNew: present.linkToken, TokenNew: made.code, TokenHash: made.linkToken,
		RedirectTo: s.cfg.redirect(request.redirect), EmailActionType: linkTypes[request.kind],
	})
}

// notify sends a mail that proves nothing and only tells what happened, to whoever it
// happened to; uuid.Nil is somebody else's address.
func (s *Server) notify(ctx context.Context, tx pgx.Tx, userID uuid.UUID, kind MailKind, to string) error {
	if s.cfg.Mailer == nil || to == "" {
		return nil
	}
	if about, isKnown := noticeTypes[kind]; isKnown && s.cfg.Hooks.SendEmail != nil {
		if kind == MailEmailChanged {
			about.OldEmail = to
		}
		return s.mailByHook(ctx, tx, userID, about)
	}
	if err := s.cfg.Mailer.Send(ctx, tx, kind, to, "", ""); err != nil {
		return fmt.Errorf("send %s mail: %w", kind, err)
	}
	return nil
}
