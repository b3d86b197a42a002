package scope

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// changesMax is how many changed fields a message names; it counts the others.
const changesMax = 4

// Changed says what the given revision of a project changed in its scope, in a sentence's words:
// "Entradas e saídas (+12 ED, −2 EA) e Telas de IHM (12 → 15)". It is empty if nothing changed.
func Changed(ctx context.Context, tx pgx.Tx, projectID uuid.UUID, revision int) (string, error) {
	var before, after *Scope
	err := tx.QueryRow(ctx, `
		SELECT (SELECT r.scope FROM public.project_revisions r WHERE r.project_id = $1 AND r.number = $2 - 1),
		       (SELECT r.scope FROM public.project_revisions r WHERE r.project_id = $1 AND r.number = $2)`, projectID, revision).Scan(&before, &after)
	if err != nil {
		return "", fmt.Errorf("read two revisions of the scope of project %s: %w", projectID, err)
	}
	if before == nil || after == nil || before.Model != after.Model {
		return "", nil
	}
	model, err := load(ctx, tx, after.Model, after.Version)
	if err != nil {
		return "", err
	}
	changes := model.changes(before.Answers, after.Answers)
	if left := len(changes) - changesMax; left > 0 {
		changes = append(changes[:changesMax], fmt.Sprintf("mais %d", left))
	}
	return enumerate(changes), nil
}

// changes names the fields whose answers differ, in the order of the model, with what a number was
// and is.
func (m Model) changes(before, after map[string]json.RawMessage) (changes []string) {
	for _, section := range m.Texts.Sections {
		for _, name := range section.Fields {
			if bytes.Equal(before[name], after[name]) {
				continue
			}
			change := m.Fields.Properties[name].Title
			if how := m.difference(name, before[name], after[name]); how != "" {
				change += " (" + how + ")"
			}
			changes = append(changes, change)
		}
	}
	return changes
}

// difference says how an answer in numbers changed; for others it is empty.
func (m Model) difference(field string, before, after json.RawMessage) string {
	f := m.Fields.Properties[field]
	switch {
	case f.Type == "integer" && before != nil && after != nil:
		return grouped(as[int64](before)) + " → " + grouped(as[int64](after))
	case f.Type == "object":
		was, is := as[map[string]int64](before), as[map[string]int64](after)
		var said []string
		for _, name := range m.Texts.Words[field].Order {
			switch by := is[name] - was[name]; {
			case by > 0:
				said = append(said, "+"+grouped(by)+" "+f.Properties[name].Title)
			case by < 0:
				said = append(said, "−"+grouped(-by)+" "+f.Properties[name].Title)
			}
		}
		return strings.Join(said, ", ")
	default:
		return ""
	}
}
