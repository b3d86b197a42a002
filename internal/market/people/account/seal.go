package account

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/fault"
	"automacao/internal/market/deal"
	"automacao/internal/market/people/audit"
)

// sealedYears is how long the identity of a side that left is kept under seal after the end of its
// contract. Claims lapse after five years (Código Civil, art. 206, §5º, I), and data may be kept
// for them (LGPD, art. 16, I).
const sealedYears = 5

// ErrNothingSealed answers for a contract whose sides are both there, whose seals have expired, or
// that does not exist.
var ErrNothingSealed = fault.New(http.StatusNotFound, "nothing_sealed", "Não há dados guardados das partes deste contrato.")

// seal stores who a party is, for each of its contracts, before the party is erased. If a delivery
// is still open, the five years run from its acceptance date, when silence accepts it at the
// latest.
func seal(ctx context.Context, tx pgx.Tx, partyID, personID uuid.UUID) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO private.sealed_parties (contract_id, side, legal_name, document, email, keep_until)
		SELECT c.id, CASE c.company_id WHEN $1 THEN 'company' ELSE 'professional' END,
		       coalesce(o.legal_name, p.name), CASE WHEN o.id IS NULL THEN a.document ELSE coalesce(o.document, a.document) END, coalesce(a.email, ''),
		       coalesce(c.completed_at, c.ended_at, c.acceptance_due_at, now()) + make_interval(years => $3)
		FROM public.contracts c
		JOIN public.profiles p ON p.id = $1
		LEFT JOIN public.organisations o ON o.id = $1
		LEFT JOIN public.accounts a ON a.profile_id = $2
		WHERE c.company_id = $1 OR c.professional_id = $1
		ON CONFLICT (contract_id, side) DO NOTHING`, partyID, personID, sealedYears)
	if err != nil {
		return fmt.Errorf("seal the contracts of %s: %w", partyID, err)
	}
	return nil
}

// Unsealing names a contract and the reason why its sides have to be known.
type Unsealing struct {
	ContractID uuid.UUID `json:"contract_id"`
	Reason     string    `json:"reason"`
}

// SealedParty is the identity of a side that left a contract.
type SealedParty struct {
	Side      string    `json:"side"`
	LegalName string    `json:"legal_name"`
	Document  *string   `json:"document"`
	Email     string    `json:"email"`
	SealedAt  time.Time `json:"sealed_at"`
	KeepUntil time.Time `json:"keep_until"`
}

// Sealed are the sides of a contract that have left.
type Sealed struct {
	ContractID uuid.UUID     `json:"contract_id"`
	Parties    []SealedParty `json:"parties"`
}

// ReadSealed returns the identity of the sides that left a contract. Only administrators may call
// it, with a reason, and every reading is recorded with that reason.
func ReadSealed(ctx context.Context, tx pgx.Tx, in Unsealing) (Sealed, error) {
	if err := RequireAdmin(ctx, tx); err != nil {
		return Sealed{}, err
	}
	reason, err := deal.Reason(in.Reason)
	if err != nil {
		return Sealed{}, err
	}
	rows, err := tx.Query(ctx, `
		SELECT side, legal_name, document, email, sealed_at, keep_until FROM private.sealed_parties
		WHERE contract_id = $1 AND keep_until > now() ORDER BY side`, in.ContractID)
	if err != nil {
		return Sealed{}, fmt.Errorf("read what is sealed of %s: %w", in.ContractID, err)
	}
	parties, err := pgx.CollectRows(rows, pgx.RowToStructByPos[SealedParty])
	if err != nil {
		return Sealed{}, fmt.Errorf("read what is sealed of %s: %w", in.ContractID, err)
	}
	if len(parties) == 0 {
		return Sealed{}, ErrNothingSealed
	}
	var number int64
	if err := tx.QueryRow(ctx, `SELECT number FROM public.contracts WHERE id = $1`, in.ContractID).Scan(&number); err != nil {
		return Sealed{}, fmt.Errorf("look up contract %s: %w", in.ContractID, err)
	}
	return Sealed{ContractID: in.ContractID, Parties: parties}, audit.Record(ctx, tx, audit.Entry{
		Action: audit.ReadSealed, SubjectKind: "contract", SubjectID: in.ContractID.String(), Label: fmt.Sprintf("CTR-%04d", number),
		Details: map[string]any{"reason": reason},
	})
}

// ForgetSealed erases identities whose time under seal is over, and with them the contract texts,
// files and snapshots that name who left, and their names in checklists. If both sides of a
// contract are there but a person who acted for one has left, everything but the text is erased
// five years after the contract's end.
func ForgetSealed(ctx context.Context, tx pgx.Tx) error {
	_, err := tx.Exec(ctx, `
		WITH over AS (DELETE FROM private.sealed_parties WHERE keep_until <= now() RETURNING contract_id),
		     named AS (
		       SELECT contract_id FROM over UNION
		       SELECT s.contract_id FROM private.party_snapshots s JOIN public.profiles p ON p.id = s.person_id JOIN public.contracts c ON c.id = s.contract_id
		       WHERE p.removed_at IS NOT NULL AND s.person_name <> p.name AND coalesce(c.completed_at, c.ended_at) <= now() - make_interval(years => $1)
		         AND NOT EXISTS (SELECT FROM private.sealed_parties k WHERE k.contract_id = c.id)),
		     texts AS (DELETE FROM private.contract_texts WHERE contract_id IN (SELECT contract_id FROM over)),
		     files AS (DELETE FROM private.contract_files WHERE contract_id IN (SELECT contract_id FROM named)),
		     snapshots AS (DELETE FROM private.party_snapshots WHERE contract_id IN (SELECT contract_id FROM named)),
		     lists AS (UPDATE public.checklist_items i
		       SET recorded_name  = CASE WHEN EXISTS (SELECT FROM public.profiles p WHERE p.id = i.recorded_by  AND p.removed_at IS NOT NULL) THEN $2 ELSE i.recorded_name END,
		           witnessed_name = CASE WHEN EXISTS (SELECT FROM public.profiles p WHERE p.id = i.witnessed_by AND p.removed_at IS NOT NULL) THEN $2 ELSE i.witnessed_name END
		       FROM public.checklists l WHERE l.id = i.checklist_id AND l.contract_id IN (SELECT contract_id FROM named))
		UPDATE public.contract_acceptances SET address = NULL WHERE contract_id IN (SELECT contract_id FROM over)`, sealedYears, gone)
	if err != nil {
		return fmt.Errorf("forget what is sealed: %w", err)
	}
	return nil
}

const gone = "Usuário removido"

// calledIn collects the names of profiles ($1) and of the person ($2). Names of one or two letters
// are left out, because removing them would damage other words.
const calledIn = `
	SELECT ARRAY(SELECT name FROM (
	  SELECT name FROM public.profiles WHERE id = ANY ($1)
	  UNION SELECT legal_name FROM public.organisations WHERE id = ANY ($1)
	  UNION SELECT email FROM public.accounts WHERE profile_id = $2) AS called WHERE length(name) > 2)`

// forgotten removes the @names of @profiles from stored texts: the product's own messages and
// notifications, where the name is stored beside the text, and texts the profiles wrote for others,
// copies in notifications and moderation, and the audit log, where the name is searched for.
// Messages between people and the content of contracts are kept
// (web/src/features/landing/legal/privacy.ts says both).
var forgotten = []string{`
	WITH nameless AS (
	  UPDATE public.messages SET content = left(replace(content, actor_name, @gone), 5000), actor_name = NULL
	  WHERE actor_id = ANY (@profiles) AND actor_name IS NOT NULL RETURNING id, content
	)
	UPDATE public.conversations c SET last_content = left(n.content, 160) FROM nameless n WHERE c.last_message_id = n.id`, `
	UPDATE public.notifications
	SET title = left(private.without_names(replace(title, coalesce(actor_name, ''), @gone), @names), 200),
	    body  = left(private.without_names(replace(body, coalesce(actor_name, ''), @gone), @names), 400), actor_name = NULL
	WHERE actor_id = ANY (@profiles)`, `
	UPDATE public.project_questions q SET content = left(private.without_names(content, @names), 1000)
	FROM private.question_askers a WHERE a.question_id = q.id AND a.party_id = ANY (@profiles)`, `
	UPDATE public.invitations_to_propose i SET note = left(private.without_names(note, @names), 500)
	FROM public.project_owners o WHERE o.project_id = i.project_id AND o.company_id = ANY (@profiles) AND note <> ''`, `
	UPDATE public.proposals
	SET cover_letter = left(private.without_names(cover_letter, @names), 10000)
	WHERE professional_id = ANY (@profiles) AND cover_letter <> private.without_names(cover_letter, @names)`, `
	UPDATE public.notifications n SET body = left(private.without_names(n.body, @names), 400)
	FROM public.reports r
	WHERE r.profile_id = ANY (@profiles) AND n.profile_id = r.reporter_id AND n.subject_kind = 'own_report' AND n.subject_id = r.id`, `
	UPDATE public.notifications SET body = left(private.without_names(body, @names), 400)
	WHERE profile_id IN (SELECT id FROM public.profiles WHERE role = 'admin') AND subject_kind = 'correction' AND subject_id = ANY (@profiles)`, `
	UPDATE public.reports
	SET excerpt  = CASE WHEN kind = 'profile' AND profile_id = ANY (@profiles) THEN @gone ELSE left(private.without_names(excerpt, @names), 500) END,
	    details  = left(private.without_names(details, @names), 2000),
	    decision = left(private.without_names(decision, @names), 2000)
	WHERE profile_id = ANY (@profiles) OR reporter_id = ANY (@profiles)`, `
	UPDATE public.audit_log
	SET subject_label = CASE WHEN subject_kind IN ('profile', 'organisation') AND subject_id = ANY (@profiles::uuid[]::text[]) THEN @gone
	                    ELSE left(private.without_names(subject_label, @names), 300) END,
	    details = coalesce((
	      SELECT jsonb_object_agg(key, CASE WHEN key IN ('decision', 'reason') THEN to_jsonb(private.without_names(value #>> '{}', @names)) ELSE value END)
	      FROM jsonb_each(details)), '{}')
	WHERE subject_id = ANY (ARRAY(
	  SELECT unnest(@profiles::uuid[])::text
	  UNION SELECT id::text FROM public.reports WHERE profile_id = ANY (@profiles) OR reporter_id = ANY (@profiles)
	  UNION SELECT project_id::text FROM public.project_owners WHERE company_id = ANY (@profiles)
	  UNION SELECT id::text FROM public.contracts WHERE company_id = ANY (@profiles) OR professional_id = ANY (@profiles)))`,
}

// forgetNames removes the names of profiles from what the product stores elsewhere.
func forgetNames(ctx context.Context, tx pgx.Tx, personID uuid.UUID, profiles []uuid.UUID) error {
	var names []string
	if err := tx.QueryRow(ctx, calledIn, profiles, personID).Scan(&names); err != nil {
		return fmt.Errorf("collect the names of %s: %w", personID, err)
	}
	about := pgx.NamedArgs{"profiles": profiles, "gone": gone, "names": names}
	for _, change := range forgotten {
		if _, err := tx.Exec(ctx, change, about); err != nil {
			return fmt.Errorf("take names out: %w", err)
		}
	}
	return nil
}

// stragglers removes names from notifications, messages and reports that were being written while
// their owner was leaving.
var stragglers = []string{`
	UPDATE public.messages m SET content = left(replace(m.content, m.actor_name, $1), 5000), actor_name = NULL
	FROM public.profiles p WHERE p.id = m.actor_id AND p.removed_at IS NOT NULL AND m.actor_name IS NOT NULL`, `
	UPDATE public.notifications n
	SET title = left(replace(n.title, n.actor_name, $1), 200), body = left(replace(n.body, n.actor_name, $1), 400), actor_name = NULL
	FROM public.profiles p WHERE p.id = n.actor_id AND p.removed_at IS NOT NULL AND n.actor_name IS NOT NULL`, `
	UPDATE public.reports r SET excerpt = $1
	FROM public.profiles p WHERE p.id = r.profile_id AND p.removed_at IS NOT NULL AND r.kind = 'profile' AND r.excerpt <> $1`,
}

// ForgetStragglers removes the names that were written while their owners were leaving.
func ForgetStragglers(ctx context.Context, tx pgx.Tx) error {
	for _, change := range stragglers {
		if _, err := tx.Exec(ctx, change, gone); err != nil {
			return fmt.Errorf("take late names out: %w", err)
		}
	}
	return nil
}
