package acceptance

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/institution/taxid"
	"automacao/internal/market/deal/contract"
	"automacao/internal/market/people/search"
	"automacao/internal/postgres"
)

// positions are the roles of a person in a party, the one with most rights first.
var positions = [5]string{"owner", "buyer", "engineer", "finance", "reader"}

// viewers call the server. Serra is a company and Marina's firm a professional, each with a team.
// Rafael and Vale have no part in their deals. service is a program with the service-role key.
var viewers = slices.Concat(team("serra"), team("marina"), []string{
	"rafael", "vale", "admin", "visitor", "service",
	// Owners too, whose sessions end.
	"serra ended", "marina ended", "serra blocked", "marina blocked",
})

func team(party string) (members []string) {
	for _, position := range positions {
		members = append(members, party+" "+position)
	}
	return members
}

// cast is the people of a market with their sessions.
type cast struct {
	*bundle
	ids    map[string]uuid.UUID
	tokens map[string]string
	secret string
}

func newCast(b *bundle) *cast {
	b.T.Helper()
	c := &cast{bundle: b, ids: map[string]uuid.UUID{}, tokens: map[string]string{"visitor": "", "service": b.App.Keys().ServiceRoleKey}}
	var people, sessions []uuid.UUID
	var sides, parties, roles []string
	for _, viewer := range viewers {
		party, position, isColleague := strings.Cut(viewer, " ")
		side := map[string]string{"serra": "company", "vale": "company", "admin": "admin"}[party]
		if party == "visitor" || party == "service" {
			continue
		}
		if side == "" {
			side = "professional"
		}
		role := "owner"
		if isColleague && slices.Contains(positions[:], position) {
			role = position
		}
		if !isColleague {
			party = ""
		}
		id, session := uuid.New(), uuid.New()
		c.ids[viewer], c.tokens[viewer] = id, b.Token(id, session)
		people, sessions, sides, parties, roles = append(people, id), append(sessions, session), append(sides, side), append(parties, party), append(roles, role)
	}
	b.Exec(`INSERT INTO auth.users (id, email, email_confirmed_at) SELECT id, id || '@exemplo.test', now() FROM unnest($1::uuid[]) AS id`, people)
	b.Exec(`INSERT INTO public.profiles (id, role, name) SELECT id, role, 'Pessoa ' || left(id::text, 8) FROM unnest($1::uuid[], $2::text[]) AS p (id, role)`, people, sides)
	b.Exec(`INSERT INTO public.accounts (profile_id, email) SELECT id, id || '@exemplo.test' FROM unnest($1::uuid[]) AS id`, people)
	b.Exec(`INSERT INTO auth.sessions (id, user_id) SELECT * FROM unnest($1::uuid[], $2::uuid[])`, sessions, people)
	b.Exec(`INSERT INTO public.organisations (id, role, kind, legal_name) VALUES ($1, 'company', 'company', 'Serra'), ($2, 'professional', 'pj', 'Marina')`, c.serra(), c.marina())
	b.Exec(`
		INSERT INTO public.memberships (organisation_id, person_id, role)
		SELECT CASE party WHEN 'serra' THEN $4::uuid ELSE $5::uuid END, id, role FROM unnest($1::uuid[], $2::text[], $3::text[]) AS m (id, party, role) WHERE party <> ''`,
		people, parties, roles, c.serra(), c.marina())
	b.Exec(`UPDATE public.profiles p SET is_party = false FROM public.memberships m WHERE m.person_id = p.id AND m.organisation_id <> p.id AND p.id = ANY ($1)`, people)
	c.endSessions()
	return c
}

// endSessions ends the sessions of the viewers whose name says so.
func (c *cast) endSessions() {
	c.T.Helper()
	for viewer, id := range c.ids {
		switch _, state, _ := strings.Cut(viewer, " "); state {
		case "blocked":
			c.Exec(`UPDATE public.profiles SET status = 'blocked' WHERE id = $1`, id)
			c.Exec(`UPDATE auth.users SET banned_until = now() + interval '1 year' WHERE id = $1`, id)
		case "ended":
			c.Exec(`DELETE FROM auth.sessions WHERE user_id = $1`, id)
		}
	}
}

// serra and marina are the parties, whose ids are those of their owners.
func (c *cast) serra() uuid.UUID  { return c.ids["serra owner"] }
func (c *cast) marina() uuid.UUID { return c.ids["marina owner"] }

