package account

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

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
