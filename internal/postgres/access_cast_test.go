package postgres_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/kernel/caller"
	"automacao/internal/postgres"
	"automacao/internal/postgres/dbtest"
)

// The people and rows of the access tests. Bruno and Elisa are blocked; the secret project belongs
// to Vale.
const (
	marina = "00000000-0000-7000-8000-000000000001"
	rafael = "00000000-0000-7000-8000-000000000002"
	serra  = "00000000-0000-7000-8000-000000000003"
	vale   = "00000000-0000-7000-8000-000000000004"
	admin  = "00000000-0000-7000-8000-000000000005"
	bruno  = "00000000-0000-7000-8000-000000000006"
	elisa  = "00000000-0000-7000-8000-000000000007"

	openProject   = "00000000-0000-7000-8000-000000000011"
	secretProject = "00000000-0000-7000-8000-000000000012"
	closedProject = "00000000-0000-7000-8000-000000000013"
	doneProject   = "00000000-0000-7000-8000-000000000014"

	valesProject = "00000000-0000-7000-8000-000000000015"

	doneContract    = "00000000-0000-7000-8000-000000000021"
	publishedReview = "00000000-0000-7000-8000-000000000031"
	hiddenReview    = "00000000-0000-7000-8000-000000000032"
)

// actors are the viewers of the matrix that are members. inCast replaces their names, and those of
// their rows, in the file's text.
var actors = map[string]string{
	"marina": marina, "rafael": rafael, "serra": serra, "vale": vale, "admin": admin, "bruno": bruno, "elisa": elisa,
	"eva": eva, "igor": igor, "flavia": flavia, "rui": rui,
}

var things = map[string]string{
	"open project": openProject, "secret project": secretProject, "closed project": closedProject, "done project": doneProject, "vales project": valesProject,
	"done contract": doneContract, "published review": publishedReview, "hidden review": hiddenReview,
}

func inCast(text string) string {
	for _, named := range []map[string]string{actors, things} {
		for name, id := range named {
			text = strings.ReplaceAll(text, "{"+name+"}", id)
		}
	}
	return text
}

// stage returns a database with one row of every kind for those people.
func stage(t *testing.T) *dbtest.Database {
	t.Helper()
	db := dbtest.Open(t)
	people := []struct{ id, role, status, name, document string }{
		{marina, "professional", "active", "Marina Alves", "90000000001"},
		{rafael, "professional", "active", "Rafael Nunes", "90000000002"},
		{serra, "company", "active", "Serra Azul", "90000000000003"},
		{vale, "company", "active", "Vale Verde", "90000000000004"},
		{admin, "admin", "active", "Administração", "90000000005"},
		{bruno, "professional", "blocked", "Bruno Lima", "90000000006"},
		{elisa, "professional", "blocked", "Elisa Prado", "90000000007"},
	}
	for _, p := range people {
		fixture(t, db.Owner, `INSERT INTO auth.users (id, email) VALUES ($1, $2)`, p.id, p.document+"@exemplo.test")
		fixture(t, db.Owner, `INSERT INTO public.profiles (id, role, status, name) VALUES ($1, $2, $3, $4)`, p.id, p.role, p.status, p.name)
		fixture(t, db.Owner, `INSERT INTO public.accounts (profile_id, email, document) VALUES ($1, $2, $3)`, p.id, p.document+"@exemplo.test", p.document)
	}
	staff(t, db.Owner)
	for _, owner := range []string{marina, bruno, elisa} {
		fixture(t, db.Owner, `INSERT INTO public.portfolio_projects (profile_id, title, description, role) VALUES ($1, 'Envase', 'Linha nova', 'CLP')`, owner)
	}
	for _, p := range []struct {
		id, company, status string
		secret              bool
	}{{openProject, serra, "open", false}, {secretProject, vale, "open", true}, {closedProject, serra, "closed", false}} {
		fixture(t, db.Owner, `
			INSERT INTO public.projects (id, company_id, title, description, budget, deadline, skills, status, is_confidential)
			VALUES ($1, $2, 'Retrofit', 'Painel antigo', 'A combinar', '60 dias', '{retrofit}', $3, $4)`, p.id, p.company, p.status, p.secret)
	}
	fixture(t, db.Owner, `INSERT INTO public.proposals (project_id, professional_id, value, cover_letter) VALUES ($1, $2, 1000, 'Posso'), ($3, $4, 2000, 'Também')`,
		openProject, marina, secretProject, bruno)
	fixture(t, db.Owner, `INSERT INTO public.proposal_notes (proposal_id, note) SELECT id, 'Ligar' FROM public.proposals`)
	fixture(t, db.Owner, `INSERT INTO public.messages (from_id, to_id, content) VALUES ($1, $2, 'Bom dia'), ($3, $4, 'Olá')`, marina, serra, bruno, rafael)
	fixture(t, db.Owner, `INSERT INTO public.messages (from_id, to_id, content, automatic, sender_visible) VALUES ($1, $2, 'Nova proposta', true, false)`, marina, vale)
	fixture(t, db.Owner, `INSERT INTO public.registrations (user_id, email, name, role) VALUES ($1, 'm@exemplo.test', 'Marina', 'professional'), ($2, 'b@exemplo.test', 'Bruno', NULL)`, marina, bruno)
	finish(t, db.Owner)
	engage(t, db.Owner)
	wonder(t, db.Owner)
	attend(t, db.Owner)
	pay(t, db.Owner)
	keep(t, db.Owner)
	matrix := readMatrix(t)
	for _, name := range matrix.names() {
		for _, statement := range matrix.tables[name].fixtures {
			fixture(t, db.Owner, inCast(statement))
		}
	}
	return db
}

