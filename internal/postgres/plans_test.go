package postgres_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/market/demo"
	"automacao/internal/market/people/account"
	"automacao/internal/market/volume"
	"automacao/internal/postgres"
	"automacao/internal/postgres/dbtest"
	"automacao/internal/wire/rest/catalog"
	"automacao/internal/wire/rest/plan"
	"automacao/internal/wire/rest/query"
)

// big are the tables that grow with the market, and so would a sequential scan of them.
var big = []string{"profiles", "accounts", "projects", "project_owners", "proposals", "messages", "conversations", "profile_technologies", "project_technologies"}

// The columns that the screens select.
const (
	projectColumns = "id,number,title,description,category,experience_level,budget,budget_min_cents,budget_max_cents,deadline,deadline_on,skills,status,proposals_count,is_confidential,created_at,company:profiles!company_id(id,name,avatar_url,avatar_seed)"
	cardColumns    = "id,role,name,title,headline,location,rating,experience,skills,avatar_url,avatar_seed"
)

// screens are the web application's requests, with {company}, {professional}, {project} and
// {thread} for rows of the generated volume; as is the caller.
var screens = []struct {
	name, as, table, query, count string
}{
	{"ProjectsNewestFirst", "anon", "projects", "select=" + projectColumns + "&status=eq.open&order=created_at.desc,id.desc&limit=12", ""},
	{"ProjectsBySkill", "anon", "projects", "select=" + projectColumns + "&status=eq.open&skills=ov.{visao-maquina}&order=created_at.desc,id.desc&limit=12", ""},
	{"ProjectsByState", "anon", "projects", "select=" + projectColumns + "&status=eq.open&state=eq.SP&order=created_at.desc,id.desc&limit=12", ""},
	{"ProjectsByRareWords", "anon", "projects", "select=" + projectColumns + "&status=eq.open&search=fts(automacao).'halcon':* %26 'autoclaves':*&order=created_at.desc,id.desc&limit=12", "exact"},
	{"ProjectsSoonestFirst", "anon", "projects", "select=" + projectColumns + "&status=eq.open&order=deadline_on.asc.nullslast,created_at.desc,id.desc&limit=13", "estimated"},
	{"ProjectsDearestFirst", "anon", "projects", "select=" + projectColumns + "&status=eq.open&order=budget_max_cents.desc.nullslast,created_at.desc,id.desc&limit=13", "estimated"},
	{"ProjectsLeastSoughtFirst", "anon", "projects", "select=" + projectColumns + "&status=eq.open&order=proposals_count.asc,created_at.desc,id.desc&limit=13", "estimated"},
	{"ProjectsBeyondATime", "anon", "projects", "select=" + projectColumns + "&status=eq.open&created_at=lte.{middle}&or=(created_at.lt.{middle},and(created_at.eq.{middle},id.lt.{project}))&order=created_at.desc,id.desc&limit=13", ""},
	{"ProjectsBeforeATime", "anon", "projects", "select=" + projectColumns + "&status=eq.open&created_at=gte.{middle}&or=(created_at.gt.{middle},and(created_at.eq.{middle},id.gt.{project}))&order=created_at.asc,id.asc&limit=13", ""},
	{"ProjectsBeyondAMoreSoughtOne", "anon", "projects", "select=" + projectColumns + "&status=eq.open&proposals_count=eq.1&created_at=lte.{middle}&or=(created_at.lt.{middle},and(created_at.eq.{middle},id.lt.{project}))&order=proposals_count.asc,created_at.desc,id.desc&limit=13", ""},
	{"ProjectsOfACompany", "anon", "projects", "select=id,number,title,budget&company_id=eq.{company}&status=eq.open&order=created_at.desc,id.desc&limit=20", "estimated"},
	{"ProjectsByWordsAndSkill", "anon", "projects", "select=" + projectColumns + "&status=eq.open&search=fts(automacao).'halcon':*&skills=ov.{visao-maquina}&order=created_at.desc,id.desc&limit=13", "estimated"},
	{"ProjectsByTechnology", "anon", "projects", "select=" + projectColumns + "&status=eq.open&technologies=ov.{presys,scadabr}&order=created_at.desc,id.desc&limit=13", "estimated"},
	{"ProjectsByWordsAndTechnology", "anon", "projects", "select=" + projectColumns + "&status=eq.open&search=fts(automacao).'halcon':*&technologies=ov.{halcon}&order=created_at.desc,id.desc&limit=13", "estimated"},
	{"TechnologiesOfAProject", "anon", "projects", "select=title,asked:project_technologies(level,technologies(name,vendor,family))&id=eq.{project}", ""},
	{"OneProject", "anon", "projects", "select=" + projectColumns + "&id=eq.{project}", ""},
	{"OwnProjects", "company", "projects", "select=" + projectColumns + ",owner:project_owners!inner(company_id)&owner.company_id=eq.{company}&order=created_at.desc,id.desc&limit=12", "exact"},
	{"OwnOpenProjects", "company", "projects", "select=" + projectColumns + ",owner:project_owners!inner(company_id)&owner.company_id=eq.{company}&status=eq.open&order=created_at.desc,id.desc&limit=12", "exact"},
	{"OneOwnProject", "company", "projects", "select=" + projectColumns + ",owner:project_owners!inner(company_id)&id=eq.{project}&owner.company_id=eq.{company}", ""},
	{"SimilarProjects", "professional", "projects", "select=" + projectColumns + "&status=eq.open&skills=ov.{calibracao}&order=created_at.desc&limit=3", ""},
	{"DirectoryForVisitors", "anon", "professionals", "select=" + cardColumns + "&order=is_complete.desc,updated_at.desc,id.desc&limit=12", ""},
	{"DirectoryForMembers", "company", "professionals", "select=" + cardColumns + "&order=is_complete.desc,updated_at.desc,id.desc&limit=12", ""},
	{"DirectoryBySkill", "company", "professionals", "select=" + cardColumns + "&skills=ov.{visao-maquina}&order=is_complete.desc,updated_at.desc,id.desc&limit=12", ""},
	{"DirectoryByTechnology", "anon", "professionals", "select=" + cardColumns + ",technologies&technologies=ov.{presys,scadabr}&order=is_complete.desc,updated_at.desc,id.desc&limit=13", "estimated"},
	{"TechnologiesOfAProfessional", "anon", "profiles", "select=name,mastered:profile_technologies(level,years,last_used_year,technologies(name,vendor,family))&id=eq.{professional}", ""},
	{"DirectoryByWords", "company", "professionals", "select=" + cardColumns + "&search=fts(automacao).'halcon':*&order=is_complete.desc,updated_at.desc,id.desc&limit=12", ""},
	{"DirectoryByState", "anon", "professionals", "select=" + cardColumns + "&state=eq.SP&order=is_complete.desc,updated_at.desc,id.desc&limit=12", ""},
	{"DirectoryBestFirst", "anon", "professionals", "select=" + cardColumns + "&order=rating.desc.nullslast,is_complete.desc,updated_at.desc,id.desc&limit=13", ""},
	{"DirectoryMostReviewedFirst", "anon", "professionals", "select=" + cardColumns + "&order=reviews_count.desc,is_complete.desc,updated_at.desc,id.desc&limit=13", ""},
	{"DirectoryBeyondATime", "anon", "professionals", "select=" + cardColumns + "&is_complete=eq.true&updated_at=lte.{middle}&or=(updated_at.lt.{middle},and(updated_at.eq.{middle},id.lt.{project}))&order=is_complete.desc,updated_at.desc,id.desc&limit=13", ""},
	{"OneProfessional", "company", "profiles", "select=" + cardColumns + ",portfolio:portfolio_projects!profile_id(id,title)&id=eq.{professional}&role=eq.professional&portfolio.order=position.asc", ""},
	{"OneCompany", "anon", "profiles", "select=id,name,projects!company_id(id,number,title,status)&id=eq.{company}&role=eq.company&projects.status=eq.open&projects.order=created_at.desc", ""},
	{"Conversations", "company", "conversations", "select=partner_id,last_from_id,last_content,last_at,unread_count,partner:profiles!partner_id(id,name,avatar_url,avatar_seed)&owner_id=eq.{company}&order=last_at.desc&limit=500", ""},
	{"UnreadCounts", "company", "conversations", "select=partner_id,unread_count&owner_id=eq.{company}&unread_count=gt.0", ""},
	{"NewestOfAThread", "company", "messages", "select=id,from_id,to_id,content,read,timestamp&thread=eq.{thread}&order=timestamp.desc,id.desc&limit=50", ""},
	{"ThreadPage", "company", "messages", "select=id,from_id,to_id,content,read,delivered_at,automatic,timestamp&thread=eq.{thread}&timestamp=lte.2099-01-01&or=(timestamp.lt.2099-01-01,and(timestamp.eq.2099-01-01,id.lt.{project}))&order=timestamp.desc,id.desc&limit=50", ""},
	{"ProposalsOfAProject", "company", "proposals", "select=id,value,cover_letter,status,created_at,professional:profiles!professional_id(id,name,title)&project_id=eq.{project}&order=created_at.desc&limit=500", ""},
	{"OwnProposal", "professional", "proposals", "select=id,value,status,created_at&project_id=eq.{project}&professional_id=eq.{professional}&status=neq.withdrawn&limit=1", ""},
	{"OwnAccount", "professional", "accounts", "select=email&profile_id=eq.{professional}", ""},
}

