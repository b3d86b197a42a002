package message

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	_ "embed"
	"encoding/base64"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/edge/ratelimit"
	"automacao/internal/kernel/caller"
	"automacao/internal/wire/auth/core"
)

// RandomCode draws a code of so many digits.
func RandomCode(digits int) (string, error) {
	most := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(digits)), nil)
	number, err := rand.Int(rand.Reader, most)
	if err != nil {
		return "", fmt.Errorf("draw code: %w", err)
	}
	return fmt.Sprintf("%0*d", digits, number.Int64()), nil
}

// Verifiable are the kinds of mail that each verification type may prove.
var Verifiable = map[string][]core.MailKind{
	"signup":       {core.MailConfirmation, core.MailInvite},
	"invite":       {core.MailInvite, core.MailConfirmation},
	"recovery":     {core.MailRecovery},
	"magiclink":    {core.MailMagicLink, core.MailConfirmation},
	"email":        {core.MailMagicLink, core.MailConfirmation, core.MailInvite},
	"email_change": {core.MailEmailChange, core.MailEmailChangeCurrent},
}

// Textable are the kinds that a text's code may prove.
var Textable = map[string][]core.MailKind{
	"sms":          {core.TextSMS},
	"phone_change": {core.TextPhoneChange},
}

// OneTime is a stored mail whose proof was presented.
type OneTime struct {
	id        uuid.UUID
	UserID    uuid.UUID
	Kind      core.MailKind
	SentTo    string
	codeHash  []byte
	Flow      *uuid.UUID
	expiresAt time.Time
	createdAt time.Time
}

// SelectOneTime selects what ScanOneTime reads, from t.
const SelectOneTime = `

	SELECT t.id, t.user_id, t.kind, t.sent_to, t.code_hash, t.flow_state_id, t.expires_at, t.created_at
	  FROM auth.one_time_tokens t WHERE `

// ScanOneTime reads a row of SelectOneTime.
func ScanOneTime(row pgx.Row) (OneTime, error) {
	var t OneTime
	err := row.Scan(&t.id, &t.UserID, &t.Kind, &t.SentTo, &t.codeHash, &t.Flow, &t.expiresAt, &t.createdAt)
	return t, err
}

// FindLink finds the proof of a link, or returns the error otp_expired.
func (s *Server) FindLink(ctx context.Context, tx pgx.Tx, linkToken string, kinds []core.MailKind) (OneTime, error) {
	found, err := ScanOneTime(tx.QueryRow(ctx, SelectOneTime+`t.link_hash = $1 FOR UPDATE`, core.TokenHash(linkToken)))
	switch {
	case core.IsMissing(err):
		return OneTime{}, ErrLinkExpired
	case err != nil:
		return OneTime{}, fmt.Errorf("find link: %w", err)
	case found.expiresAt.Before(s.Config.Now()) || !slices.Contains(kinds, found.Kind):
		return OneTime{}, ErrLinkExpired
	}
	return found, nil
}

// NamesOf converts kinds to plain texts, because behind a pooler a list of a custom type cannot be
// encoded.
func NamesOf(kinds []core.MailKind) []string {
	names := make([]string, len(kinds))
	for i, kind := range kinds {
		names[i] = string(kind)
	}
	return names
}

// SpendCode counts a guess at the codes of an address, whether it has any or not.
func (s *Server) SpendCode(ctx context.Context, email string) error {
	for _, counted := range []struct {
		quota ratelimit.Rate
		key   string
	}{
		{s.Config.Limits.CodeFailures, codeKey(ctx, email)},
		{s.Config.Limits.CodeFailuresPerAccount, ratelimit.Key("code", email)},
	} {
		wait, err := s.Spend(ctx, s.DB, counted.quota, counted.key)
		if err != nil {
			return err
		}
		if wait > 0 {
			return core.ErrRequestRate.After(wait)
		}
	}
	return nil
}

func codeKey(ctx context.Context, email string) string {
	return ratelimit.Key("code", email, caller.From(ctx).Network())
}