// finish creates a completed contract between Serra and Marina, with a published review by Marina
// and a still hidden one by Serra.
func finish(t *testing.T, owner *pgxpool.Pool) {
	t.Helper()
	fixture(t, owner, `
		INSERT INTO public.projects (id, company_id, title, description, budget, deadline, skills)
		VALUES ($1, $2, 'Calibração', 'Dez instrumentos', 'A combinar', '5 dias', '{calibracao}')`, doneProject, serra)
	fixture(t, owner, `
		WITH sent AS (INSERT INTO public.proposals (project_id, professional_id, value, cover_letter) VALUES ($1, $2, 900, 'Faço') RETURNING id)
		INSERT INTO public.contracts (id, project_id, proposal_id, company_id, professional_id, value_cents, status, delivered_by, delivered_at, completed_by, completed_at)
		SELECT $3, $1, id, $4, $2, 90000, 'completed', $2, now(), $4, now() FROM sent`, doneProject, rafael, doneContract, serra)
	fixture(t, owner, `UPDATE public.proposals SET status = 'accepted' WHERE project_id = $1`, doneProject)
	for _, status := range []string{"in_progress", "delivered", "completed"} {
		fixture(t, owner, `UPDATE public.projects SET status = $2 WHERE id = $1`, doneProject, status)
	}
	fixture(t, owner, `INSERT INTO public.reviews (id, contract_id, author_id, rating, content) VALUES ($1, $2, $3, 5, 'Ótima empresa')`, publishedReview, doneContract, rafael)
	fixture(t, owner, `UPDATE public.reviews SET published_at = now() - interval '1 day' WHERE id = $1`, publishedReview)
	// As if Serra wrote it on the first day and nobody has read it yet.
	fixture(t, owner, `
		INSERT INTO public.reviews (id, contract_id, author_id, rating, content) VALUES ($1, $2, $3, 2, 'Atrasou')`, hiddenReview, doneContract, serra)
	fixture(t, owner, `UPDATE public.reviews SET published_at = now() + interval '13 days', counted = false WHERE id = $1`, hiddenReview)
}