func TestScreensNeverReadABigTableThrough(t *testing.T) {
	t.Parallel()
	db := filled(t)
	names := cast(t, db)
	known := catalogOf(t, db)
	fillIn := strings.NewReplacer("{company}", names["company"], "{professional}", names["professional"], "{project}", names["project"], "{thread}", names["thread"], "{middle}", names["middle"])
	for _, screen := range screens {
		t.Run(screen.name, func(t *testing.T) {
			statement := planOf(t, known, screen.table, fillIn.Replace(screen.query), screen.count)
			explained := explainAs(t, db, screen.as, names[screen.as], statement)
			for _, table := range explained.scanned() {
				if slices.Contains(big, table) {
					t.Errorf("reads %s through: %s", table, statement.SQL)
				}
			}
			if indexes := strings.Fields(ordered[screen.name]); len(indexes) > 0 && !slices.ContainsFunc(indexes, explained.uses) {
				t.Errorf("does without %v: %s", indexes, statement.SQL)
			}
		})
	}
}

func catalogOf(t *testing.T, db *dbtest.Database) *catalog.Catalog {
	t.Helper()
	known, err := catalog.Load(t.Context(), db.Pool, []string{"public"})
	if err != nil {
		t.Fatal(err)
	}
	return known
}

// planOf plans a request as the REST protocol does.
func planOf(t *testing.T, known *catalog.Catalog, table, request, count string) plan.Statement {
	t.Helper()
	asked, err := query.Parse(encoded(request), false)
	if err != nil {
		t.Fatal(err)
	}
	statement, err := plan.Read(known, catalog.Name{Schema: "public", Name: table}, asked, plan.Options{Count: count, CountMax: 1000, RowsMax: 1000, BytesMax: 16 << 20})
	if err != nil {
		t.Fatal(err)
	}
	return statement
}

