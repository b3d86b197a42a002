// Package register declares what each table is to the rest of the product: what a row is, in which
// sections of a person's export it appears, what happens to it when that person leaves, whether
// open pages hear of its changes, whether a browser keeps it offline, and whether the demonstration
// and the volume of the load tests contain it.
//
// The export, the erasure of accounts, the rate limits of the REST protocol and the list of what
// browsers keep are made from it. Tests compare the rest with the product, so that a new table that
// is not declared fails. The package must not read or write anything.
//
// Start reading at Table. There is a file for each part of the market: people.go, searches.go,
// deal.go, money.go, and server.go for reference data and the server's own tables.
package register

import (
	"cmp"
	"slices"
	"strings"
)

// Table declares a table or a view. The tables of schema public are exposed by the REST protocol;
// only they have the fields from NotHeard on.
type Table struct {
	// Name has a schema unless it is public.
	Name string
	// Holds says what a row is.
	Holds string
	// Exported are the sections of a person's export that show its rows, or NotExported says why
	// there is none.
	Exported    []Section
	NotExported string
	// NotTheirs are the columns that name a person whose export does not show the row, with the
	// reasons.
	NotTheirs map[string]string
	Erased    Erased
	// NotHeard says why pages that read it do not subscribe to its changes. It is empty if they do.
	NotHeard string
	// Offline is the first part of the query keys under which browsers keep its rows offline, or
	// NotOffline says why they do not.
	Offline    string
	NotOffline string
	// NotInDemonstration says why the demonstration has no rows. It is empty if it has some.
	NotInDemonstration string
	// InVolume is whether package volume fills it for load tests.
	InVolume bool
}

// Section is a part of an export: a query about the person $1 or the parties $2 for which they
// answer, newest rows first. A person who left an organisation does not get its data, even if they
// founded it; those who manage it now do.
type Section struct{ Name, Query string }

// Erased says what happens to rows when an account is deleted: rows that name the person, or one of
// the profiles that end with them, in a column are deleted, or Kept says why they stay or who
// deletes them.
type Erased struct {
	PersonColumn, PartyColumn string
	Kept                      string
}

// Reasons that several tables share.
const (
	nobodys     = "it is about nobody"
	noRows      = "a view has no rows of its own"
	reference   = "reference data"
	workingData = "working data of the server"
	notRead     = "no page reads it by itself"
	noTax       = "no story of the demonstration has a tax withheld"
)

// Tables are all declarations.
var Tables = slices.Concat(people, searches, deal, money, server)

// Exposed returns the names of the tables and views of the REST protocol, sorted.
func Exposed() (names []string) {
	for _, table := range Tables {
		if table.IsExposed() {
			names = append(names, table.Name)
		}
	}
	slices.Sort(names)
	return names
}

// IsExposed reports whether the REST protocol serves the table.
func (t Table) IsExposed() bool { return !strings.Contains(t.Name, ".") }

// FullName returns the name with its schema.
func (t Table) FullName() string {
	if t.IsExposed() {
		return "public." + t.Name
	}
	return t.Name
}

// Sections returns the sections of a person's export.
func Sections() (all []Section) {
	for _, table := range Tables {
		all = append(all, table.Exported...)
	}
	return all
}

// ErasuresOfPerson returns the statements that delete the rows of person $1.
func ErasuresOfPerson() (statements []string) {
	for _, table := range Tables {
		if column := table.Erased.PersonColumn; column != "" {
			statements = append(statements, "DELETE FROM "+table.FullName()+" WHERE "+column+" = $1")
		}
	}
	return statements
}

// ErasuresOfProfiles returns the statements that delete the rows of profiles $1, an array.
func ErasuresOfProfiles() (statements []string) {
	for _, table := range Tables {
		if column := table.Erased.PartyColumn; column != "" {
			statements = append(statements, "DELETE FROM "+table.FullName()+" WHERE "+column+" = ANY ($1)")
		}
	}
	return statements
}

// OfflineNouns returns the first parts of the query keys that browsers keep offline, sorted.
func OfflineNouns() []string {
	var nouns []string
	for _, table := range Tables {
		if table.Offline != "" {
			nouns = append(nouns, table.Offline)
		}
	}
	slices.Sort(nouns)
	return slices.Compact(nouns)
}

// NotHeard returns the tables that pages read without hearing of their changes, by name, with the
// reasons.
func NotHeard() []Table {
	var found []Table
	for _, table := range Tables {
		if table.NotHeard != "" && table.NotHeard != notRead {
			found = append(found, table)
		}
	}
	slices.SortFunc(found, func(a, b Table) int { return cmp.Compare(a.Name, b.Name) })
	return found
}
