package external

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"automacao/internal/wire/auth/account"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/message"
	"automacao/internal/wire/auth/provider"
	"automacao/internal/wire/auth/session"
)

// identitiesMax bounds the identities of one user.
const identitiesMax = 20

// mergeClaims merges a provider's claims into the user's metadata, as long as they fit: metadata
// that the user has stored must not keep them from signing in.
func (s *Server) mergeClaims(ctx context.Context, tx pgx.Tx, userID uuid.UUID, who core.Vouched) error {
	_, err := tx.Exec(ctx, `
		UPDATE auth.users SET raw_user_meta_data = user_metadata || $2::jsonb, updated_at = $3
		 WHERE id = $1 AND octet_length((user_metadata || $2::jsonb)::text) <= $4`, userID, who.Person.Claims, s.Config.Now(), account.MetadataMax)
	if err != nil {
		return fmt.Errorf("learn of a user: %w", err)
	}
	return nil
}

// linkIdentity links an identity without an owner to a signed-in user. If the user has no address,
// they get the one that the identity proves.
func (s *Server) linkIdentity(ctx context.Context, tx pgx.Tx, userID uuid.UUID, who core.Vouched) error {
	user, err := core.LockedUser(ctx, tx, userID)
	if err != nil {
		return err
	}
	if err := checkUnowned(ctx, tx, userID, who); err != nil {
		return err
	}
	if len(user.Identities) >= identitiesMax {
		return core.Invalid("A user has at most %d identities", identitiesMax)
	}
	if err := s.accounts.TieIdentity(ctx, tx, userID, who); err != nil {
		return err
	}
	if err := s.mergeClaims(ctx, tx, userID, who); err != nil {
		return err
	}
	if user.Email == "" && who.ProvedEmail() != "" {
		return s.takeEmail(ctx, tx, userID, who.ProvedEmail(), account.ErrEmailExists)
	}
	if user.Email != "" && who.ProvedEmail() == user.Email {
		if err := account.MarkEmailBelieved(ctx, tx, userID, false); err != nil {
			return err
		}
	}
	_, err = tx.Exec(ctx, `UPDATE auth.users SET is_anonymous = false, updated_at = $2 WHERE id = $1 AND is_anonymous`, userID, s.Config.Now())
	if err != nil {
		return fmt.Errorf("make permanent: %w", err)
	}
	return nil
}

// checkUnowned refuses an identity that has an owner.
func checkUnowned(ctx context.Context, tx pgx.Tx, userID uuid.UUID, who core.Vouched) error {
	owner, err := OwnerOf(ctx, tx, who)
	switch {
	case err != nil:
		return err
	case owner == userID:
		return errIdentityExists
	case owner != uuid.Nil:
		return errIdentityOthers
	}
	return nil
}

// takeEmail gives a user an address that one of their identities proves.
func (s *Server) takeEmail(ctx context.Context, tx pgx.Tx, userID uuid.UUID, email string, taken error) error {
	_, err := tx.Exec(ctx, `
		UPDATE auth.users SET email = $2, email_confirmed_at = $3, email_believed = false, new_email = NULL, is_anonymous = false, updated_at = $3 WHERE id = $1`, userID, email, s.Config.Now())
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok && refused.ConstraintName == account.EmailConstraint {
		return taken
	}
	if err != nil {
		return fmt.Errorf("take address: %w", err)
	}
	return s.Record(ctx, tx, core.ActionEmailChanged, userID, nil)
}

// UnlinkIdentity is DELETE /user/identities/{identity}.
func (s *Server) UnlinkIdentity(w http.ResponseWriter, r *http.Request, me session.SignedIn) error {
	if len(me.Identities) <= 1 {
		return errIdentityLast
	}
	id, err := core.PathID(r, "identity")
	if err != nil {
		return err
	}
	if !s.sessions.IsFresh(me.Session.AMR) {
		return account.ErrStale
	}
	err = s.InTx(r.Context(), func(tx pgx.Tx) error { return s.dropIdentity(r.Context(), tx, me.ID, id) })
	if err != nil {
		return err
	}
	return core.Answer(w, http.StatusOK, struct{}{})
}

