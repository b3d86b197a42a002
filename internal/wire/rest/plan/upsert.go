package plan

import (
	"slices"
	"strings"

	"automacao/internal/wire/rest/catalog"
)

// conflict writes what happens to a row that already exists. If only its key was given, nothing can
// change and the row is left alone. If less than its key was given, the row could not be found
// again, so the given columns are assigned.
func (b *builder) conflict(relation *catalog.Relation, columns []*catalog.Column) string {
	on := b.conflictKey(relation)
	if b.options.Resolution == "" || len(on) == 0 {
		return ""
	}
	target := " ON CONFLICT (" + strings.Join(quoteAll("", on), ", ") + ")"
	assignments := []string{}
	for _, column := range columns {
		if !slices.Contains(on, column.Name) || len(columns) < len(on) {
			assignments = append(assignments, Quote(column.Name)+" = EXCLUDED."+Quote(column.Name))
		}
	}
	if b.options.Resolution == ignoreDuplicates || len(assignments) == 0 {
		return target + " DO NOTHING"
	}
	return target + " DO UPDATE SET " + strings.Join(assignments, ", ") + markUpdated
}

const (
	mergeDuplicates  = "merge-duplicates"
	ignoreDuplicates = "ignore-duplicates"
)

// conflictKey are the columns by which an upsert finds a row.
func (b *builder) conflictKey(relation *catalog.Relation) []string {
	if len(b.query.OnConflict) > 0 {
		return b.query.OnConflict
	}
	return relation.PrimaryKey
}

// An upsert marks each updated row in a setting of its transaction, and the RETURNING of the same
// row reads and clears the mark. xmax would also tell, but reading it requires the right to select
// all columns.
const (
	markUpdated = " WHERE set_config('pgrst.merged', 'yes', true) <> ''"
	wasUpdated  = "CASE WHEN current_setting('pgrst.merged', true) = 'yes' THEN set_config('pgrst.merged', 'no', true) = 'no' ELSE false END"
)

// inserted counts the rows that an upsert inserted.
func (b *builder) inserted() string {
	if b.merged == "" {
		return "''"
	}
	return "(SELECT count(*) FILTER (WHERE NOT " + Quote(b.merged) + ") FROM stored)::text"
}

// updated are the keys of the rows that an upsert updated.
func (b *builder) updated() string {
	if b.merged == "" || len(b.keyColumns) == 0 {
		return "''"
	}
	return b.keysOf("stored WHERE " + Quote(b.merged))
}
