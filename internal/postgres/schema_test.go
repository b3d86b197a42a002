package postgres_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/postgres/dbtest"
)

// reviewed are the SECURITY DEFINER functions that visitors or members may call, each with the
// reason why the caller's own rights do not suffice.
var reviewed = map[string]string{
	"auth.check_session()":                     "reads sessions and users, which no caller may; answers nothing, or that the caller's own session ended",
	"private.agreed_names(uuid)":               "names of the sides of a contract of the caller's, kept where no caller may read; it asks for that itself",
	"private.has_role(text)":                   "policies ask it about the caller; asking profiles as the caller would ask the same policies",
	"private.is_admin()":                       "as has_role",
	"private.is_active(uuid)":                  "policies on a profile's things ask whether it is blocked, which a visitor may not read; answers yes or no",
	"private.parties(text,uuid)":               "policies look up the parties of the caller; a policy of memberships would look up itself",
	"private.is_party_of(uuid,text)":           "policies on a contract's things, about the caller only",
	"private.is_side_of(uuid,text)":            "as is_party_of",
	"private.owns_project(uuid,text)":          "policies on a project's things, about the caller only",
	"private.is_colleague(uuid)":               "whether the caller and somebody are of one organisation; memberships would ask themselves",
	"private.is_reachable(uuid)":               "whether the caller may write to somebody, who may be blocked unseen; answers yes or no",
	"private.has_asked(uuid)":                  "whether the caller asked about a project; questions and projects would ask each other's policies",
	"private.has_proposed(uuid)":               "whether the caller proposed to a project; proposals and projects would ask each other's policies",
	"private.deals_over(uuid)":                 "whether the caller negotiates or has a contract over a project; proposals, contracts and projects would ask each other's policies",
	"private.may_propose()":                    "as is_party_of",
	"private.may_store_for_project(text)":      "whether a path is in a folder of the caller's company, or of no project; answers yes or no",
	"private.deals_with(uuid)":                 "whether the caller has a contract with somebody; contracts would ask profiles, and these contracts",
	"private.admit()":                          "the check of every request, about the caller only",
	"private.read_skills(text[])":              "reads the catalogue of skills, as everybody may",
	"private.choose_skills(text[])":            "as read_skills",
	"private.skill_words(text[])":              "words for search of skills, which everybody may read",
	"private.search_document(text)":            "finds a profile by a document, for administrators only, which it checks itself",
	"private.limit_of(text)":                   "a number of the rules, which everybody is told anyway",
	"private.say(text)":                        "fills a rule's number into a sentence",
	"private.usual_validity()":                 "a number of the rules, as a column's default",
	"private.debts_of(uuid,date)":              "debts past their date of a public profile, over milestones that only their sides read",
	"private.track_record_of(uuid)":            "counts of a public profile, over contracts that only their sides read",
	"public.count_cities(text,text)":           "totals of what everybody may see, kept where no caller may read",
	"public.count_skills(text,text)":           "as count_cities; with words it counts open projects and active professionals, which everybody may see",
	"public.market_activity(integer)":          "counts per day for administrators, which it checks itself",
	"public.market_overview()":                 "counts for administrators, which it checks itself",
	"public.my_activity(integer,uuid)":         "counts per day of a party that the caller acts for, which it asks for itself",
	"public.my_turn(uuid)":                     "what waits for the caller in the rows of parties they act for, which it looks up itself",
	"public.response_figures(uuid)":            "counts of answers to invitations, which only their two sides read",
	"public.reference_prices(text,text,text)":  "rounded quartiles of many contracts, which only their sides read",
	"public.suggest_cities(text,text)":         "orders cities, which everybody may read, by totals as count_cities",
	"public.waiting_contracts(uuid)":           "as my_turn",
	"public.match_professionals(uuid,integer)": "scores of public profiles for a project of the caller's company, which it asks for itself",
	"public.match_project(uuid,uuid)":          "as match_projects",
	"public.match_projects(integer,uuid)":      "scores of open projects, which everybody sees, for a professional that the caller acts for, whom it looks up itself",
}

