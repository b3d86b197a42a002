package account

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
)

// exportRowsMax bounds each section of an export to its newest rows.
const exportRowsMax = 50_000

// Export is everything that the product stores about a member (LGPD, art. 18, II and V). Truncated
// names the sections that were cut.
type Export struct {
	ExportedAt time.Time                  `json:"exported_at"`
	Sections   map[string]json.RawMessage `json:"sections"`
	Truncated  []string                   `json:"truncated"`
}

// section is a part of an export, newest rows first: a query about the person $1 or the parties $2
// for which they answer. A person who left an organisation does not get its data, even if they
// founded it; those who manage it now do.
type section struct{ name, query string }

var exported = []section{
	{"profile", `SELECT id, role, status, name, headline, title, location, about, experience, skills, work_modes, availability, rating, reviews_count, profile_views,
		active_projects, proposals_sent, contracts_completed, counterparts, avatar_url, banner_url, avatar_seed, created_at, updated_at FROM public.profiles
		WHERE id = ANY ($2) OR id = $1 AND ($1 = ANY (private.parties('read', $1)) OR NOT EXISTS (SELECT FROM public.organisations WHERE id = $1))`},
	{"account", `SELECT email, document, terms_accepted_at, terms_version, created_at FROM public.accounts WHERE profile_id = $1`},
	{"registration", `SELECT email, name, role, skills, created_at FROM public.registrations WHERE user_id = $1`},
	{"document_conflicts", `SELECT document, created_at FROM public.document_conflicts WHERE profile_id = $1`},
	{"corrections", `SELECT party_id, kind, old_document, new_document, reason, status, answer, created_at, decided_at FROM public.corrections
		WHERE kind = 'cpf' AND party_id = $1 OR kind = 'cnpj' AND party_id = ANY ($2) ORDER BY created_at DESC`},
	{"organisation", `SELECT id, role, kind, legal_name, document, is_simples, created_at, updated_at FROM public.organisations WHERE id = ANY ($2)`},
	{"memberships", `SELECT organisation_id, person_id, role, created_at FROM public.memberships WHERE person_id = $1 OR organisation_id = ANY ($2) ORDER BY created_at DESC`},
	{"invitations", `SELECT organisation_id, email, role, status, created_at, expires_at, decided_at FROM public.invitations
		WHERE organisation_id = ANY ($2) OR invited_by = $1 OR accepted_by = $1 OR email = (SELECT a.email FROM public.accounts a WHERE a.profile_id = $1) ORDER BY created_at DESC`},
	{"owner_removals", `SELECT organisation_id, person_id, role, status, objection, decision, created_at, takes_effect_at, closed_at FROM public.owner_removals
		WHERE person_id = $1 OR proposed_by = $1 ORDER BY created_at DESC`},
	{"preferences", `SELECT new_messages, new_proposals, newsletter, updated_at FROM public.preferences WHERE profile_id = $1`},
	{"calendar_link", `SELECT created_at FROM private.calendar_links WHERE person_id = $1`},
	{"push_devices", `SELECT user_agent, split_part(split_part(endpoint, '://', 2), '/', 1) AS service, created_at, succeeded_at FROM public.push_subscriptions WHERE profile_id = $1 ORDER BY created_at DESC`},
	{"deferrals", `SELECT party_id, kind, matter, until, created_at FROM private.deferrals WHERE person_id = $1 ORDER BY created_at DESC`},
	{"portfolio", `SELECT id, profile_id, title, description, role, technologies, image_urls, created_at, updated_at FROM public.portfolio_projects WHERE profile_id = ANY ($2) ORDER BY position`},
	{"projects", `SELECT p.id, o.company_id, p.number, p.title, p.description, p.category, p.experience_level, p.budget, p.budget_min_cents, p.budget_max_cents, p.deadline,
		p.deadline_on, p.skills, p.city, p.state, p.work_mode, p.starts_on, p.is_confidential, p.status, p.proposals_count, p.files_count, p.created_at, p.updated_at
		FROM public.projects p JOIN public.project_owners o ON o.project_id = p.id WHERE o.company_id = ANY ($2) ORDER BY p.created_at DESC`},
	{"project_revisions", `SELECT r.project_id, r.number, r.title, r.description, r.category, r.experience_level, r.budget, r.budget_min_cents, r.budget_max_cents, r.deadline,
		r.deadline_on, r.skills, r.city, r.state, r.work_mode, r.starts_on, r.changed, r.created_at
		FROM public.project_revisions r JOIN public.project_owners o ON o.project_id = r.project_id WHERE o.company_id = ANY ($2) ORDER BY r.created_at DESC`},
	{"project_files", `SELECT f.id, f.project_id, f.audience, f.name, f.media_type, f.bytes, f.path, f.created_at
		FROM public.project_files f JOIN public.project_owners o ON o.project_id = f.project_id WHERE o.company_id = ANY ($2) ORDER BY f.created_at DESC`},
	{"questions_asked", `SELECT q.id, q.project_id, q.content, q.answer, q.answered_at, q.created_at FROM public.project_questions q
		JOIN private.question_askers a ON a.question_id = q.id WHERE a.person_id = $1 OR a.party_id = ANY ($2) ORDER BY q.created_at DESC`},
	{"questions_answered", `SELECT q.id, q.project_id, q.content, q.answer, q.answered_at, q.created_at FROM public.project_questions q
		JOIN public.project_owners o ON o.project_id = q.project_id WHERE o.company_id = ANY ($2) AND q.answer IS NOT NULL ORDER BY q.answered_at DESC`},
	{"proposals", `SELECT id, project_id, professional_id, project_revision, terms, value, travel, milestones, deadline_days, valid_until, assumptions, exclusions, cover_letter, status, decline_reason, decided_at, created_at FROM public.proposals WHERE professional_id = ANY ($2) ORDER BY created_at DESC`},
	{"proposal_terms", `SELECT t.proposal_id, t.number, t.author, t.state, t.value, t.travel, t.milestones, t.deadline_days, t.valid_until, t.assumptions, t.exclusions, t.note, t.created_at, t.answered_at
		FROM public.proposal_terms t JOIN public.proposals p ON p.id = t.proposal_id JOIN public.project_owners o ON o.project_id = p.project_id
		WHERE p.professional_id = ANY ($2) OR o.company_id = ANY ($2) AND t.author = 'company' ORDER BY t.created_at DESC`},
	{"proposal_notes", `SELECT proposal_id, note, shortlisted, updated_at FROM public.proposal_notes WHERE company_id = ANY ($2) OR updated_by = $1 ORDER BY updated_at DESC`},
	{"contracts", `SELECT id, number, project_id, company_id, professional_id, value, scope, terms, settlement, fee_percent, status, started_at, delivered_at, acceptance_due_at, adjustments_count, completed_at, ended_at, end_reason, created_at FROM public.contracts WHERE company_id = ANY ($2) OR professional_id = ANY ($2) ORDER BY created_at DESC`},
	{"contract_events", `SELECT e.contract_id, e.action, e.from_status, e.to_status, e.reason, e.created_at FROM public.contract_events e
		JOIN public.contracts c ON c.id = e.contract_id WHERE e.actor_id = $1 OR c.company_id = ANY ($2) OR c.professional_id = ANY ($2) OR e.party_id = ANY ($2) ORDER BY e.created_at DESC`},
	{"milestones", `SELECT m.id, m.contract_id, m.position, m.kind, m.title, m.deliverable, m.value, m.due_on, m.status, m.delivered_at, m.delivery_note, m.approved_at, m.settled_at
		FROM public.milestones m JOIN public.contracts c ON c.id = m.contract_id WHERE c.company_id = ANY ($2) OR c.professional_id = ANY ($2) ORDER BY m.created_at DESC`},
	{"checklists", `SELECT l.id, l.milestone_id, l.kind, l.template, l.holds_clock, l.version, l.status, l.company_signed_at, l.professional_signed_at, l.executed_at,
		(SELECT json_agg(json_build_object('title', i.title, 'expected', i.expected, 'blocking', i.blocking, 'result', i.result, 'note', i.note, 'recorded_at', i.recorded_at, 'witnessed_as', i.witnessed_as, 'witnessed_at', i.witnessed_at) ORDER BY i.position)
		 FROM public.checklist_items i WHERE i.checklist_id = l.id) AS items
		FROM public.checklists l JOIN public.contracts c ON c.id = l.contract_id WHERE c.company_id = ANY ($2) OR c.professional_id = ANY ($2) ORDER BY l.created_at DESC`},
	{"deal_files", `SELECT f.id, f.contract_id, f.milestone_id, f.checklist_item_id, f.purpose, f.name, f.media_type, f.bytes, f.sha256, f.version, f.path, f.created_at
		FROM public.deal_files f JOIN public.contracts c ON c.id = f.contract_id WHERE c.company_id = ANY ($2) OR c.professional_id = ANY ($2) ORDER BY f.created_at DESC`},
	{"amendments", `SELECT a.id, a.contract_id, a.label, a.author, a.title, a.description, a.reason, a.hours, a.price, a.shift_days, a.status, a.created_at, a.closed_at, a.answer_reason
		FROM public.amendments a JOIN public.contracts c ON c.id = a.contract_id WHERE c.company_id = ANY ($2) OR c.professional_id = ANY ($2) ORDER BY a.created_at DESC`},
	{"direct_payments", `SELECT d.id, d.milestone_id, d.value, d.withheld, d.paid_on, d.receipt, d.end_to_end_id, d.note, d.status, d.declared_at, d.answered_at, d.reason
		FROM public.direct_payments d JOIN public.contracts c ON c.id = d.contract_id WHERE c.company_id = ANY ($2) OR c.professional_id = ANY ($2) ORDER BY d.declared_at DESC`},
	{"invoices", `SELECT i.id, i.milestone_id, i.version, i.kind, i.status, i.expected, i.access_key, i.number, i.verification_code, i.issued_on, i.value, i.provider_document,
		i.taker_document, i.is_read, i.differences, i.sent_at, i.answered_at, i.reason
		FROM public.invoices i JOIN public.contracts c ON c.id = i.contract_id WHERE c.company_id = ANY ($2) OR c.professional_id = ANY ($2) ORDER BY i.created_at DESC`},
	{"withholdings", `SELECT w.id, w.milestone_id, w.round, w.tax, w.payee, w.gross, w.base, w.rate, w.value, w.lawful_cents / 100.0 AS lawful, w.law, w.status, w.recorded_at, w.answered_at, w.reason, w.settled
		FROM public.withholdings w JOIN public.contracts c ON c.id = w.contract_id WHERE c.company_id = ANY ($2) OR c.professional_id = ANY ($2) ORDER BY w.recorded_at DESC`},
	{"withholding_proofs", `SELECT w.id, w.milestone_id, w.tax, w.value, w.settlement, w.status, w.created_at, w.due_at, w.answer_until, w.decision, w.decided_at, w.acceptances_stop_on, w.ended_at
		FROM public.withholding_proofs w JOIN public.contracts c ON c.id = w.contract_id WHERE c.company_id = ANY ($2) OR c.professional_id = ANY ($2) ORDER BY w.created_at DESC`},
	{"withholding_proof_rounds", `SELECT r.id, r.proof_id, r.round, r.reference, r.given_at, r.answered_at, r.reason
		FROM public.withholding_proof_rounds r JOIN public.contracts c ON c.id = r.contract_id WHERE c.company_id = ANY ($2) OR c.professional_id = ANY ($2) ORDER BY r.given_at DESC`},
	{"charges", `SELECT g.id, g.milestone_id, g.txid, g.status, g.value, g.fee, g.expires_at, g.paid_at, g.created_at
		FROM public.charges g JOIN public.contracts c ON c.id = g.contract_id WHERE c.company_id = ANY ($2) OR c.professional_id = ANY ($2) ORDER BY g.created_at DESC`},
	{"fee_receipts", `SELECT number, contract_id, milestone_id, base, fee, issuer, issued_at FROM public.fee_receipts WHERE party_id = ANY ($2) ORDER BY number DESC`},
	{"receivers", `SELECT party_id, institution, status, reason, updated_at FROM public.receivers WHERE party_id = ANY ($2) ORDER BY updated_at DESC`},
	{"disputes", `SELECT d.id, d.milestone_id, d.status, d.opened_by, d.reason, d.value, d.professional_percent, d.answer_due_at, d.decided_percent, d.decided_at, d.appeal_until,
		d.company_accepted_at, d.professional_accepted_at, d.outcome_percent, d.ended_at, d.created_at
		FROM public.disputes d JOIN public.contracts c ON c.id = d.contract_id WHERE c.company_id = ANY ($2) OR c.professional_id = ANY ($2) ORDER BY d.created_at DESC`},
	{"dispute_entries", `SELECT e.dispute_id, e.number, e.kind, e.side, e.author_name, e.content, e.professional_percent, e.offer, e.evidence, e.created_at
		FROM public.dispute_entries e JOIN public.contracts c ON c.id = e.contract_id
		WHERE c.company_id = ANY ($2) OR c.professional_id = ANY ($2) OR e.author_id = $1 ORDER BY e.created_at DESC`},
	{"terms_consents", `SELECT proposal_id, number, at, address FROM private.terms_consents WHERE person_id = $1 ORDER BY at DESC`},
	{"contract_acceptances", `SELECT a.contract_id, a.side, a.at, a.address, a.sha256 FROM public.contract_acceptances a
		JOIN public.contracts c ON c.id = a.contract_id WHERE a.person_id = $1 OR c.company_id = ANY ($2) OR c.professional_id = ANY ($2) ORDER BY a.at DESC`},
	{"contract_texts", `SELECT t.contract_id, t.content, t.created_at FROM private.contract_texts t
		JOIN public.contracts c ON c.id = t.contract_id WHERE c.company_id = ANY ($2) OR c.professional_id = ANY ($2) ORDER BY t.created_at DESC`},
	{"contract_files", `SELECT f.contract_id, f.subject_id, f.sha256, f.created_at FROM private.contract_files f
		JOIN public.contracts c ON c.id = f.contract_id WHERE c.company_id = ANY ($2) OR c.professional_id = ANY ($2) ORDER BY f.created_at DESC`},
	// Only the party's own side, because the document agreed by both masks the other's number.
	{"party_snapshots", `SELECT s.contract_id, s.act, s.subject_id, s.version, s.side, s.person_name, s.address, s.taken_at, s.is_late,
		CASE s.side WHEN 'company' THEN s.company_name ELSE s.professional_name END AS party_name,
		CASE s.side WHEN 'company' THEN s.company_document ELSE s.professional_document END AS party_document
		FROM private.party_snapshots s JOIN public.contracts c ON c.id = s.contract_id
		WHERE s.person_id = $1 OR CASE s.side WHEN 'company' THEN c.company_id ELSE c.professional_id END = ANY ($2) ORDER BY s.taken_at DESC`},
	// The identity of the other side, if it has left, for whoever answers for this one.
	{"sealed_counterparts", `SELECT s.contract_id, s.side, s.legal_name, s.document, s.email, s.keep_until
		FROM private.sealed_parties s JOIN public.contracts c ON c.id = s.contract_id
		WHERE s.keep_until > now() AND CASE s.side WHEN 'company' THEN c.professional_id ELSE c.company_id END = ANY ($2)
		ORDER BY s.sealed_at DESC`},
	{"statement", `SELECT party_id, created_at AS at, kind, value, contract_id, milestone_id FROM public.ledger_entries
		WHERE party_id = ANY ($2) AND (account LIKE 'available:%' OR account LIKE 'outside:company:%') ORDER BY created_at DESC, id DESC`},
	{"payouts", `SELECT id, party_id, value, key_end, status, reason, created_at, done_at FROM public.payouts WHERE party_id = ANY ($2) OR requested_by = $1 ORDER BY created_at DESC`},
	{"reviews_written", `SELECT id, contract_id, author_id, rating, axes, content, published_at, created_at FROM public.reviews WHERE author_id = ANY ($2) ORDER BY created_at DESC`},
	{"reviews_received", `SELECT id, contract_id, subject_id, rating, axes, content, answer, answered_at, published_at FROM public.reviews WHERE subject_id = ANY ($2) AND published_at <= now() ORDER BY published_at DESC`},
	{"messages", `SELECT id, from_id, to_id, party_id, content, read, timestamp FROM public.messages WHERE to_id = $1 OR (from_id = $1 OR actor_id = $1) AND sender_visible ORDER BY timestamp DESC`},
	{"notifications", `SELECT kind, title, body, subject_kind, subject_id, read, created_at FROM public.notifications WHERE profile_id = $1 ORDER BY created_at DESC`},
	{"reports", `SELECT number, kind, reason, details, status, decision, created_at FROM public.reports WHERE reporter_id = $1 ORDER BY created_at DESC`},
	{"profile_views", `SELECT profile_id, viewed_on, views FROM public.profile_view_days WHERE profile_id = ANY ($2) ORDER BY viewed_on DESC`},
	{"administration", `SELECT action, subject_kind, subject_id, subject_label, details, created_at FROM public.audit_log WHERE actor_id = $1 ORDER BY created_at DESC`},
	{"sessions", `SELECT created_at, refreshed_at, ip, user_agent FROM auth.sessions WHERE user_id = $1 ORDER BY refreshed_at DESC`},
	{"second_factors", `SELECT f.factor_type, f.friendly_name, f.status, f.created_at, p.last_used_at
		FROM auth.mfa_factors f LEFT JOIN auth.passkeys p ON p.factor_id = f.id WHERE f.user_id = $1 ORDER BY f.created_at DESC`},
	{"files", `SELECT bucket_id, name, size_bytes, created_at FROM storage.objects WHERE owner = $1 ORDER BY created_at DESC`},
}

