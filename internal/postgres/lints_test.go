package postgres_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"automacao/internal/postgres/dbtest"
)

// lintsFile has one query for each rule that every object must follow.
const lintsFile = "testdata/lints.sql"

// explained are the objects that may break a rule, by lint, each with the reason.
var explained = map[string]map[string]string{
	// A party's rows belong to everyone who acts for it. Only policies on a person's own rows
	// compare with the caller's id.
	"PoliciesOfAPartysRowsAskWhoActsForIt": {
		"accounts": "of a person", "corrections": "a CPF is a person's, whatever he founded", "conversations": "of a person", "messages": "between people",
		"notifications": "to a person", "preferences": "of a person", "push_subscriptions": "of a person's session", "profiles": "a person who is no party edits his own",
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
		"storage.objects path_tokens":    "the parts of its name, which is no secret to whom sees the row",
		"ledger_transfers previous_hash": "the chain of the ledger, for administrators who check it",
	},
	"OneSentenceSaysWhoMay": {
		"profiles r authenticated":          "also of whom one deals with, when he is blocked",
		"profiles w authenticated":          "a party by who manages it, a person who is none by himself",
		"project_files r authenticated":     "the company, who may propose, who did, whom it deals with: four relations",
		"project_questions r authenticated": "the company, who asked, who proposed: three relations",
		"project_revisions r authenticated": "the company and who proposed",
		"proposals r authenticated":         "both sides, by different relations",
		"reviews r authenticated":           "what is published, and one's own before it is",
		"storage.objects r authenticated":   "one's pictures and the papers of one's contracts",
		"storage.objects a authenticated":   "one's pictures and the papers of one's contracts",
	},
	"FunctionsFixTheirSearchPath": {
		"private.price(text,double precision)": "plans the request's statement as the request would be planned",
	},
	"ViewsShowWhatTheirReaderMaySee": {
		"professionals": "shows active professionals, which everybody may see; as its reader, no index would find words or skills",
		"statement":     "shows who may pay for a party its entries, of a table that only administrators read",
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