// dropIdentity counts under the user's lock: if the last two identities are removed concurrently,
// one request is refused.
func (s *Server) dropIdentity(ctx context.Context, tx pgx.Tx, userID, id uuid.UUID) error {
	user, err := core.LockedUser(ctx, tx, userID)
	if err != nil {
		return err
	}
	rest := make([]core.Identity, 0, len(user.Identities))
	var gone *core.Identity
	for i, each := range user.Identities {
		if each.IdentityID == id {
			gone = &user.Identities[i]
			continue
		}
		rest = append(rest, each)
	}
	switch {
	case gone == nil:
		return errIdentityNotFound
	case len(rest) == 0:
		return errIdentityLast
	}
	if _, err := tx.Exec(ctx, `DELETE FROM auth.identities WHERE id = $1`, id); err != nil {
		return fmt.Errorf("loose identity: %w", err)
	}
	if err := s.removeAddress(ctx, tx, user, *gone, rest); err != nil {
		return err
	}
	if err := s.accounts.NameProviders(ctx, tx, userID); err != nil {
		return err
	}
	return s.Record(ctx, tx, core.ActionIdentityLoosed, userID, map[string]any{"provider": gone.Provider})
}

// removeAddress removes the address that only this identity proved, and the password if the identity
// was the e-mail sign-in. Another identity's address replaces it.
func (s *Server) removeAddress(ctx context.Context, tx pgx.Tx, user *core.User, gone core.Identity, rest []core.Identity) error {
	if gone.Provider == emailProviderName {
		if _, err := tx.Exec(ctx, `UPDATE auth.users SET password_hash = NULL, updated_at = $2 WHERE id = $1`, user.ID, s.Config.Now()); err != nil {
			return fmt.Errorf("forget password: %w", err)
		}
	}
	if user.Email == "" || core.FoldEmail(gone.Email) != user.Email {
		return nil
	}
	next := ""
	for _, each := range rest {
		if core.FoldEmail(each.Email) == user.Email {
			return nil
		}
		if next == "" && each.ProvesEmail() {
			next = core.FoldEmail(each.Email)
		}
	}
	if next == "" {
		return nil
	}
	return s.takeEmail(ctx, tx, user.ID, next, errIdentityEmailTaken)
}

// emailProviderName is the provider name of this server itself.
const emailProviderName = "email"

// pendingLink is an identity to be linked once the client that asked for it returns the code beside
// it with the verifier.
type pendingLink struct {
	Provider  string
	Person    provider.Person
	SessionID uuid.UUID
}

// BeginLinking is GET /user/identities/authorize: a signed-in user links another identity. The
// identity can open the account afterwards, so the user must have signed in recently; an anonymous
// user may link a first one.
func (s *Server) BeginLinking(w http.ResponseWriter, r *http.Request, me session.SignedIn) error {
	if err := s.mayLink(me); err != nil {
		return err
	}
	if r.URL.Query().Get("code_challenge") == "" && s.isForeign(r.Header.Get("Origin")) {
		return core.Invalid("Linking an identity from another origin requires the PKCE flow")
	}
	return s.redirectToProvider(w, r, me.ID, me.Session.ID)
}

func (s *Server) mayLink(me session.SignedIn) error {
	if me.IsSSO {
		return account.ErrSSOManaged
	}
	if !me.IsAnonymous && !s.sessions.IsFresh(me.Session.AMR) {
		return account.ErrStale
	}
	if len(me.Identities) >= identitiesMax {
		return core.Invalid("A user has at most %d identities", identitiesMax)
	}
	return nil
}

// isForeign reports whether a page's origin differs from the callback's: its browser stores no
// cookie of this server, so only a verifier can bind the flow to it.
func (s *Server) isForeign(origin string) bool {
	if origin == "" {
		return false
	}
	asking, err := url.Parse(origin)
	if err != nil {
		return true
	}
	own, err := url.Parse(s.Config.PublicURL)
	return err != nil || asking.Scheme != own.Scheme || asking.Host != own.Host
}

// finishLink links an identity for the session that asked, if it still exists. It locks the user
// first, as ending sessions does.
func (s *Server) finishLink(ctx context.Context, tx pgx.Tx, userID, sessionID uuid.UUID, who core.Vouched) error {
	if err := core.LockUser(ctx, tx, userID); err != nil {
		return err
	}
	var lasts bool
	err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM auth.sessions WHERE id = $1 AND user_id = $2)`, sessionID, userID).Scan(&lasts)
	if err != nil {
		return fmt.Errorf("look up the linking session: %w", err)
	}
	if !lasts {
		return session.ErrSessionGone
	}
	return s.linkIdentity(ctx, tx, userID, who)
}

// finishPending links the identity stored beside a code. If the request has a bearer token, it must
// be the same user's.
func (s *Server) finishPending(ctx context.Context, tx pgx.Tx, r *http.Request, userID uuid.UUID, pending pendingLink) error {
	if claims, _, err := s.Bearer(r); err == nil {
		if id, isUser := claims.UserID(); isUser && id != userID {
			return message.ErrFlowNotFound
		}
	}
	who := core.Vouched{Provider: pending.Provider, Person: pending.Person}
	if err := LockIdentity(ctx, tx, who); err != nil {
		return err
	}
	return s.finishLink(ctx, tx, userID, pending.SessionID, who)
}