// answersFor lists the parties of a person's export: the person, if they work alone, and the
// organisations they manage, including blocked ones.
const answersFor = `
	SELECT ARRAY(
	  SELECT m.organisation_id FROM public.memberships m JOIN private.role_rights r ON r.role = m.role AND r."right" = 'manage' WHERE m.person_id = $1
	  UNION ALL
	  SELECT id FROM public.profiles WHERE id = $1 AND is_party AND NOT EXISTS (SELECT FROM public.organisations WHERE id = $1))`

// ExportData collects everything about the caller and the parties they answer for, and nothing
// about anybody else except what those wrote to the caller.
func ExportData(ctx context.Context, tx pgx.Tx, _ Nothing) (Export, error) {
	out := Export{ExportedAt: time.Now().UTC(), Sections: map[string]json.RawMessage{}, Truncated: []string{}}
	truncated, err := eachSection(ctx, tx, func(name string, rows json.RawMessage) error {
		out.Sections[name] = rows
		return nil
	})
	out.Truncated = append(out.Truncated, truncated...)
	return out, err
}

// WriteExport writes what ExportData collects, indented for people to read. It holds only one
// section in memory at a time.
func WriteExport(ctx context.Context, tx pgx.Tx, out io.Writer) error {
	const head = "{\n  \"exported_at\": %q,\n  \"sections\": {"
	if _, err := fmt.Fprintf(out, head, time.Now().UTC().Format(time.RFC3339Nano)); err != nil {
		return err
	}
	var section bytes.Buffer
	separator := "\n"
	truncated, err := eachSection(ctx, tx, func(name string, rows json.RawMessage) error {
		section.Reset()
		fmt.Fprintf(&section, "%s    %q: ", separator, name)
		separator = ",\n"
		if err := json.Indent(&section, rows, "    ", "  "); err != nil {
			return err
		}
		_, err := section.WriteTo(out)
		return err
	})
	if err != nil {
		return err
	}
	names, err := json.Marshal(append([]string{}, truncated...))
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "\n  },\n  \"truncated\": %s\n}\n", names)
	return err
}

