package auth

import (
	"context"
	"crypto/subtle"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// verifiable are the mails that each type of a verification may prove.
var verifiable = map[string][]MailKind{
	"signup":       {MailConfirmation},
	"invite":       {MailConfirmation},
	"recovery":     {MailRecovery},
	"magiclink":    {MailMagicLink, MailConfirmation},
	"email":        {MailMagicLink, MailConfirmation},
	"email_change": {MailEmailChange},
}

// codeAttemptsMax is how many wrong codes kill a mail: six digits then stay
// one chance in 200,000.
const codeAttemptsMax = 5

type verifyRequest struct {
	Type       string `json:"type"`
	Token      string `json:"token"`
	TokenHash  string `json:"token_hash"`
	Email      string `json:"email"`
	Phone      string `json:"phone"`
	RedirectTo string `json:"redirect_to"`
}

// oneTime is a stored mail whose proof was presented.
type oneTime struct {
	id        uuid.UUID
	userID    uuid.UUID
	kind      MailKind
	sentTo    string
	codeHash  []byte
	flow      *uuid.UUID
	attempts  int
	expiresAt time.Time
	createdAt time.Time
}

const selectOneTime = `
	SELECT t.id, t.user_id, t.kind, t.sent_to, t.code_hash, t.flow_state_id, t.attempts, t.expires_at, t.created_at
	  FROM auth.one_time_tokens t WHERE `

func scanOneTime(row pgx.Row) (oneTime, error) {
	var t oneTime
	err := row.Scan(&t.id, &t.userID, &t.kind, &t.sentTo, &t.codeHash, &t.flow, &t.attempts, &t.expiresAt, &t.createdAt)
	return t, err
}

// verifyPost is POST /verify: a code typed by hand, or a link's token from a
// page of the product.
func (s *Server) verifyPost(w http.ResponseWriter, r *http.Request) error {
	var in verifyRequest
	if err := decode(r, &in); err != nil {
		return err
	}
	if in.Phone != "" {
		return errPhoneOff
	}
	kinds, known := verifiable[in.Type]
	if !known {
		return invalid("Verify requires a verification type")
	}
	ctx := r.Context()
	var out *answered
	err := s.inTx(ctx, func(tx pgx.Tx) error {
		proved, err := s.findProof(ctx, tx, in, kinds)
		if err != nil {
			return err
		}
		if err := s.accept(ctx, tx, proved); err != nil {
			return err
		}
		out, err = s.openSession(ctx, tx, proved.userID, methodOf(proved.kind))
		return err
	})
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, out)
}

func (s *Server) findProof(ctx context.Context, tx pgx.Tx, in verifyRequest, kinds []MailKind) (oneTime, error) {
	switch {
	case in.TokenHash != "":
		return s.findLink(ctx, tx, in.TokenHash, kinds)
	case in.Token != "" && in.Email != "":
		return s.findCode(ctx, tx, foldEmail(in.Email), in.Token, kinds)
	default:
		return oneTime{}, invalid("Verify requires a token or a token hash")
	}
}

func (s *Server) findLink(ctx context.Context, tx pgx.Tx, linkToken string, kinds []MailKind) (oneTime, error) {
	found, err := scanOneTime(tx.QueryRow(ctx, selectOneTime+`t.link_hash = $1 FOR UPDATE`, tokenHash(linkToken)))
	switch {
	case isMissing(err):
		return oneTime{}, errLinkExpired
	case err != nil:
		return oneTime{}, fmt.Errorf("find link: %w", err)
	case found.expiresAt.Before(s.cfg.Now()) || !slices.Contains(kinds, found.kind):
		return oneTime{}, errLinkExpired
	}
	return found, nil
}

// namesOf are plain texts: behind a pooler nobody says as what a list of our
// own type is to be written.
func namesOf(kinds []MailKind) []string {
	names := make([]string, len(kinds))
	for i, kind := range kinds {
		names[i] = string(kind)
	}
	return names
}