// TestFunctionsWithTheirOwnersRightsAreReviewed checks that every SECURITY DEFINER function pins
// its search_path, and that those open to visitors or members are in the list.
func TestFunctionsWithTheirOwnersRightsAreReviewed(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)
	const ask = `
		SELECT p.oid::regprocedure::text, p.proowner::regrole::text, coalesce(p.proconfig::text LIKE '%search_path=%', false),
		       has_function_privilege('anon', p.oid, 'EXECUTE') OR has_function_privilege('authenticated', p.oid, 'EXECUTE')
		FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
		WHERE p.prosecdef AND n.nspname !~ '^pg_|^information_schema$'`
	conn, err := db.Owner.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	if _, err := conn.Exec(t.Context(), `SET search_path = ''`); err != nil {
		t.Fatal(err)
	}
	rows, err := conn.Query(t.Context(), ask)
	if err != nil {
		t.Fatal(err)
	}
	all, open := 0, 0
	var name, owner string
	var isPinned, isOpen bool
	_, err = pgx.ForEachRow(rows, []any{&name, &owner, &isPinned, &isOpen}, func() error {
		all++
		if !isPinned {
			t.Errorf("%s pins no search_path", name)
		}
		if owner != "definer" && owner != "ledger_keeper" {
			t.Errorf("%s belongs to %s: give it to definer", name, owner)
		}
		if isOpen {
			open++
		}
		if isOpen && reviewed[name] == "" {
			t.Errorf("%s may be called by visitors or members and is not reviewed", name)
		}
		if !isOpen && reviewed[name] != "" {
			t.Errorf("%s is reviewed for nobody", name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if open != len(reviewed) {
		t.Errorf("%d are reviewed, %d are there", len(reviewed), open)
	}
	t.Attr("figure", fmt.Sprintf("%d functions with their owner's rights, all with a pinned search_path; %d may be called by visitors or members, all reviewed", all, open))
}

// TestNoRuleTrustsWhatUsersSayOfThemselves checks that no policy or function trusts a user's own
// metadata. auth.follow_names is exempt: it only copies the metadata between its two names.
func TestNoRuleTrustsWhatUsersSayOfThemselves(t *testing.T) {
	t.Parallel()
	const ask = `SELECT array(
		SELECT polrelid::regclass || ': ' || polname FROM pg_policy WHERE concat(pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) ~ 'user_metadata|raw_user'
		UNION ALL
		SELECT oid::regprocedure::text FROM pg_proc WHERE pronamespace::regnamespace::text IN ('public', 'private', 'auth', 'storage', 'realtime') AND coalesce(pg_get_function_sqlbody(oid), prosrc) ~ 'user_metadata|raw_user'
		  AND oid <> 'auth.follow_names'::regproc)`
	var believing []string
	if err := dbtest.Open(t).Owner.QueryRow(t.Context(), ask).Scan(&believing); err != nil {
		t.Fatal(err)
	}
	for _, rule := range believing {
		t.Error(rule)
	}
}

// lintsFile has one query for each rule that every object must follow.
const lintsFile = "testdata/lints.sql"

// explained are the objects that may break a rule, by lint, each with the reason.
var explained = map[string]map[string]string{
	// A party's rows belong to everyone who acts for it. Only policies on a person's own rows
	// compare with the caller's id.
	"PoliciesOfAPartysRowsAskWhoActsForIt": {
		"accounts": "of a person", "corrections": "a CPF is a person's, whatever they founded", "conversations": "of a person", "messages": "between people",
		"notifications": "to a person", "preferences": "of a person", "push_subscriptions": "of a person's session", "profiles": "people who are no party edit their own",
		"registrations": "of a person who is no party yet",
	},
	"SecretsAreReadByNobody": {
		"accounts document":              "by its owner and by administrators",
		"document_conflicts document":    "by administrators",
		"organisations document":         "by its members and by administrators",
		"corrections new_document":       "by its owner and by administrators",
		"corrections old_document":       "by its owner and by administrators",
		"invoices provider_document":     "on the invoice, which both sides have",
		"invoices taker_document":        "on the invoice, which both sides have",
		"storage.objects path_tokens":    "the parts of its name, which are no secret to viewers of the row",
		"ledger_transfers previous_hash": "the chain of the ledger, for administrators who check it",
	},
	"OneSentenceSaysWhoMay": {
		"invitations_to_propose r authenticated": "both sides, by different relations",
		"profiles r authenticated":               "also those of the parties one deals with, if they are blocked",
		"profiles w authenticated":               "a party by its managers, and people who are no party by themselves",
		"project_files r authenticated":          "the company, those who may propose, those who did, and its partners: four relations",
		"project_questions r authenticated":      "the company, those who asked and those who proposed: three relations",
		"project_revisions r authenticated":      "the company and those who proposed",
		"proposals r authenticated":              "both sides, by different relations",
		"reviews r authenticated":                "what is published, and one's own before it is",
		"storage.objects r authenticated":        "one's pictures and the papers of one's contracts",
		"storage.objects a authenticated":        "one's pictures and the papers of one's contracts",
	},
	"FunctionsFixTheirSearchPath": {
		"private.price(text,double precision)": "plans the request's statement as the request would be planned",
	},
	"ViewsShowWhatTheirReaderMaySee": {
		"professionals": "shows active professionals, which everybody may see; as its reader, no index would find words or skills",
		"statement":     "shows people who may pay for a party its entries, in a table that only administrators read",
	},
	"JoinTablesMakeNoReadAmbiguous": {
		"conversations makes reads of profiles within profiles ambiguous":     "no screen reads a profile within a profile",
		"private.deferrals makes reads of profiles within profiles ambiguous": "no screen reads a profile within a profile, and private is not exposed",
		"memberships makes reads of organisations within profiles ambiguous":  "read by the constraint's name from the first day of organisations",
		"memberships makes reads of profiles within organisations ambiguous":  "read by the constraint's name from the first day of organisations",
	},
	"NoPolicyLetsClientsWriteAnything": {
		"projects companies edit their open projects": "id, company and state are granted to nobody",
	},
}

// lints returns the queries by name.
func lints(t *testing.T) map[string]string {
	t.Helper()
	file, err := os.ReadFile(lintsFile)
	if err != nil {
		t.Fatal(err)
	}
	queries := map[string]string{}
	for _, one := range strings.Split(string(file), "-- lint: ")[1:] {
		name, query, _ := strings.Cut(one, "\n")
		if queries[name] != "" {
			t.Fatalf("%s is there twice", name)
		}
		queries[name] = query
	}
	return queries
}

func TestTheSchemaHasNoLint(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t)
	schemas := []string{"public", "private", "auth", "storage", "realtime"}
	queries := lints(t)
	for name, query := range queries {
		t.Run(name, func(t *testing.T) {
			rows, _ := pool.Query(t.Context(), query, schemas)
			found, err := pgx.CollectRows(rows, pgx.RowTo[string])
			if err != nil {
				t.Fatal(err)
			}
			slices.Sort(found)
			for _, object := range found {
				if explained[name][object] == "" {
					t.Errorf("%s", object)
				}
			}
			for object := range explained[name] {
				if !slices.Contains(found, object) {
					t.Errorf("%s keeps the rule by now: take it off the list", object)
				}
			}
		})
	}
	reasons := 0
	for name := range explained {
		if reasons += len(explained[name]); queries[name] == "" {
			t.Errorf("%s is no lint", name)
		}
	}
	t.Attr("figure", fmt.Sprintf("%d lints, no error, no warning but %d with their reasons", len(queries), reasons))
}

// TestKeysAreInTheOrderTheyWereMade checks that keys sort in the order of creation, even within a
// millisecond.
func TestKeysAreInTheOrderTheyWereMade(t *testing.T) {
	t.Parallel()
	rows, err := dbtest.New(t).Query(t.Context(), `SELECT private.uuid_v7() FROM generate_series(1, 1000)`)
	if err != nil {
		t.Fatal(err)
	}
	made, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		t.Fatal(err)
	}
	if !slices.IsSortedFunc(made, func(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) }) {
		t.Error("the keys of one statement are in no order")
	}
	for _, id := range made {
		if id.Version() != 7 || id.Variant() != uuid.RFC4122 {
			t.Fatalf("%s is no key of version 7", id)
		}
	}
}

