package auth

import (
	"context"
	"fmt"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/edge/ratelimit"
	"automacao/internal/kernel/caller"
)

// verifiable are the kinds of mail that each verification type may prove.
var verifiable = map[string][]MailKind{
	"signup":       {MailConfirmation, MailInvite},
	"invite":       {MailInvite, MailConfirmation},
	"recovery":     {MailRecovery},
	"magiclink":    {MailMagicLink, MailConfirmation},
	"email":        {MailMagicLink, MailConfirmation, MailInvite},
	"email_change": {MailEmailChange, MailEmailChangeCurrent},
}

// textable are the kinds that a text's code may prove.
var textable = map[string][]MailKind{
	"sms":          {textSMS},
	"phone_change": {textPhoneChange},
}

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
	expiresAt time.Time
	createdAt time.Time
}

const selectOneTime = `

	SELECT t.id, t.user_id, t.kind, t.sent_to, t.code_hash, t.flow_state_id, t.expires_at, t.created_at
	  FROM auth.one_time_tokens t WHERE `

func scanOneTime(row pgx.Row) (oneTime, error) {
	var t oneTime
	err := row.Scan(&t.id, &t.userID, &t.kind, &t.sentTo, &t.codeHash, &t.flow, &t.expiresAt, &t.createdAt)
	return t, err
}

// verifyPost is POST /verify: a typed code, or a link's token from a program. LinkPage posts it as
// a form, which is answered like a link.
func (s *Server) verifyPost(w http.ResponseWriter, r *http.Request) error {
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind == formType {
		return s.verifyForm(w, r)
	}
	var in verifyRequest
	if err := decode(r, &in); err != nil {
		return err
	}
	find, err := s.finder(r.Context(), in)
	if err != nil {
		return err
	}
	ctx := r.Context()
	var out *answered
	var waiting bool
	err = s.inTx(ctx, func(tx pgx.Tx) error {
		proved, err := find(tx)
		if err != nil {
			return err
		}
		if waiting, err = s.accept(ctx, tx, proved); err != nil || waiting {
			return err
		}
		out, err = s.openSession(ctx, tx, proved.userID, methodOf(proved.kind))
		return err
	})
	if err != nil {
		return err
	}
	if waiting {
		return answer(w, http.StatusOK, map[string]string{"msg": otherAddress, "code": strconv.Itoa(http.StatusOK)})
	}
	return answer(w, http.StatusOK, out)
}

// otherAddress is the protocol's message to the first of two addresses that agrees.
const otherAddress = "Confirmation link accepted. Please proceed to confirm link sent to the other email"

// finder returns the function that finds the stored proof. It counts a code as a guess before it is
// compared.
func (s *Server) finder(ctx context.Context, in verifyRequest) (func(pgx.Tx) (oneTime, error), error) {
	sentTo, kinds, err := in.check()
	if err != nil {
		return nil, err
	}
	if in.TokenHash != "" {
		return func(tx pgx.Tx) (oneTime, error) { return s.findLink(ctx, tx, in.TokenHash, kinds) }, nil
	}
	if err := s.spendCode(ctx, sentTo); err != nil {
		return nil, err
	}
	return func(tx pgx.Tx) (oneTime, error) { return s.findCode(ctx, tx, sentTo, in.Token, kinds) }, nil
}

