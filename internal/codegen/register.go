package codegen

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"automacao/internal/market/register"
)

// webRegister generates what the web application takes from the register of tables.
func (s Sources) webRegister(context.Context) ([]byte, error) {
	var text strings.Builder
	text.WriteString("// Written by \"automacao types\" from internal/market/register; do not edit.\n\n")
	text.WriteString("/** The first parts of the keys of queries whose results browsers keep offline. */\nexport const OFFLINE_NOUNS: readonly string[] = [\n")
	for _, noun := range register.OfflineNouns() {
		fmt.Fprintf(&text, "  %s,\n", quoteTS(noun))
	}
	text.WriteString("]\n\n/** The tables that pages read without hearing of their changes, with the reasons. */\nexport const NOT_HEARD: Readonly<Record<string, string>> = {\n")
	for _, table := range register.NotHeard() {
		fmt.Fprintf(&text, "  %s: %s,\n", table.Name, quoteTS(table.NotHeard))
	}
	text.WriteString("}\n")
	return []byte(text.String()), nil
}

// tablesDocument generates docs/reference/tables.md.
func (s Sources) tablesDocument(context.Context) ([]byte, error) {
	var text strings.Builder
	text.WriteString("<!-- Written by \"make types\" (automacao types); do not edit. -->\n# Tables\n\n")
	text.WriteString("What each table of the market is to the rest of the product, as `internal/market/register` declares it. *Export*: the sections of a person's data export that show its rows. *When an account is deleted*: the column by which a person's rows are deleted, or why rows stay. *Heard live*: whether open pages subscribe to its changes. *Offline*: the noun under which browsers keep it. *Demonstration*: whether the demonstration has rows. *Volume*: whether `automacao seed` fills it for load tests. Tables of the schema `private` are not exposed.\n\n")
	text.WriteString("| Table | A row is | Export | When an account is deleted | Heard live | Offline | Demonstration | Volume |\n|---|---|---|---|---|---|---|---|\n")
	for _, table := range register.Tables {
		fmt.Fprintf(&text, "| `%s` | %s | %s | %s |", table.Name, table.Holds, exportOf(table), erasureOf(table))
		if !table.IsExposed() {
			text.WriteString(" | | | |\n")
			continue
		}
		fmt.Fprintf(&text, " %s | %s | %s | %s |\n", yesUnless(table.NotHeard), offlineOf(table), yesUnless(table.NotInDemonstration), yesIf(table.InVolume))
	}
	return []byte(text.String()), nil
}

func exportOf(table register.Table) string {
	if len(table.Exported) == 0 {
		return "no: " + table.NotExported
	}
	var names []string
	for _, section := range table.Exported {
		names = append(names, "`"+section.Name+"`")
	}
	return strings.Join(names, ", ")
}

func erasureOf(table register.Table) string {
	var columns []string
	for _, column := range []string{table.Erased.PersonColumn, table.Erased.PartyColumn} {
		if column != "" {
			columns = append(columns, "deleted by `"+column+"`")
		}
	}
	if len(columns) == 0 {
		return "stays: " + table.Erased.Kept
	}
	return strings.Join(columns, ", ")
}

func offlineOf(table register.Table) string {
	if table.Offline == "" {
		return "no: " + table.NotOffline
	}
	return "`" + table.Offline + "`"
}

func yesUnless(reason string) string {
	if reason != "" {
		return "no: " + reason
	}
	return "yes"
}

func yesIf(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}

const rightsHeader = `// Written by "automacao types"; do not edit.

/** What a member may do for a party. Every member may read everything of the party. */
export const RIGHTS = [%s] as const
export type Right = (typeof RIGHTS)[number]

/** Roles of a member in an organisation. */
export const MEMBER_ROLES = [%s] as const
export type MemberRole = (typeof MEMBER_ROLES)[number]

/** The rights of each role. The server enforces them; the screen uses them to avoid refusals. */
export const ROLE_RIGHTS: Readonly<Record<MemberRole, readonly Right[]>> = {
%s}
`

// rights generates what each role of a membership may do, in the order in which the table's
// constraints list roles and rights.
func (s Sources) rights(ctx context.Context) ([]byte, error) {
	roles, err := s.texts(ctx, `SELECT role FROM private.role_rights GROUP BY role ORDER BY min(strpos(pg_get_constraintdef(
		(SELECT oid FROM pg_constraint WHERE conname = 'role_rights_role_known')), quote_literal(role)))`)
	if err != nil {
		return nil, err
	}
	const ordered = ` ORDER BY min(strpos(pg_get_constraintdef(
		(SELECT oid FROM pg_constraint WHERE conname = 'role_rights_right_known')), quote_literal("right")))`
	all, err := s.texts(ctx, `SELECT "right" FROM private.role_rights GROUP BY "right"`+ordered)
	if err != nil {
		return nil, err
	}
	var table bytes.Buffer
	for _, role := range roles {
		held, err := s.texts(ctx, `SELECT "right" FROM private.role_rights WHERE role = $1 GROUP BY "right"`+ordered, role)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&table, "  %s: [%s],\n", role, quotedList(held))
	}
	return fmt.Appendf(nil, rightsHeader, quotedList(all), quotedList(roles), table.String()), nil
}

func (s Sources) texts(ctx context.Context, sql string, args ...any) ([]string, error) {
	rows, err := s.DB.Query(ctx, sql, args...)
	if err != nil {
		return nil, fmt.Errorf("read rights: %w", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("read rights: %w", err)
	}
	return found, nil
}

func quotedList(words []string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = quoteTS(word)
	}
	return strings.Join(quoted, ", ")
}