// FindCode compares a code with the mails sent to its address, and forgives the guesses if it
// matches.
func (s *Server) FindCode(ctx context.Context, tx pgx.Tx, email, code string, kinds []core.MailKind) (OneTime, error) {
	found, err := ScanOneTime(tx.QueryRow(ctx, SelectOneTime+`
		t.sent_to = $1 AND t.kind = ANY($2) AND t.code_hash = $3 AND t.created_at >= $4 AND t.expires_at >= $5
		ORDER BY t.created_at DESC LIMIT 1 FOR UPDATE`,
		email, NamesOf(kinds), core.TokenHash(email+code), s.Config.Now().Add(-s.Config.CodeTTL), s.Config.Now()))
	switch {
	case core.IsMissing(err):
		return OneTime{}, ErrOTPExpired
	case err != nil:
		return OneTime{}, fmt.Errorf("find code: %w", err)
	}
	return found, ratelimit.Forgive(ctx, tx, codeKey(ctx, email))
}

// Forget deletes a user's proofs of these kinds.
func Forget(ctx context.Context, tx pgx.Tx, userID uuid.UUID, kinds ...core.MailKind) error {
	_, err := tx.Exec(ctx, `DELETE FROM auth.one_time_tokens WHERE user_id = $1 AND kind = ANY($2)`, userID, NamesOf(kinds))
	if err != nil {
		return fmt.Errorf("delete one-time tokens: %w", err)
	}
	return nil
}

// Challenge asks that a mail's link end in a code instead of a session (RFC 7636), so that only
// the browser that asked can use it.
type Challenge struct {
	CodeChallenge       string `json:"code_challenge"`
	CodeChallengeMethod string `json:"code_challenge_method"`
}

var challengeShape = regexp.MustCompile(`^[A-Za-z0-9._~-]{43,128}$`)

// ReadChallenge refuses a malformed challenge. The method plain protects nothing from somebody who
// saw the request: it is accepted only with PlainPKCE, and stored like S256.
func (s *Server) ReadChallenge(p Challenge) (Challenge, error) {
	isPlain := s.Config.PlainPKCE && strings.EqualFold(p.CodeChallengeMethod, "plain")
	switch {
	case p.CodeChallenge == "" && p.CodeChallengeMethod == "":
		return p, nil
	case p.CodeChallenge == "" || p.CodeChallengeMethod == "":
		return p, core.Invalid("PKCE flow requires code_challenge_method and code_challenge")
	case !isPlain && !strings.EqualFold(p.CodeChallengeMethod, "s256"):
		return p, core.Invalid("code challenge method must be s256")
	case !challengeShape.MatchString(p.CodeChallenge):
		return p, core.Invalid("code challenge must be 43 to 128 unreserved characters")
	case isPlain:
		return Challenge{CodeChallenge: S256(p.CodeChallenge), CodeChallengeMethod: "s256"}, nil
	}
	return p, nil
}

// openFlow stores a challenge until its link is followed.
func (s *Server) openFlow(ctx context.Context, tx pgx.Tx, userID uuid.UUID, challenge, method string) (uuid.UUID, error) {
	now := s.Config.Now()
	var id uuid.UUID
	err := tx.QueryRow(ctx, `
		INSERT INTO auth.flow_states (user_id, code_challenge, method, expires_at, created_at)
		VALUES ($1, $2, $3, $4, $5) RETURNING id`, userID, challenge, method, now.Add(s.Config.LinkTTL), now).Scan(&id)
	if err != nil {
		return uuid.Nil, fmt.Errorf("open flow: %w", err)
	}
	return id, nil
}

// IssueCode issues a code for a followed link.
func (s *Server) IssueCode(ctx context.Context, tx pgx.Tx, flowID uuid.UUID) (string, error) {
	code := uuid.NewString()
	tag, err := tx.Exec(ctx, `UPDATE auth.flow_states SET code_hash = $2, expires_at = $3 WHERE id = $1 AND code_hash IS NULL`,
		flowID, core.TokenHash(code), s.Config.Now().Add(s.Config.FlowTTL))
	if err != nil {
		return "", fmt.Errorf("issue code: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return "", ErrFlowNotFound
	}
	return code, nil
}

// Verifies reports whether a verifier matches a stored challenge.
func Verifies(verifier, challenge string) bool {
	return subtle.ConstantTimeCompare([]byte(S256(verifier)), []byte(challenge)) == 1
}

// S256 is the challenge of a verifier.
func S256(verifier string) string {
	sum := sha256.Sum256([]byte(verifier))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}
