package auth

import (
	"context"
	"fmt"
	"net/http"
	"net/url"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/auth/provider"
)

// pendingLink is an identity that waits for whoever asked to have it tied: nothing is
// tied before the code beside it comes back with its verifier.
type pendingLink struct {
	Provider  string
	Person    provider.Person
	SessionID uuid.UUID
}

// beginLinking is GET /user/identities/authorize: a signed-in user ties another
// identity to his account. It opens the account from then on, so that its owner
// must have been there not long ago; who has proved nothing yet ties his first one.
func (s *Server) beginLinking(w http.ResponseWriter, r *http.Request, me signedIn) error {
	if err := s.mayLink(me); err != nil {
		return err
	}
	if r.URL.Query().Get("code_challenge") == "" && s.isForeign(r.Header.Get("Origin")) {
		return invalid("Linking an identity from another origin requires the PKCE flow")
	}
	return s.leadOut(w, r, me.ID, me.session.ID)
}

func (s *Server) mayLink(me signedIn) error {
	if me.IsSSO {
		return errSSOManaged
	}
	if !me.IsAnonymous && !s.isFresh(me.session.amr) {
		return errStale
	}
	if len(me.Identities) >= identitiesMax {
		return invalid("A user has at most %d identities", identitiesMax)
	}
	return nil
}

// isForeign reports a page of another origin than the callback's: its browser keeps no
// cookie of ours, so that nothing but a verifier can bind what it begins.
func (s *Server) isForeign(origin string) bool {
	if origin == "" {
		return false
	}
	asking, err := url.Parse(origin)
	if err != nil {
		return true
	}
	own, err := url.Parse(s.cfg.PublicURL)
	return err != nil || asking.Scheme != own.Scheme || asking.Host != own.Host
}

// finishLink ties an identity for the session that asked, while that lasts. The user is
// locked first, as by whoever ends his sessions.
func (s *Server) finishLink(ctx context.Context, tx pgx.Tx, userID, sessionID uuid.UUID, who external) error {
	if err := lockUser(ctx, tx, userID); err != nil {
		return err
	}
	var lasts bool
	err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM auth.sessions WHERE id = $1 AND user_id = $2)`, sessionID, userID).Scan(&lasts)
	if err != nil {
		return fmt.Errorf("look for the session that links: %w", err)
	}
	if !lasts {
		return errSessionGone
	}
	return s.linkIdentity(ctx, tx, userID, who)
}

// finishPending ties what waited beside a code. Whoever brings the code may say who he
// is, and is then nobody else.
func (s *Server) finishPending(ctx context.Context, tx pgx.Tx, r *http.Request, userID uuid.UUID, pending pendingLink) error {
	if claims, _, err := s.bearer(r); err == nil {
		if id, isUser := claims.UserID(); isUser && id != userID {
			return errFlowNotFound
		}
	}
	who := external{provider: pending.Provider, person: pending.Person}
	if err := lockIdentity(ctx, tx, who); err != nil {
		return err
	}
	return s.finishLink(ctx, tx, userID, pending.SessionID, who)
}
