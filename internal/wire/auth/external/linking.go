package external

import (
	"context"
	"fmt"
	"net/http"
	"net/url"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/provider"
	"automacao/internal/wire/auth/session"
)

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
		return core.ErrSSOManaged
	}
	if !me.IsAnonymous && !s.sessions.IsFresh(me.Session.AMR) {
		return core.ErrStale
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
		return core.ErrSessionGone
	}
	return s.linkIdentity(ctx, tx, userID, who)
}

// finishPending links the identity stored beside a code. If the request has a bearer token, it must
// be the same user's.
func (s *Server) finishPending(ctx context.Context, tx pgx.Tx, r *http.Request, userID uuid.UUID, pending pendingLink) error {
	if claims, _, err := s.Bearer(r); err == nil {
		if id, isUser := claims.UserID(); isUser && id != userID {
			return core.ErrFlowNotFound
		}
	}
	who := core.Vouched{Provider: pending.Provider, Person: pending.Person}
	if err := LockIdentity(ctx, tx, who); err != nil {
		return err
	}
	return s.finishLink(ctx, tx, userID, pending.SessionID, who)
}