// sent is a proposal by Marina to a new project of Serra's.
func (c *cast) sent() uuid.UUID { return c.Proposal(c.Project(c.serra(), "Retrofit"), c.marina()) }

// declined is a proposal that Serra declined, with a reason.
func (c *cast) declined(cause string) uuid.UUID {
	id := c.sent()
	c.Exec(`UPDATE public.proposals SET status = 'declined', decline_cause = $2, decided_at = now() WHERE id = $1`, id, cause)
	return id
}

// contract is a contract between Serra and Marina: agreed, active or delivered.
func (c *cast) contract(status string) uuid.UUID {
	c.T.Helper()
	accepted := c.sent()
	c.Exec(`UPDATE public.proposals SET status = 'accepted' WHERE id = $1`, accepted)
	c.Exec(`UPDATE public.projects SET status = 'in_progress' WHERE id = (SELECT project_id FROM public.proposals WHERE id = $1)`, accepted)
	if status == "delivered" {
		c.Exec(`UPDATE public.projects SET status = 'delivered' WHERE id = (SELECT project_id FROM public.proposals WHERE id = $1)`, accepted)
	}
	id := c.ID(`
		INSERT INTO public.contracts (project_id, proposal_id, company_id, professional_id, value_cents, status, delivered_by, delivered_at, acceptance_due_at)
		SELECT o.project_id, o.id, $2, o.professional_id, o.value_cents, $3, d.by, d.at, d.at + interval '14 days'
		FROM public.proposals o LEFT JOIN (SELECT $4::uuid AS by, now() AS at) d ON $3 = 'delivered'
		WHERE o.id = $1 RETURNING id`, accepted, c.serra(), status, c.marina())
	c.Exec(`
		INSERT INTO public.milestones (contract_id, position, title, value_cents, status, delivered_by, delivered_at, review_until)
		SELECT id, 1, 'Entrega', value_cents, CASE status WHEN 'delivered' THEN status ELSE 'planned' END, delivered_by, delivered_at, acceptance_due_at
		FROM public.contracts WHERE id = $1`, id)
	return id
}

// termination is a contract whose end Marina has proposed.
func (c *cast) termination() uuid.UUID {
	c.T.Helper()
	id := c.contract("active")
	c.Exec(`
		UPDATE public.contracts SET termination_by = professional_id, termination_reason = 'Mudança de planos', termination_proposed_at = now(),
		       termination_lapses_at = now() + interval '14 days' WHERE id = $1`, id)
	return id
}

// question is a question by Marina about a project of Serra's.
func (c *cast) question() uuid.UUID {
	c.T.Helper()
	id := c.ID(`INSERT INTO public.project_questions (project_id, content) VALUES ($1, 'Há desenhos?') RETURNING id`, c.Project(c.serra(), "Retrofit"))
	c.Exec(`INSERT INTO private.question_askers (question_id, party_id, person_id) VALUES ($1, $2, $2)`, id, c.marina())
	return id
}

// invitationToPropose invites Marina to propose to a project of Serra.
func (c *cast) invitationToPropose() uuid.UUID {
	c.T.Helper()
	return c.ID(`
		INSERT INTO public.invitations_to_propose (project_id, professional_id, expires_at) VALUES ($1, $2, now() + interval '14 days') RETURNING id`,
		c.Project(c.serra(), "Retrofit"), c.marina())
}

// invitation invites Rafael to join Serra. The secret of the latest invitation accepts it.
func (c *cast) invitation() uuid.UUID {
	c.T.Helper()
	c.secret = uuid.NewString()
	c.Exec(`UPDATE public.invitations SET status = 'revoked', decided_at = now() WHERE organisation_id = $1`, c.serra())
	return c.ID(`
		INSERT INTO public.invitations (organisation_id, email, role, token_hash, invited_by, expires_at)
		VALUES ($1, $2, 'reader', sha256(convert_to($3, 'UTF8')), $1, now() + interval '7 days') RETURNING id`,
		c.serra(), c.ids["rafael"].String()+"@exemplo.test", c.secret)
}

// report is a report by Vale about Rafael.
func (c *cast) report() uuid.UUID {
	c.T.Helper()
	return c.ID(`
		INSERT INTO public.reports (kind, subject_id, profile_id, excerpt, reason, reporter_id, reporter_key)
		VALUES ('profile', $1, $1, 'Rafael', 'spam', $2, sha256('x')) RETURNING id`, c.ids["rafael"], c.ids["vale"])
}

