package codegen

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
)

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
