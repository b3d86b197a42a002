package postgres_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/postgres"
	"automacao/internal/postgres/dbtest"
)

const contractColumns = "id,number,project_id,status,value,company_id,professional_id,project:projects!project_id(id,title),company:profiles!company_id(id,name),professional:profiles!professional_id(id,name)"

// partyScreens are the lists of rows that parties own, as requested by the founder, a colleague and
// the other side.
var partyScreens = []struct {
	name, as, table, query, count string
}{
	{"OwnProjects", "colleague", "projects", "select=" + projectColumns + ",owner:project_owners!project_id!inner(company_id)&owner.company_id=eq.{company}&order=created_at.desc,id.desc&limit=12", "exact"},
	{"ProposalsOfAProject", "colleague", "proposals", "select=id,value,cover_letter,status,created_at,professional:profiles!professional_id(id,name,title)&project_id=eq.{project}&order=created_at.desc&limit=500", ""},
	{"OwnProposals", "professional", "proposals", "select=id,value,cover_letter,status,created_at,project:projects!project_id(id,number,title,company:profiles!company_id(id,name))&professional_id=eq.{professional}&order=created_at.desc,id.desc&limit=20", "exact"},
	{"ContractOfAProject", "colleague", "contracts", "select=" + contractColumns + "&project_id=eq.{project}&order=created_at.desc&limit=1", ""},
	{"ContractsOfTheCompany", "colleague", "contracts", "select=" + contractColumns + "&company_id=eq.{company}&order=created_at.desc&limit=50", ""},
	{"CompletedContracts", "company", "contracts", "select=" + contractColumns + "&status=eq.completed&or=(company_id.eq.{company},professional_id.eq.{company})&order=completed_at.desc&limit=50", ""},
	{"CompletedContractsOfTheOtherSide", "professional", "contracts", "select=" + contractColumns + "&status=eq.completed&or=(company_id.eq.{professional},professional_id.eq.{professional})&order=completed_at.desc&limit=50", ""},
	{"TheTeam", "colleague", "memberships", "select=person_id,role,person:profiles!person_id(id,name)&organisation_id=eq.{company}&order=created_at.asc", ""},
}

// asksMax is how often a statement may look up the parties that its caller acts for: once per
// policy involved, regardless of the number of rows.
const asksMax = 3

func TestPartiesAreAskedForOnceAStatement(t *testing.T) {
	t.Parallel()
	db := filled(t)
	sign(t, db)
	names := cast(t, db)
	var colleague string
	if err := db.Owner.QueryRow(t.Context(), `SELECT profile_id FROM public.accounts WHERE email = 'compras@automacao.demo'`).Scan(&colleague); err != nil {
		t.Fatal(err)
	}
	names["colleague"] = colleague
	known := catalogOf(t, db)
	fixture(t, db.Owner, `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET track_functions = ''pl''', current_database()); END $$`)
	counting, err := postgres.NewPool(t.Context(), db.URL, 2)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(counting.Close)
	fillIn := strings.NewReplacer("{company}", names["company"], "{professional}", names["professional"], "{project}", names["project"])
	grown := append(slices.Clone(big), "contracts")
	for _, screen := range partyScreens {
		t.Run(screen.name, func(t *testing.T) {
			statement := planOf(t, known, screen.table, fillIn.Replace(screen.query), screen.count)
			for _, table := range explainAs(t, db, screen.as, names[screen.as], statement).scanned() {
				if slices.Contains(grown, table) {
					t.Errorf("reads %s through: %s", table, statement.SQL)
				}
			}
			claims, _ := json.Marshal(map[string]string{"role": "authenticated", "sub": names[screen.as]})
			err := postgres.As(t.Context(), counting, caller.Caller{Role: "authenticated", Claims: claims}, func(tx pgx.Tx) error {
				if _, err := tx.Exec(t.Context(), `SET LOCAL search_path = public, extensions`); err != nil {
					return err
				}
				before, err := asksOf(t, tx)
				if err != nil {
					return err
				}
				if answer := tx.Conn().PgConn().ExecParams(t.Context(), statement.SQL, statement.Params, nil, nil, nil).Read(); answer.Err != nil {
					return answer.Err
				}
				asks, err := asksOf(t, tx)
				if asks -= before; asks < 1 || asks > asksMax {
					t.Errorf("it is asked %d times", asks)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		})
	}
}

// sign creates thousands of contracts of other parties, without row triggers.
func sign(t *testing.T, db *dbtest.Database) {
	t.Helper()
	fixture(t, db.Owner, `
		DO $$
		BEGIN
		  SET LOCAL session_replication_role = replica;
		  INSERT INTO public.contracts (project_id, proposal_id, company_id, professional_id, value_cents)
		  SELECT DISTINCT ON (o.project_id) o.project_id, o.id, w.company_id, o.professional_id, o.value_cents
		  FROM public.proposals o JOIN public.project_owners w ON w.project_id = o.project_id
		  WHERE NOT EXISTS (SELECT FROM public.contracts c WHERE c.proposal_id = o.id OR c.project_id = o.project_id)
		  ORDER BY o.project_id, o.id;
		END $$`)
	fixture(t, db.Owner, `ANALYZE public.contracts`)
	if rows := count(t, db.Pool, "service_role", "public.contracts"); rows < 1000 {
		t.Fatalf("only %d contracts are signed", rows)
	}
}

// asksOf returns the number of lookups on this connection. PostgreSQL publishes a connection's
// counts with a delay.
func asksOf(t *testing.T, tx pgx.Tx) (asks int, err error) {
	t.Helper()
	err = tx.QueryRow(t.Context(), `SELECT coalesce(sum(calls), 0) FROM pg_stat_xact_user_functions WHERE schemaname = 'private' AND funcname = 'parties'`).Scan(&asks)
	return asks, err
}
