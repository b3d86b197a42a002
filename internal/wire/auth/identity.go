package auth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// identitiesMax bounds the identities of one user.
const identitiesMax = 20

// tieIdentity links an identity to a user.
func (s *Server) tieIdentity(ctx context.Context, tx pgx.Tx, userID uuid.UUID, who external) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO auth.identities (user_id, provider, provider_id, identity_data, last_sign_in_at, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $5, $5)`, userID, who.provider, who.person.Subject, who.person.Claims, s.cfg.Now())
	if err != nil {
		return fmt.Errorf("tie identity: %w", err)
	}
	if err := s.nameProviders(ctx, tx, userID); err != nil {
		return err
	}
	return s.record(ctx, tx, actionIdentityTied, userID, map[string]any{"provider": who.provider})
}

// nameProviders lists the user's providers in their app_metadata, the one they signed up with
// first.
func (s *Server) nameProviders(ctx context.Context, tx pgx.Tx, userID uuid.UUID) error {
	_, err := tx.Exec(ctx, `
		UPDATE auth.users u SET updated_at = $2, raw_app_meta_data = u.app_metadata || jsonb_build_object('provider', known.names -> 0, 'providers', known.names)
		  FROM (SELECT jsonb_agg(n.provider ORDER BY n.since, n.provider) AS names
		          FROM (SELECT i.provider, min(i.created_at) AS since FROM auth.identities i WHERE i.user_id = $1 GROUP BY 1) n) known
		 WHERE u.id = $1 AND known.names IS NOT NULL`, userID, s.cfg.Now())
	if err != nil {
		return fmt.Errorf("name providers: %w", err)
	}
	return nil
}

// mergeClaims merges a provider's claims into the user's metadata, as long as they fit: metadata
// that the user has stored must not keep them from signing in.
func (s *Server) mergeClaims(ctx context.Context, tx pgx.Tx, userID uuid.UUID, who external) error {
	_, err := tx.Exec(ctx, `
		UPDATE auth.users SET raw_user_meta_data = user_metadata || $2::jsonb, updated_at = $3
		 WHERE id = $1 AND octet_length((user_metadata || $2::jsonb)::text) <= $4`, userID, who.person.Claims, s.cfg.Now(), metadataMax)
	if err != nil {
		return fmt.Errorf("learn of a user: %w", err)
	}
	return nil
}

// lockedUser locks a user and then reads them: a statement that waits for the lock itself would
// return data from before the wait.
func lockedUser(ctx context.Context, tx pgx.Tx, userID uuid.UUID) (*User, error) {
	if err := lockUser(ctx, tx, userID); err != nil {
		return nil, err
	}
	return findUser(ctx, tx, "u.id = $1", userID)
}

// linkIdentity links an identity without an owner to a signed-in user. If the user has no address,
// they get the one that the identity proves.
func (s *Server) linkIdentity(ctx context.Context, tx pgx.Tx, userID uuid.UUID, who external) error {
	user, err := lockedUser(ctx, tx, userID)
	if err != nil {
		return err
	}
	if err := checkUnowned(ctx, tx, userID, who); err != nil {
		return err
	}
	if len(user.Identities) >= identitiesMax {
		return invalid("A user has at most %d identities", identitiesMax)
	}
	if err := s.tieIdentity(ctx, tx, userID, who); err != nil {
		return err
	}
	if err := s.mergeClaims(ctx, tx, userID, who); err != nil {
		return err
	}
	if user.Email == "" && who.provedEmail() != "" {
		return s.takeEmail(ctx, tx, userID, who.provedEmail(), errEmailExists)
	}
	if user.Email != "" && who.provedEmail() == user.Email {
		if err := markEmailBelieved(ctx, tx, userID, false); err != nil {
			return err
		}
	}
	_, err = tx.Exec(ctx, `UPDATE auth.users SET is_anonymous = false, updated_at = $2 WHERE id = $1 AND is_anonymous`, userID, s.cfg.Now())
	if err != nil {
		return fmt.Errorf("make permanent: %w", err)
	}
	return nil
}

// checkUnowned refuses an identity that has an owner.
func checkUnowned(ctx context.Context, tx pgx.Tx, userID uuid.UUID, who external) error {
	owner, err := ownerOf(ctx, tx, who)
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
		UPDATE auth.users SET email = $2, email_confirmed_at = $3, email_believed = false, new_email = NULL, is_anonymous = false, updated_at = $3 WHERE id = $1`, userID, email, s.cfg.Now())
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok && refused.ConstraintName == emailConstraint {
		return taken
	}
	if err != nil {
		return fmt.Errorf("take address: %w", err)
	}
	return s.record(ctx, tx, actionEmailChanged, userID, nil)
}

// unlinkIdentity is DELETE /user/identities/{identity}.
func (s *Server) unlinkIdentity(w http.ResponseWriter, r *http.Request, me signedIn) error {
	if len(me.Identities) <= 1 {
		return errIdentityLast
	}
	id, err := pathID(r, "identity")
	if err != nil {
		return err
	}
	if !s.isFresh(me.session.amr) {
		return errStale
	}
	err = s.inTx(r.Context(), func(tx pgx.Tx) error { return s.dropIdentity(r.Context(), tx, me.ID, id) })
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, struct{}{})
}

// dropIdentity counts under the user's lock: if the last two identities are removed concurrently,
// one request is refused.
func (s *Server) dropIdentity(ctx context.Context, tx pgx.Tx, userID, id uuid.UUID) error {
	user, err := lockedUser(ctx, tx, userID)
	if err != nil {
		return err
	}
	rest := make([]Identity, 0, len(user.Identities))
	var gone *Identity
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
	if err := s.nameProviders(ctx, tx, userID); err != nil {
		return err
	}
	return s.record(ctx, tx, actionIdentityLoosed, userID, map[string]any{"provider": gone.Provider})
}

// removeAddress removes the address that only this identity proved, and the password if the identity
// was the e-mail sign-in. Another identity's address replaces it.
func (s *Server) removeAddress(ctx context.Context, tx pgx.Tx, user *User, gone Identity, rest []Identity) error {
	if gone.Provider == emailProviderName {
		if _, err := tx.Exec(ctx, `UPDATE auth.users SET password_hash = NULL, updated_at = $2 WHERE id = $1`, user.ID, s.cfg.Now()); err != nil {
			return fmt.Errorf("forget password: %w", err)
		}
	}
	if user.Email == "" || foldEmail(gone.Email) != user.Email {
		return nil
	}
	next := ""
	for _, each := range rest {
		if foldEmail(each.Email) == user.Email {
			return nil
		}
		if next == "" && each.provesEmail() {
			next = foldEmail(each.Email)
		}
	}
	if next == "" {
		return nil
	}
	return s.takeEmail(ctx, tx, user.ID, next, errIdentityEmailTaken)
}

// emailProviderName is the provider name of this server itself.
const emailProviderName = "email"

// provesEmail reports whether the identity's provider has verified its address.
func (i Identity) provesEmail() bool {
	var data struct {
		Verified bool `json:"email_verified"`
	}
	return i.Email != "" && json.Unmarshal(i.Data, &data) == nil && data.Verified
}