// check returns where the proof was sent, if it is a code, and the kinds that it may prove.
func (in verifyRequest) check() (sentTo string, kinds []MailKind, err error) {
	known := verifiable
	switch {
	case in.Type == "":
		return "", nil, invalid("Verify requires a verification type")
	case (in.Token == "") == (in.TokenHash == ""):
		return "", nil, invalid("Verify requires either a token or a token hash")
	case in.TokenHash != "" && (in.Email != "" || in.Phone != "" || in.RedirectTo != ""):
		return "", nil, invalid("Only the token_hash and type should be provided")
	case in.TokenHash != "":
	case (in.Email == "") == (in.Phone == ""):
		return "", nil, invalid("Only an email address or phone number should be provided on verify")
	case in.Phone != "":
		known = textable
		sentTo, err = parsePhone(in.Phone)
	default:
		// An invalid address was sent nothing, so it gets the same error as a wrong code.
		sentTo = foldEmail(in.Email)
	}
	kinds, isKnown := known[in.Type]
	switch {
	case err != nil:
		return "", nil, err
	case !isKnown && in.Phone != "":
		return "", nil, invalid("Invalid sms verification type")
	case !isKnown:
		return "", nil, invalid("Invalid email verification type")
	}
	return sentTo, kinds, nil
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

// namesOf converts kinds to plain texts, because behind a pooler a list of a custom type cannot be
// encoded.
func namesOf(kinds []MailKind) []string {
	names := make([]string, len(kinds))
	for i, kind := range kinds {
		names[i] = string(kind)
	}
	return names
}

// spendCode counts a guess at the codes of an address, whether it has any or not.
func (s *Server) spendCode(ctx context.Context, email string) error {
	for _, counted := range []struct {
		quota ratelimit.Rate
		key   string
	}{
		{s.cfg.Limits.CodeFailures, codeKey(ctx, email)},
		{s.cfg.Limits.CodeFailuresPerAccount, ratelimit.Key("code", email)},
	} {
		wait, err := s.spend(ctx, s.db, counted.quota, counted.key)
		if err != nil {
			return err
		}
		if wait > 0 {
			return errRequestRate.After(wait)
		}
	}
	return nil
}

func codeKey(ctx context.Context, email string) string {
	return ratelimit.Key("code", email, caller.From(ctx).Network())
}

// findCode compares a code with the mails sent to its address, and forgives the guesses if it
// matches.
func (s *Server) findCode(ctx context.Context, tx pgx.Tx, email, code string, kinds []MailKind) (oneTime, error) {
	found, err := scanOneTime(tx.QueryRow(ctx, selectOneTime+`
		t.sent_to = $1 AND t.kind = ANY($2) AND t.code_hash = $3 AND t.created_at >= $4 AND t.expires_at >= $5
		ORDER BY t.created_at DESC LIMIT 1 FOR UPDATE`,
		email, namesOf(kinds), tokenHash(email+code), s.cfg.Now().Add(-s.cfg.CodeTTL), s.cfg.Now()))
	switch {
	case isMissing(err):
		return oneTime{}, errOTPExpired
	case err != nil:
		return oneTime{}, fmt.Errorf("find code: %w", err)
	}
	return found, ratelimit.Forgive(ctx, tx, codeKey(ctx, email))
}

// accept uses up a proof, with the others of its kind, and applies it. It reports whether another
// proof is still needed.
func (s *Server) accept(ctx context.Context, tx pgx.Tx, proved oneTime) (waiting bool, err error) {
	if err := forgetProofs(ctx, tx, proved.userID, proved.kind); err != nil {
		return false, err
	}
	switch proved.kind {
	case MailEmailChange, MailEmailChangeCurrent:
		return s.agreeToEmail(ctx, tx, proved)
	case textSMS:
		return false, s.confirmPhone(ctx, tx, proved.userID, proved.sentTo)
	case textPhoneChange:
		return false, s.changePhone(ctx, tx, proved.userID, proved.sentTo)
	}
	_, err = tx.Exec(ctx, `
		UPDATE auth.users SET email_confirmed_at = coalesce(email_confirmed_at, $2), updated_at = $2 WHERE id = $1`,
		proved.userID, s.cfg.Now())
	if err != nil {
		return false, fmt.Errorf("confirm address: %w", err)
	}
	return false, s.verifyIdentity(ctx, tx, proved.userID, proved.sentTo)
}

// forgetProofs deletes a user's proofs of these kinds.
func forgetProofs(ctx context.Context, tx pgx.Tx, userID uuid.UUID, kinds ...MailKind) error {
	_, err := tx.Exec(ctx, `DELETE FROM auth.one_time_tokens WHERE user_id = $1 AND kind = ANY($2)`, userID, namesOf(kinds))
	if err != nil {
		return fmt.Errorf("delete one-time tokens: %w", err)
	}
	return nil
}