// encoded encodes a query as a browser does.
func encoded(readable string) string {
	return strings.NewReplacer(" ", "%20", "'", "%27", "{", "%7B", "}", "%7D").Replace(readable)
}

// planned is a node of a plan as EXPLAIN writes it.
type planned struct {
	Node     string    `json:"Node Type"`
	Index    string    `json:"Index Name"`
	Relation string    `json:"Relation Name"`
	Plans    []planned `json:"Plans"`
}

func (p planned) scanned() []string {
	var tables []string
	if p.Node == "Seq Scan" {
		tables = append(tables, p.Relation)
	}
	for _, below := range p.Plans {
		tables = append(tables, below.scanned()...)
	}
	return tables
}

// uses reports whether an index is read anywhere in the plan.
func (p planned) uses(index string) bool {
	return p.Index == index || slices.ContainsFunc(p.Plans, func(below planned) bool { return below.uses(index) })
}

// Each lists two indexes of equal cost: most projects are open, and most profiles are
// professionals'.
const (
	newest   = "projects_newest_idx projects_created_at_idx"
	complete = "professionals_newest_idx profiles_directory_idx"
)

// ordered are the screens whose pages must come straight from an index in order, because any other
// plan takes longer as the market grows.
var ordered = map[string]string{
	"ProjectsNewestFirst":  newest,
	"DirectoryForVisitors": complete,
	"ProjectsByState":      "projects_state_idx",
	"DirectoryForMembers":  complete,
	"DirectoryByState":     "profiles_state_idx",
	"ProjectsSoonestFirst": "projects_soonest_idx", "ProjectsDearestFirst": "projects_dearest_idx", "ProjectsLeastSoughtFirst": "projects_least_sought_idx",
	"ProjectsBeyondATime": newest, "ProjectsBeforeATime": newest, "ProjectsBeyondAMoreSoughtOne": "projects_least_sought_idx",
	"ProjectsOfACompany": "projects_of_company_idx", "ProjectsByWordsAndSkill": "projects_found_idx",
	"DirectoryBestFirst": "professionals_best_idx", "DirectoryMostReviewedFirst": "professionals_reviewed_idx", "DirectoryBeyondATime": complete,
	"ProjectsByTechnology": "projects_technologies_idx", "DirectoryByTechnology": "professionals_technologies_idx",
	"NewestOfAThread": "messages_thread_idx",
	"ThreadPage":      "messages_thread_idx",
}