// sealed is a contract whose company deleted its account.
func (c *cast) sealed() uuid.UUID {
	c.T.Helper()
	id := c.contract("active")
	c.Exec(`INSERT INTO private.sealed_parties (contract_id, side, legal_name, email, keep_until) VALUES ($1, 'company', 'Serra Azul', '', now() + interval '5 years')`, id)
	return id
}

// cnpj returns a number that no other firm has.
func (c *cast) cnpj() string {
	stem := fmt.Sprintf("%012X", uuid.New().ID())
	for check := range 100 {
		if number, err := taxid.ParseCNPJ(fmt.Sprintf("%s%02d", stem, check)); err == nil {
			return number
		}
	}
	c.T.Fatalf("%s is no CNPJ's stem", stem)
	return ""
}

// contents returns every row of every table, one a line.
func (b *bundle) contents() map[string]int {
	b.T.Helper()
	b.rests()
	var lines []string
	rows, err := b.DB.Owner.Query(b.T.Context(), `
		SELECT format('SELECT %L || to_jsonb(row)::text FROM %I.%I row', schemaname || '.' || tablename || ' ', schemaname, tablename)
		FROM pg_tables WHERE schemaname IN ('public', 'private', 'auth', 'storage') ORDER BY 1`)
	if err != nil {
		b.T.Fatal(err)
	}
	queries, err := collect(rows)
	if err != nil {
		b.T.Fatal(err)
	}
	rows, err = b.DB.Owner.Query(b.T.Context(), strings.Join(queries, " UNION ALL "))
	if err == nil {
		lines, err = collect(rows)
	}
	if err != nil {
		b.T.Fatal(err)
	}
	found := map[string]int{}
	for _, line := range lines {
		found[line]++
	}
	return found
}

// rests returns once the server writes nothing by itself any more. The jobs of its start are done,
// which run again in an hour, and so are those that would later follow what a test wrote past the
// workflows.
func (b *bundle) rests() {
	b.T.Helper()
	b.Eventually("what is done at the start is over", func() bool {
		return b.Text(`SELECT count(DISTINCT kind)::text FROM jobs.river_job WHERE state = 'completed' AND kind IN ('publish_reviews', 'tend_contracts', 'purge', 'keep_documents', 'sweep_files')`) == "5"
	})
	b.foldCounts()
	b.keepDocuments()
	b.matchArrivals()
}

// matchArrivals compares what arrived with saved searches, as a job does later.
func (b *bundle) matchArrivals() {
	b.T.Helper()
	var later time.Time
	if err := b.DB.Pool.QueryRow(b.T.Context(), `SELECT now() + interval '1 hour'`).Scan(&later); err != nil {
		b.T.Fatal(err)
	}
	for more := true; more; {
		err := postgres.InTx(b.T.Context(), b.DB.Pool, func(tx pgx.Tx) (err error) {
			more, err = search.Match(b.T.Context(), tx, later)
			return err
		})
		if err != nil {
			b.T.Fatal(err)
		}
	}
}

// keepDocuments prints the documents that a job prints later.
func (b *bundle) keepDocuments() {
	b.T.Helper()
	for last := uuid.Nil; ; {
		err := postgres.InTx(b.T.Context(), b.DB.Pool, func(tx pgx.Tx) (err error) {
			last, err = contract.KeepFiles(b.T.Context(), tx, last)
			return err
		})
		if err != nil {
			b.T.Fatal(err)
		}
		if last == uuid.Nil {
			return
		}
	}
}

// foldCounts adds the changes of directories to their totals, as a job does later.
func (b *bundle) foldCounts() {
	b.T.Helper()
	for left := 1; left > 0; {
		err := b.DB.Owner.QueryRow(b.T.Context(), `SELECT private.fold_directory_changes(100000)`).Scan(nil)
		if err == nil {
			err = b.DB.Owner.QueryRow(b.T.Context(), `SELECT count(*) FROM private.directory_changes`).Scan(&left)
		}
		if err != nil {
			b.T.Fatal(err)
		}
	}
}

// unchanged fails the test if a row was added, removed or changed since before.
func (b *bundle) unchanged(t *testing.T, before map[string]int) {
	t.Helper()
	after := b.contents()
	for line, count := range before {
		if after[line] != count {
			t.Errorf("gone: %.500s", line)
		}
	}
	for line, count := range after {
		if before[line] != count {
			t.Errorf("new: %.500s", line)
		}
	}
}