func TestLimitsAreAskedForByName(t *testing.T) {
	t.Parallel()
	db := dbtest.New(t)
	for question, want := range map[string]string{
		`SELECT private.limit_of('review_days')`:                                "14",
		`SELECT private.span_of('review_days')`:                                 "14 days",
		`SELECT private.span_of('review_hidden_hours')`:                         "24:00:00",
		`SELECT private.say('Até {review_days} dias, {review_days} ao todo.')`:  "Até 14 dias, 14 ao todo.",
		`SELECT private.say('Em {closing_reason_characters} letras {e nada}.')`: "Em 900 letras {e nada}.",
	} {
		var got string
		err := db.QueryRow(t.Context(), `SELECT (`+question+`)::text`).Scan(&got)
		if err != nil || got != want {
			t.Errorf("%s is %q, %v, want %q", question, got, err, want)
		}
	}
	for _, unknown := range []string{`private.limit_of('review_dyas')`, `private.span_of('closing_reason_characters')`} {
		if _, err := db.Exec(t.Context(), "SELECT "+unknown); err == nil {
			t.Errorf("%s has a value", unknown)
		}
	}
	if _, err := db.Exec(t.Context(), `SELECT private.refuse(409, 'late', 'Depois de {review_days} dias.')`); err == nil || !strings.Contains(err.Error(), "Depois de 14 dias.") {
		t.Errorf("refused with %v", err)
	}
}