// eachSection passes every section of the caller's export to take, and returns the names of those
// that were cut.
func eachSection(ctx context.Context, tx pgx.Tx, take func(name string, rows json.RawMessage) error) (truncated []string, err error) {
	who := caller.From(ctx).UserID
	var parties []uuid.UUID
	if err := tx.QueryRow(ctx, answersFor, who).Scan(&parties); err != nil {
		return nil, fmt.Errorf("look for the parties of %s: %w", who, err)
	}
	for _, part := range exported {
		var rows json.RawMessage
		var count int
		err := tx.QueryRow(ctx, fmt.Sprintf(`
			WITH about AS (SELECT $1::uuid, $2::uuid[])
			SELECT coalesce(json_agg(part) FILTER (WHERE place <= %[2]d), '[]'), count(*)
			FROM (SELECT part.*, row_number() OVER () AS place FROM (%[1]s) AS part LIMIT %[2]d + 1) AS part`, part.query, exportRowsMax),
			who, parties).Scan(&rows, &count)
		if err != nil {
			return nil, fmt.Errorf("export %s: %w", part.name, err)
		}
		if count > exportRowsMax {
			truncated = append(truncated, part.name)
		}
		if err := take(part.name, rows); err != nil {
			return nil, err
		}
	}
	return truncated, nil
}
