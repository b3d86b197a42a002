package external

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/auth/account"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/message"
)

// LockIdentity serialises decisions about the owner of an identity.
func LockIdentity(ctx context.Context, tx pgx.Tx, who core.Vouched) error {
	_, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, who.Provider+" "+who.Person.Subject)
	if err != nil {
		return fmt.Errorf("lock identity: %w", err)
	}
	return nil
}

// OwnerOf returns the user of an identity; uuid.Nil if there is none.
func OwnerOf(ctx context.Context, tx pgx.Tx, who core.Vouched) (owner uuid.UUID, err error) {
	err = tx.QueryRow(ctx, `SELECT user_id FROM auth.identities WHERE provider = $1 AND provider_id = $2`, who.Provider, who.Person.Subject).Scan(&owner)
	if err != nil && !core.IsMissing(err) {
		return uuid.Nil, fmt.Errorf("find identity: %w", err)
	}
	return owner, nil
}

// recognise returns the user that a provider vouches for: the user with the identity, the user with
// its proved address, or a new user.
func (s *Server) recognise(ctx context.Context, tx pgx.Tx, who core.Vouched) (uuid.UUID, error) {
	owner, err := OwnerOf(ctx, tx, who)
	if err != nil {
		return uuid.Nil, err
	}
	if owner != uuid.Nil {
		return owner, s.SignInKnown(ctx, tx, owner, who)
	}
	if who.Email() == "" && who.NeedsEmail {
		return uuid.Nil, errEmailNotProvided
	}
	if proved := who.ProvedEmail(); proved != "" {
		found, err := core.FindUser(ctx, tx, "u.email = $1 FOR NO KEY UPDATE OF u", proved)
		if err == nil {
			return found.ID, s.adopt(ctx, tx, found, who)
		}
		if !errors.Is(err, core.ErrUserNotFound) {
			return uuid.Nil, err
		}
	}
	return s.makeExternal(ctx, tx, who)
}

// SignInKnown updates the stored data of a returning user.
func (s *Server) SignInKnown(ctx context.Context, tx pgx.Tx, owner uuid.UUID, who core.Vouched) error {
	user, err := core.LockedUser(ctx, tx, owner)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `UPDATE auth.identities SET identity_data = identity_data || $3::jsonb, updated_at = $4 WHERE provider = $1 AND provider_id = $2`,
		who.Provider, who.Person.Subject, who.Person.Claims, s.Config.Now())
	if err != nil {
		return fmt.Errorf("refresh identity: %w", err)
	}
	if err := s.mergeClaims(ctx, tx, owner, who); err != nil {
		return err
	}
	if user.Email == "" || user.EmailConfirmedAt != nil {
		return nil
	}
	if who.ProvedEmail() == user.Email {
		return s.secure(ctx, tx, user, who)
	}
	return s.askToProve(ctx, tx, owner, user.Email, who)
}

// adopt links an identity to the account with its proved address.
func (s *Server) adopt(ctx context.Context, tx pgx.Tx, user *core.User, who core.Vouched) error {
	if err := s.accounts.TieIdentity(ctx, tx, user.ID, who); err != nil {
		return err
	}
	if err := s.mergeClaims(ctx, tx, user.ID, who); err != nil {
		return err
	}
	var isBelieved bool
	if err := tx.QueryRow(ctx, `SELECT email_believed FROM auth.users WHERE id = $1`, user.ID).Scan(&isBelieved); err != nil {
		return fmt.Errorf("read whether the address was proved: %w", err)
	}
	if user.EmailConfirmedAt != nil && !isBelieved {
		return nil
	}
	return s.secure(ctx, tx, user, who)
}

// secure gives an account whose address nobody had proved to the user who just proved it. Whoever
// created it before, perhaps to lie in wait, knows its password and has sessions, so it removes
// those.
func (s *Server) secure(ctx context.Context, tx pgx.Tx, user *core.User, who core.Vouched) error {
	if err := s.sessions.EndAll(ctx, tx, user.ID); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `
		UPDATE auth.users SET password_hash = NULL, new_email = NULL, phone = NULL, phone_confirmed_at = NULL, new_phone = NULL,
		       email_confirmed_at = $2, email_believed = false, updated_at = $2
		 WHERE id = $1`, user.ID, s.Config.Now())
	if err != nil {
		return fmt.Errorf("secure account: %w", err)
	}
	_, err = tx.Exec(ctx, `DELETE FROM auth.identities WHERE user_id = $1 AND NOT (provider = $2 AND provider_id = $3)`, user.ID, who.Provider, who.Person.Subject)
	if err != nil {
		return fmt.Errorf("secure account's identities: %w", err)
	}
	for _, table := range []string{"mfa_factors", "recovery_codes", "one_time_tokens", "flow_states", "oauth_authorizations", "oauth_consents"} {
		if _, err := tx.Exec(ctx, `DELETE FROM auth.`+table+` WHERE user_id = $1`, user.ID); err != nil {
			return fmt.Errorf("secure account's %s: %w", table, err)
		}
	}
	return s.accounts.NameProviders(ctx, tx, user.ID)
}