// engage creates an active contract between Vale and Marina.
func engage(t *testing.T, owner *pgxpool.Pool) {
	t.Helper()
	fixture(t, owner, `
		INSERT INTO public.projects (id, company_id, title, description, budget, deadline, skills)
		VALUES ($1, $2, 'Supervisório', 'Novecentos tags', 'A combinar', '60 dias', '{scada-supervisorio}')`, valesProject, vale)
	fixture(t, owner, `
		WITH sent AS (INSERT INTO public.proposals (project_id, professional_id, value, cover_letter) VALUES ($1, $2, 900, 'Faço') RETURNING id)
		INSERT INTO public.contracts (project_id, proposal_id, company_id, professional_id, value_cents)
		SELECT $1, id, $3, $2, 90000 FROM sent`, valesProject, marina, vale)
	fixture(t, owner, `UPDATE public.projects SET status = 'in_progress' WHERE id = $1`, valesProject)
	fixture(t, owner, `INSERT INTO public.contract_events (contract_id, action, to_status, party_id) SELECT id, 'accept_proposal', 'agreed', company_id FROM public.contracts`)
	fixture(t, owner, `INSERT INTO public.milestones (contract_id, position, title, value_cents) SELECT id, 1, 'Entrega', value_cents FROM public.contracts`)
	fixture(t, owner, `
		INSERT INTO public.direct_payments (contract_id, milestone_id, value_cents, paid_on, declared_by, confirm_due_at)
		SELECT m.contract_id, m.id, m.value_cents, private.market_day(), c.company_id, now() FROM public.milestones m JOIN public.contracts c ON c.id = m.contract_id`)
	fixture(t, owner, `INSERT INTO public.checklists (contract_id, milestone_id, kind) SELECT contract_id, id, 'taf' FROM public.milestones`)
	fixture(t, owner, `INSERT INTO public.checklist_items (checklist_id, contract_id, position, title) SELECT id, contract_id, 1, 'Parada' FROM public.checklists`)
	fixture(t, owner, `
		INSERT INTO public.deal_files (contract_id, purpose, name, media_type, bytes, sha256, version, uploaded_by, path)
		SELECT id, 'evidence', 'foto.jpg', 'image/jpeg', 1, encode(sha256('x'), 'hex'), 1, company_id, id || '/foto.jpg' FROM public.contracts`)
	fixture(t, owner, `
		INSERT INTO public.charges (contract_id, milestone_id, txid, value_cents, fee_cents, expires_at)
		SELECT contract_id, id, replace(id::text, '-', ''), value_cents, 0, now() FROM public.milestones`)
	fixture(t, owner, `
		INSERT INTO public.charge_codes (charge_id, company_id, br_code)
		SELECT g.id, c.company_id, '000201' FROM public.charges g JOIN public.contracts c ON c.id = g.contract_id`)
	fixture(t, owner, `INSERT INTO public.payouts (party_id, value_cents, key_end) VALUES ($1, 100, '4725'), ($2, 200, '7735')`, marina, rafael)
	fixture(t, owner, `INSERT INTO public.receivers (party_id, institution, status) VALUES ($1, 'Instituição', 'approved'), ($2, 'Instituição', 'pending')`, marina, rafael)
	fixture(t, owner, `INSERT INTO public.reconciliation_differences (kind, reference) VALUES ('unknown_event', 'evt_1')`)
	fixture(t, owner, `
		INSERT INTO public.contract_acceptances (contract_id, side, person_id, address, sha256)
		SELECT id, 'company', company_id, '203.0.113.9', repeat('a', 64) FROM public.contracts`)
	fixture(t, owner, `
		INSERT INTO public.invoices (contract_id, milestone_id, professional_id, kind, expected_cents)
		SELECT m.contract_id, m.id, c.professional_id, 'nfse', m.value_cents FROM public.milestones m JOIN public.contracts c ON c.id = m.contract_id`)
	fixture(t, owner, `
		INSERT INTO public.withholdings (contract_id, milestone_id, round, tax, payee, gross_cents, base_cents, rate_basis_points, value_cents, recorded_by, answer_due_at)
		SELECT m.contract_id, m.id, 1, 'iss', 'pj', m.value_cents, m.value_cents, 200, 1, c.company_id, now() FROM public.milestones m JOIN public.contracts c ON c.id = m.contract_id`)
	fixture(t, owner, `
		INSERT INTO public.withholding_proofs (withholding_id, contract_id, milestone_id, tax, value_cents, settlement, due_at)
		SELECT id, contract_id, milestone_id, tax, value_cents, 'direct', now() FROM public.withholdings`)
	fixture(t, owner, `
		INSERT INTO public.withholding_proof_rounds (proof_id, contract_id, round, reference, file_id, given_by, due_at)
		SELECT p.id, p.contract_id, 1, '858100000014', f.id, c.company_id, now()
		FROM public.withholding_proofs p JOIN public.contracts c ON c.id = p.contract_id JOIN public.deal_files f ON f.contract_id = c.id`)
	fixture(t, owner, `
		INSERT INTO public.fee_receipts (number, contract_id, milestone_id, party_id, base_cents, fee_cents)
		SELECT row_number() OVER (), m.contract_id, m.id, c.professional_id, 1000, 100 FROM public.milestones m JOIN public.contracts c ON c.id = m.contract_id`)
	fixture(t, owner, `
		INSERT INTO public.amendments (contract_id, number, author, title, description, reason, price_cents, proposed_by, lapses_at)
		SELECT id, 1, 'professional', 'Segundo painel', 'Montar', 'Fora do escopo', 100, professional_id, now() FROM public.contracts`)
	fixture(t, owner, `
		WITH opened AS (
		  INSERT INTO public.disputes (contract_id, milestone_id, opened_by, opener_id, reason, professional_percent, milestone_status, value_cents, answer_due_at)
		  SELECT m.contract_id, m.id, 'company', c.company_id, 'O painel não liga.', 0, 'delivered', m.value_cents, now() FROM public.milestones m JOIN public.contracts c ON c.id = m.contract_id
		  RETURNING id, contract_id, opener_id)
		INSERT INTO public.dispute_entries (dispute_id, contract_id, number, kind, side, author_id, professional_percent, offer)
		SELECT id, contract_id, 1, 'claim', 'company', opener_id, 0, 1 FROM opened`)
}