func explainAs(t *testing.T, db *dbtest.Database, who, id string, statement plan.Statement) planned {
	t.Helper()
	as := caller.Caller{Role: "anon"}
	if who != "anon" {
		claims, _ := json.Marshal(map[string]string{"role": "authenticated", "sub": id})
		as = caller.Caller{Role: "authenticated", Claims: claims}
	}
	var explained []struct{ Plan planned }
	err := postgres.As(t.Context(), db.Pool, as, func(tx pgx.Tx) error {
		if _, err := tx.Exec(t.Context(), `SET LOCAL search_path = public, extensions`); err != nil {
			return err
		}
		answer := tx.Conn().PgConn().ExecParams(t.Context(), "EXPLAIN (FORMAT JSON) "+statement.SQL, statement.Params, nil, nil, nil).Read()
		if answer.Err != nil {
			return answer.Err
		}
		return json.Unmarshal(answer.Rows[0][0], &explained)
	})
	if err != nil {
		t.Fatalf("explain: %v", err)
	}
	return explained[0].Plan
}

func cast(t *testing.T, db *dbtest.Database) map[string]string {
	t.Helper()
	var company, professional, project, thread, middle string
	err := db.Owner.QueryRow(t.Context(), `
		SELECT c.profile_id, p.profile_id, (SELECT project_id FROM public.project_owners WHERE company_id = c.profile_id LIMIT 1), v.thread,
		       (SELECT to_char(percentile_disc(0.5) WITHIN GROUP (ORDER BY created_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') FROM public.projects)
		FROM public.accounts c, public.accounts p, public.conversations v
		WHERE c.email = $1 AND p.email = $2 AND v.owner_id = c.profile_id AND v.partner_id = p.profile_id`,
		demo.CompanyEmail, demo.ProfessionalEmail).Scan(&company, &professional, &project, &thread, &middle)
	if err != nil {
		t.Fatal(err)
	}
	return map[string]string{"anon": "", "company": company, "professional": professional, "project": project, "thread": thread, "middle": middle}
}

// filled has the demonstration and a generated volume with tables too big for a sequential scan to
// be cheap.
var filled = dbtest.Template(fill)

func fill(t testing.TB, db *dbtest.Database) {
	t.Helper()
	ctx := context.Background()
	if _, err := demo.Load(ctx, db.Pool, people{}, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	size := volume.Size{Projects: 3000, Professionals: 3000, Companies: 100, Messages: 10_000}
	if _, _, err := volume.Load(ctx, db.OwnerURL, size, time.Now(), func(string, int, int) {}); err != nil {
		t.Fatal(err)
	}
	vacuum(t, db, `VACUUM public.projects, public.profiles, public.messages, public.proposals`)
}

// vacuum marks pages as visible to all transactions. That requires the commits of a page's rows to
// be on disk, and the test server writes commits late, so a checkpoint comes first.
func vacuum(t testing.TB, db *dbtest.Database, statement string) {
	t.Helper()
	for _, one := range []string{`CHECKPOINT`, statement} {
		if _, err := db.Owner.Exec(t.Context(), one); err != nil {
			t.Fatalf("%s: %v", one, err)
		}
	}
}

// people registers the cast without hashing a password.
type people struct{}

func (people) CreateMember(ctx context.Context, tx pgx.Tx, email, _ string, data map[string]any) (id uuid.UUID, err error) {
	if err := tx.QueryRow(ctx, `INSERT INTO auth.users (email, password_hash) VALUES ($1, 'none') RETURNING id`, email).Scan(&id); err != nil {
		return id, err
	}
	_, err = account.Register(ctx, tx, id, email, data, time.Now())
	return id, err
}

func (people) CreateAdmin(ctx context.Context, tx pgx.Tx, email, _, name string) (id uuid.UUID, err error) {
	if err := tx.QueryRow(ctx, `INSERT INTO auth.users (email) VALUES ($1) RETURNING id`, email).Scan(&id); err != nil {
		return id, err
	}
	return id, account.InsertAdmin(ctx, tx, id, email, name)
}
