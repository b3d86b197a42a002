package volume

import (
	"context"
	"encoding/json"
	"iter"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/money"
)

// owner is what a proposal needs to know of a stored project.
type owner struct {
	n            int
	project      uuid.UUID
	company      uuid.UUID
	title        string
	lowest       int
	confidential bool
	at           time.Time
}

type projectRow struct {
	ID              uuid.UUID `json:"id"`
	CompanyID       uuid.UUID `json:"company_id"`
	Title           string    `json:"title"`
	Description     string    `json:"description"`
	ExperienceLevel string    `json:"experience_level"`
	Budget          string    `json:"budget"`
	BudgetMinCents  int64     `json:"budget_min_cents"`
	BudgetMaxCents  int64     `json:"budget_max_cents"`
	Deadline        string    `json:"deadline"`
	Skills          []string  `json:"skills"`
	IsConfidential  bool      `json:"is_confidential"`
	Status          string    `json:"status"`
	CreatedAt       time.Time `json:"created_at"`
	City            string    `json:"city"`
	State           string    `json:"state"`
	WorkMode        string    `json:"work_mode"`
	ProposalsCount  int       `json:"proposals_count"`
	Technologies    []string  `json:"technologies"`
	prepared
}

// prepared is what the database computes for a project before it is stored.
type prepared struct {
	Number  int64  `json:"number"`
	Search  string `json:"search"`
	CityKey string `json:"city_key"`
}

// insertProjects stores projects with what their triggers would add: their owners, the rows of their
// technologies, and their first revisions.
const insertProjects = `
	WITH given AS MATERIALIZED (
	  SELECT * FROM json_to_recordset($1::json) AS g (id uuid, company_id uuid, title text, description text, experience_level text,
	    budget text, budget_min_cents bigint, budget_max_cents bigint, deadline text, skills text[], is_confidential boolean,
	    status text, created_at timestamptz, city text, state text, work_mode text, proposals_count integer, technologies text[],
	    number bigint, search tsvector, city_key text)
	), owned AS (
	  INSERT INTO public.project_owners (project_id, company_id) SELECT id, company_id FROM given
	), published AS (
	  INSERT INTO public.projects (id, number, company_id, title, description, category, experience_level, budget, budget_min_cents, budget_max_cents,
	                               deadline, skills, is_confidential, status, created_at, updated_at, city, state, work_mode,
	                               proposals_count, technologies, search, city_key)
	  OVERRIDING SYSTEM VALUE
	  SELECT id, number, CASE WHEN NOT is_confidential THEN company_id END, title, description, $2, experience_level, budget, budget_min_cents,
	         budget_max_cents, deadline, skills, is_confidential, status, created_at, created_at, city, state, work_mode,
	         proposals_count, technologies, search, city_key FROM given
	  RETURNING *
	), asked AS (
	  INSERT INTO public.project_technologies (project_id, technology, created_at)
	  SELECT id, technology, created_at FROM given, unnest(technologies) AS technology
	)
	INSERT INTO public.project_revisions (project_id, number, title, description, category, experience_level, budget, budget_min_cents, budget_max_cents,
	                                      deadline, deadline_on, skills, technologies, city, state, work_mode, starts_on, created_at)
	SELECT id, revision, title, description, category, experience_level, budget, budget_min_cents, budget_max_cents, deadline, deadline_on, skills,
	       technologies, city, state, work_mode, starts_on, created_at FROM published`

func (l *loader) projects(ctx context.Context) error {
	s := step{"projects", l.size.Projects, []string{"public.projects", "public.project_technologies"}, []statement{{insertProjects, []any{category}}}}
	return store(ctx, l, s, l.projectRows(), l.prepareProjects)
}

const category = "Automação Industrial"

// prepareProjects computes the search document and city key of projects, as the disabled trigger
// would.
func (l *loader) prepareProjects(ctx context.Context, batch []projectRow) error {
	document, err := json.Marshal(batch)
	if err != nil {
		return err
	}
	rows, err := l.reader.Query(ctx, `
		WITH given AS MATERIALIZED (
		  SELECT * FROM json_to_recordset($1::json) AS g (number bigint, title text, description text, city text, skills text[], technologies text[])
		)
		SELECT number, private.search_document(concat_ws(' ', title, description, $2::text, city, 'PRJ-' || number, private.skill_words(skills),
		         private.technology_words(technologies)))::text,
		       private.city_key(city)
		FROM given ORDER BY number`, string(document), category)
	if err != nil {
		return err
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[prepared])
	if err != nil {
		return err
	}
	for i := range batch {
		batch[i].prepared = found[i]
	}
	return nil
}

// projectSpan is how long ago the oldest project was published. Projects are made oldest first, so
// that numbers and keys increase with time.
const projectSpan = 365 * 24 * time.Hour

func (l *loader) projectRows() iter.Seq[projectRow] {
	random := chance(3)
	titles := make(map[string]bool, l.size.Projects)
	return func(yield func(projectRow) bool) {
		for n := range l.size.Projects {
			gap := projectSpan / time.Duration(l.size.Projects)
			at := l.run.begunAt.Add(-projectSpan + time.Duration(n)*gap + between(random, 0, gap))
			if !yield(l.project(random, n, at, titles)) {
				return
			}
		}
	}
}

var workModes = []string{"on_site", "on_site", "hybrid", "remote"}

// titleTries bounds the search for a title that no earlier project has.
const titleTries = 20

func (l *loader) project(random *rand.Rand, n int, at time.Time, titles map[string]bool) projectRow {
	work := pick(random, kinds)
	text, title, scope := work.describe(random, titles)
	titles[title] = true
	low := roundTo(work.lowest+random.IntN((work.highest-work.lowest)/2), 500)
	high := roundTo(low+low*(15+random.IntN(40))/100, 500)
	city, state, _ := strings.Cut(text.fill("{city}"), "/")
	row := projectRow{
		ID: key(at, n), CompanyID: pick(random, l.companies).id, Title: title,
		Description: scope + "\n\n" + strings.Join([]string{
			text.choose(deliveries), text.choose(conditions), text.choose(materials)}, " "),
		ExperienceLevel: pick(random, levels), Budget: reais(low) + " – " + reais(high),
		BudgetMinCents: int64(low) * 100, BudgetMaxCents: int64(high) * 100, Deadline: text.choose(deadlines),
		Skills: work.skills, IsConfidential: random.IntN(12) == 0, Status: "open", CreatedAt: at,
		City: city, State: state, WorkMode: pick(random, workModes),
	}
	if random.IntN(8) == 0 {
		row.Status = "closed"
	}
	row.Number, row.Technologies = int64(l.firstNumber+n), text.technologies()
	of := owner{n, row.ID, row.CompanyID, title, low, row.IsConfidential, at}
	for answered := range l.answersTo(of) {
		l.answers++
		if !answered.isWithdrawn {
			row.ProposalsCount++
		}
	}
	l.owners = append(l.owners, of)
	return row
}

// describe starts a document with a title that no earlier project has, if one is found within
// titleTries.
func (k kind) describe(random *rand.Rand, taken map[string]bool) (text *document, title, scope string) {
	for range titleTries {
		chosen := pick(random, k.jobs)
		text = newDocument(random)
		title, scope = text.fill(chosen.title), text.fill(chosen.scope)
		if !taken[title] {
			break
		}
	}
	return text, title, scope
}

func roundTo(value, step int) int { return max(step, value/step*step) }

// reais formats a whole amount in the Brazilian way.
func reais(amount int) string {
	return strings.TrimSuffix(money.Reais(int64(amount)).BRL(), ",00")
}