// wonder creates a question from Rafael to Serra, and a clarification from Vale to its proposers.
func wonder(t *testing.T, owner *pgxpool.Pool) {
	t.Helper()
	fixture(t, owner, `
		WITH asked AS (INSERT INTO public.project_questions (project_id, content) VALUES ($1, 'Há fonte?') RETURNING id)
		INSERT INTO private.question_askers (question_id, party_id, person_id) SELECT id, $2, $2 FROM asked`, openProject, rafael)
	fixture(t, owner, `INSERT INTO public.project_questions (project_id, answer, answered_at) VALUES ($1, 'A visita é na terça.', now())`, secretProject)
}

// attend creates rows that only Marina, or only administrators, may see.
func attend(t *testing.T, owner *pgxpool.Pool) {
	t.Helper()
	fixture(t, owner, `INSERT INTO public.preferences (profile_id) VALUES ($1), ($2), ($3)`, marina, serra, bruno)
	fixture(t, owner, `INSERT INTO public.notifications (profile_id, kind, title, subject_kind) VALUES ($1, 'account', 'Bem-vinda', 'account'), ($2, 'review', 'Avaliação', 'reviews'), ($3, 'review', 'Avaliação', 'company')`, marina, rafael, serra)
	fixture(t, owner, `
		WITH session AS (INSERT INTO auth.sessions (user_id) VALUES ($1), ($2) RETURNING id, user_id)
		INSERT INTO public.push_subscriptions (profile_id, session_id, endpoint, p256dh, auth_secret)
		SELECT user_id, id, 'https://fcm.googleapis.com/fcm/send/' || id, repeat('A', 87), repeat('A', 22) FROM session`, marina, serra)
	fixture(t, owner, `INSERT INTO public.document_conflicts (profile_id, document, first_profile_id) VALUES ($1, '90000001147', $2)`, rafael, marina)
	fixture(t, owner, `INSERT INTO public.profile_view_days (profile_id, viewed_on, views) VALUES ($1, private.market_day(), 3), ($2, private.market_day(), 1), ($3, private.market_day(), 1)`, marina, rafael, serra)
	fixture(t, owner, `
		INSERT INTO public.reports (kind, subject_id, profile_id, excerpt, reason, reporter_id, reporter_key)
		VALUES ('profile', $1, $1, 'Serra Azul', 'spam', $2, sha256('marina'))`, serra, marina)
	fixture(t, owner, `INSERT INTO public.audit_log (actor_id, action, subject_kind, subject_id) VALUES ($1, 'block_user', 'profile', $2)`, admin, bruno)
}

// pay posts what Serra guaranteed and Rafael earned for their contract.
func pay(t *testing.T, owner *pgxpool.Pool) {
	t.Helper()
	fixture(t, owner, `
		SELECT private.post_transfer('guarantee:1', 'guarantee', $1, NULL, NULL, jsonb_build_array(
		  jsonb_build_object('account', 'outside:company:' || $2, 'party_id', $2, 'kind', 'guarantee', 'value_cents', -90000),
		  jsonb_build_object('account', 'available:' || $3, 'party_id', $3, 'kind', 'release', 'value_cents', 90000)))`, doneContract, serra, rafael)
}