// makeExternal creates a user for a person without an account.
func (s *Server) makeExternal(ctx context.Context, tx pgx.Tx, who core.Vouched) (uuid.UUID, error) {
	if s.Config.DisableSignup {
		return uuid.Nil, core.ErrSignupDisabled
	}
	email := who.Email()
	user := core.NewUser{
		Email: email, Metadata: who.Person.Claims, Known: &who,
		AppMetadata: map[string]any{"provider": who.Provider, "providers": []string{who.Provider}},
	}
	isProved := email != "" && (who.Person.EmailVerified || !s.Config.ConfirmEmail)
	user.IsBelieved = isProved && !who.Person.EmailVerified
	id, err := s.accounts.Insert(ctx, tx, user, "", isProved)
	switch {
	case errors.Is(err, account.ErrUserExists) && who.Person.EmailVerified:
		// A concurrent request that proved the same address in another way has created the user.
		found, err := core.FindUser(ctx, tx, "u.email = $1 FOR NO KEY UPDATE OF u", email)
		if err != nil {
			return uuid.Nil, err
		}
		return found.ID, s.adopt(ctx, tx, found, who)
	case errors.Is(err, account.ErrUserExists):
		return uuid.Nil, s.refuseTaken(ctx, tx, email)
	case err != nil:
		return uuid.Nil, err
	}
	if email == "" || isProved {
		return id, nil
	}
	return id, s.askToProve(ctx, tx, id, email, who)
}

// refuseTaken refuses an unproved claim to a taken address. If mails are sent, only the address's
// owner learns that it is taken.
func (s *Server) refuseTaken(ctx context.Context, tx pgx.Tx, email string) error {
	if s.Config.Mailer == nil || !s.Config.ConfirmEmail {
		return account.ErrEmailExists
	}
	if err := s.messages.Notify(ctx, tx, uuid.Nil, core.MailAddressTaken, email); err != nil {
		return err
	}
	return core.Settled(errEmailUnproved)
}

// askToProve mails a link to an address that a provider has not verified. The user exists, and can
// sign in once the link was followed.
func (s *Server) askToProve(ctx context.Context, tx pgx.Tx, userID uuid.UUID, email string, who core.Vouched) error {
	if !s.Config.ConfirmEmail {
		return core.ErrNotConfirmed
	}
	if err := s.messages.SendMail(ctx, tx, userID, message.Mail{Kind: core.MailConfirmation, To: email, Redirect: who.Redirect}); err != nil {
		return err
	}
	return core.Settled(errEmailUnproved)
}

// admitUnproved counts the mail that an unproved address may be sent. The count must persist
// whatever follows, so it comes before the transaction.
func (s *Server) admitUnproved(ctx context.Context, who core.Vouched) error {
	if s.Config.Mailer == nil || !s.Config.ConfirmEmail || who.Email() == "" || who.Person.EmailVerified {
		return nil
	}
	var isKnown bool
	err := s.DB.QueryRow(ctx, `
		SELECT EXISTS (SELECT FROM auth.identities i JOIN auth.users u ON u.id = i.user_id
		  WHERE i.provider = $1 AND i.provider_id = $2 AND u.email_confirmed_at IS NOT NULL)`, who.Provider, who.Person.Subject).Scan(&isKnown)
	if err != nil {
		return fmt.Errorf("look up identity: %w", err)
	}
	if isKnown {
		return nil
	}
	return s.messages.SpendMail(ctx, who.Email())
}

// acceptInvite gives an invited account to the user who proves its address at a provider.
func (s *Server) acceptInvite(ctx context.Context, tx pgx.Tx, inviteHash []byte, who core.Vouched) (uuid.UUID, error) {
	found, err := message.ScanOneTime(tx.QueryRow(ctx, message.SelectOneTime+`t.link_hash = $1 AND t.kind = ANY($2) AND t.expires_at >= $3 FOR UPDATE`,
		inviteHash, message.NamesOf(message.Verifiable["invite"]), s.Config.Now()))
	if core.IsMissing(err) {
		return uuid.Nil, errInviteNotFound
	}
	if err != nil {
		return uuid.Nil, fmt.Errorf("find invitation: %w", err)
	}
	if who.Email() != found.SentTo {
		return uuid.Nil, errInviteOther
	}
	owner, err := OwnerOf(ctx, tx, who)
	if err != nil {
		return uuid.Nil, err
	}
	if owner != uuid.Nil {
		return uuid.Nil, errIdentityOthers
	}
	user, err := core.LockedUser(ctx, tx, found.UserID)
	if err != nil {
		return uuid.Nil, err
	}
	if err := message.Forget(ctx, tx, user.ID, found.Kind); err != nil {
		return uuid.Nil, err
	}
	return user.ID, s.adopt(ctx, tx, user, who)
}

// checkInvite refuses an invalid invitation before the user is redirected to the provider.
func (s *Server) checkInvite(ctx context.Context, invite string) error {
	if invite == "" {
		return nil
	}
	var isOne bool
	err := s.DB.QueryRow(ctx, `
		SELECT EXISTS (SELECT FROM auth.one_time_tokens WHERE link_hash = $1 AND kind = ANY($2) AND expires_at >= $3)`,
		core.TokenHash(invite), message.NamesOf(message.Verifiable["invite"]), s.Config.Now()).Scan(&isOne)
	if err != nil {
		return fmt.Errorf("look up invitation: %w", err)
	}
	if !isOne {
		return errInviteNotFound
	}
	return nil
}