// findCode compares a short code with the newest mail of its address. Wrong
// ones are counted, and the count outlasts the refusal.
func (s *Server) findCode(ctx context.Context, tx pgx.Tx, email, code string, kinds []MailKind) (oneTime, error) {
	found, err := scanOneTime(tx.QueryRow(ctx, selectOneTime+`
		t.sent_to = $1 AND t.kind = ANY($2) ORDER BY t.created_at DESC LIMIT 1 FOR UPDATE`, email, namesOf(kinds)))
	switch {
	case isMissing(err):
		return oneTime{}, errOTPExpired
	case err != nil:
		return oneTime{}, fmt.Errorf("find code: %w", err)
	case found.attempts >= codeAttemptsMax || s.cfg.Now().After(found.createdAt.Add(s.cfg.CodeTTL)):
		return oneTime{}, errOTPExpired
	}
	if subtle.ConstantTimeCompare(found.codeHash, tokenHash(email+code)) == 1 {
		return found, nil
	}
	if _, err := tx.Exec(ctx, `UPDATE auth.one_time_tokens SET attempts = attempts + 1 WHERE id = $1`, found.id); err != nil {
		return oneTime{}, fmt.Errorf("count wrong code: %w", err)
	}
	return oneTime{}, settled(errOTPExpired)
}

// accept uses a proof up and does what it proves.
func (s *Server) accept(ctx context.Context, tx pgx.Tx, proved oneTime) error {
	if _, err := tx.Exec(ctx, `DELETE FROM auth.one_time_tokens WHERE id = $1`, proved.id); err != nil {
		return fmt.Errorf("use one-time token: %w", err)
	}
	if proved.kind == MailEmailChange {
		return s.changeEmail(ctx, tx, proved.userID, proved.sentTo)
	}
	_, err := tx.Exec(ctx, `
		UPDATE auth.users SET email_confirmed_at = coalesce(email_confirmed_at, $2), updated_at = $2 WHERE id = $1`,
		proved.userID, s.cfg.Now())
	if err != nil {
		return fmt.Errorf("confirm address: %w", err)
	}
	return s.verifyIdentity(ctx, tx, proved.userID, proved.sentTo)
}

// verifyGet is GET /verify: the link of a mail. Whatever happens, it leads
// back to the site with the outcome.
func (s *Server) verifyGet(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	target := s.cfg.redirect(query.Get("redirect_to"))
	linkToken := query.Get("token")
	location, err := s.follow(r.Context(), linkToken, query.Get("type"), target)
	if err != nil {
		s.log.DebugContext(r.Context(), "auth link refused", "error", err)
		location = failedLink(target, asFault(err).Code, asFault(err).Message, strings.HasPrefix(linkToken, pkcePrefix))
	}
	w.Header().Set("Referrer-Policy", "no-referrer")
	http.Redirect(w, r, location, http.StatusSeeOther)
	return nil
}

func (s *Server) follow(ctx context.Context, linkToken, linkType, target string) (string, error) {
	kinds, known := verifiable[linkType]
	if !known || linkToken == "" {
		return "", invalid("Verify requires a token and a verification type")
	}
	var location string
	err := s.inTx(ctx, func(tx pgx.Tx) error {
		proved, err := s.findLink(ctx, tx, linkToken, kinds)
		if err != nil {
			return err
		}
		if err := s.accept(ctx, tx, proved); err != nil {
			return err
		}
		location, err = s.arrive(ctx, tx, proved, linkType, target)
		return err
	})
	return location, err
}

// arrive returns the site's address with a code, or with a session in its
// fragment.
func (s *Server) arrive(ctx context.Context, tx pgx.Tx, proved oneTime, linkType, target string) (string, error) {
	if proved.flow != nil {
		code, err := s.issueCode(ctx, tx, *proved.flow)
		return withQuery(target, url.Values{"code": {code}}), err
	}
	out, err := s.openSession(ctx, tx, proved.userID, methodOf(proved.kind))
	if err != nil {
		return "", err
	}
	return withFragment(target, url.Values{
		"access_token":  {out.AccessToken},
		"expires_at":    {strconv.FormatInt(out.ExpiresAt, 10)},
		"expires_in":    {strconv.Itoa(out.ExpiresIn)},
		"refresh_token": {out.RefreshToken},
		"sb":            {""},
		"token_type":    {out.TokenType},
		"type":          {linkType},
	}), nil
}

func failedLink(target, code, message string, pkce bool) string {
	values := url.Values{"error": {"access_denied"}, "error_code": {code}, "error_description": {message}}
	if pkce {
		target = withQuery(target, values)
	}
	values.Set("sb", "")
	return withFragment(target, values)
}