// keep creates one file of every kind.
func keep(t *testing.T, owner *pgxpool.Pool) {
	t.Helper()
	for _, file := range []struct{ bucket, name, owner string }{
		{"public-uploads", "avatars/" + marina + "-1.webp", marina},
		{"public-uploads", "banners/" + serra + "-1.webp", serra},
		{"public-uploads", "avatars/" + eva + "-1.webp", eva},
		{"public-uploads", "portfolio/" + rafael + "/1.webp", rafael},
		{"public-uploads", "avatars/" + bruno + "-1.webp", bruno},
		{"public-uploads", "site-images/hero.webp", admin},
		{"deals", doneContract + "/foto.webp", rafael},
		{"messages", marina + "/lista.pdf", marina},
		{"messages", marina + "/rascunho.pdf", marina},
		{"messages", bruno + "/foto.webp", bruno},
		{"projects", openProject + "/layout.pdf", ""},
		{"projects", openProject + "/rascunho.pdf", serra},
		{"projects", doneProject + "/planta.pdf", ""},
		{"projects", secretProject + "/planta.pdf", ""},
	} {
		fixture(t, owner, `INSERT INTO storage.objects (bucket_id, name, owner, version, size_bytes, metadata) VALUES ($1, $2, nullif($3, '')::uuid, gen_random_uuid(), 1, '{}')`, file.bucket, file.name, file.owner)
	}
	fixture(t, owner, `
		INSERT INTO public.message_files (message_id, position, name, media_type, bytes, path)
		SELECT id, 0, 'Lista', 'application/pdf', 1, from_id || CASE from_id WHEN $1::uuid THEN '/lista.pdf' ELSE '/foto.webp' END FROM public.messages WHERE NOT automatic`, marina)
	fixture(t, owner, `
		INSERT INTO public.project_files (project_id, position, audience, name, media_type, bytes, path)
		VALUES ($1::uuid, 0, 'proposers', 'Layout', 'application/pdf', 1, $1::uuid || '/layout.pdf'), ($2::uuid, 0, 'dealers', 'Planta', 'application/pdf', 1, $2::uuid || '/planta.pdf'),
		       ($3::uuid, 0, 'proposers', 'Planta', 'application/pdf', 1, $3::uuid || '/planta.pdf')`, openProject, doneProject, secretProject)
	fixture(t, owner, `
		INSERT INTO public.corrections (party_id, kind, new_document, reason, asked_by)
		VALUES ($1, 'cpf', '90000001147', 'Digitado errado', $1), ($2, 'cnpj', 'DEMO0001000107', 'Digitado errado', $2), ($3, 'cnpj', 'DEMO0002000151', 'Matriz', $3)`,
		marina, serra, vale)
	fixture(t, owner, `
		INSERT INTO public.owner_removals (organisation_id, person_id, proposed_by, takes_effect_at) VALUES ($1, $1, $2, now() + interval '7 days'), ($3, $3, $4, now() + interval '7 days')`,
		serra, eva, vale, bruno)
	fixture(t, owner, `INSERT INTO realtime.messages (topic, extension) VALUES ('conversation:' || $1 || ':' || $2, 'broadcast')`, marina, serra)
}

func fixture(t *testing.T, owner *pgxpool.Pool, statement string, arguments ...any) {
	t.Helper()
	if _, err := owner.Exec(t.Context(), statement, arguments...); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// as returns the caller for an id in the token, or for the name of a role without one.
func as(t *testing.T, who string) caller.Caller {
	t.Helper()
	id, err := uuid.Parse(who)
	if err != nil {
		return caller.Caller{Role: who, Claims: fmt.Appendf(nil, `{"role":%q}`, who)}
	}
	return caller.Caller{Role: "authenticated", UserID: id, Claims: fmt.Appendf(nil, `{"role":"authenticated","sub":%q}`, id)}
}

// errTriedOnly rolls back an attempt.
var errTriedOnly = errors.New("only tried")

// try runs a statement as a caller, rolls it back, and returns the outcome: the number of rows, the
// refusal's own code, or PostgreSQL's.
func try(t *testing.T, pool *pgxpool.Pool, who, statement string, arguments ...any) string {
	t.Helper()
	var tag pgconn.CommandTag
	err := postgres.As(t.Context(), pool, as(t, who), func(tx pgx.Tx) error {
		var err error
		if tag, err = tx.Exec(t.Context(), statement, arguments...); err != nil {
			return err
		}
		return errTriedOnly
	})
	if errors.Is(err, errTriedOnly) {
		err = nil
	}
	return outcome(tag, err)
}

func outcome(tag pgconn.CommandTag, err error) string {
	if err == nil {
		return fmt.Sprintf("%d rows", tag.RowsAffected())
	}
	failure, ok := errors.AsType[*pgconn.PgError](err)
	if !ok {
		return err.Error()
	}
	var refusal struct{ Code string }
	if failure.Code == "PGRST" && json.Unmarshal([]byte(failure.Message), &refusal) == nil {
		return refusal.Code
	}
	return failure.Code
}

// count returns how many rows of a query a caller sees; 0 if the role may not read the table.
func count(t *testing.T, pool *pgxpool.Pool, who, query string) int {
	t.Helper()
	var rows int
	err := postgres.As(t.Context(), pool, as(t, who), func(tx pgx.Tx) error {
		return tx.QueryRow(t.Context(), `SELECT count(*) FROM `+query).Scan(&rows)
	})
	if failure, ok := errors.AsType[*pgconn.PgError](err); ok && failure.Code == forbidden {
		return 0
	}
	if err != nil {
		t.Errorf("%s: %v", query, err)
	}
	return rows
}
