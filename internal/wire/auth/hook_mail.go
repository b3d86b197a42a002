package auth

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
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
var noticeTypes = map[MailKind]emailData{
	MailPasswordChanged: {EmailActionType: "password_changed_notification"},
	MailEmailChanged:    {EmailActionType: "email_changed_notification"},
	MailFactorAdded:     {EmailActionType: "mfa_factor_enrolled_notification"},
	MailPasskeyAdded:    {EmailActionType: "mfa_factor_enrolled_notification", FactorType: factorPasskey},
	MailFactorRemoved:   {EmailActionType: "mfa_factor_unenrolled_notification"},
}

// discardMailer is the Mailer if a hook sends mails: it discards kinds that the hook does not know.
type discardMailer struct{}

func (discardMailer) Send(context.Context, pgx.Tx, MailKind, string, string, string) error {
	return nil
}

// mailByHook lets the hook send a mail to a user.
func (s *Server) mailByHook(ctx context.Context, tx pgx.Tx, userID uuid.UUID, about emailData) error {
	user, err := findUser(ctx, tx, "u.id = $1", userID)
	if err != nil {
		return err
	}
	about.SiteURL = s.issuer
	return s.ask(ctx, tx, s.cfg.Hooks.SendEmail, hookEmail, map[string]any{"user": user, "email_data": about}, &struct{}{})
}

// proofByHook lets the hook send a proof.
func (s *Server) proofByHook(ctx context.Context, tx pgx.Tx, userID uuid.UUID, request mailRequest, made proof) error {
	return s.mailByHook(ctx, tx, userID, emailData{
		Token: made.code, TokenHash: made.linkToken, RedirectTo: s.cfg.redirects.target(request.redirect), EmailActionType: linkTypes[request.kind],
	})
}

// changeByHook lets the hook mail both addresses of a change at once. If the new one belongs to
// another account, neither is sent a proof.
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
		RedirectTo: s.cfg.redirects.target(request.redirect), EmailActionType: linkTypes[request.kind],
	})
}

// notify sends a notification mail without a proof; userID is uuid.Nil if the address is not the
// user's.
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
