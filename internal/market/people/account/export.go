package account

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/market/register"
)

// exportRowsMax bounds each section of an export to its newest rows.
const exportRowsMax = 50_000

// Export is everything that the product stores about a member (LGPD, art. 18, II and V). Truncated
// names the sections that were cut.
type Export struct {
	ExportedAt time.Time                  `json:"exported_at"`
	Sections   map[string]json.RawMessage `json:"sections"`
	Truncated  []string                   `json:"truncated"`
}

// answersFor lists the parties of a person's export: the person, if they work alone, and the
// organisations they manage, including blocked ones.
const answersFor = `
	SELECT ARRAY(
	  SELECT m.organisation_id FROM public.memberships m JOIN private.role_rights r ON r.role = m.role AND r."right" = 'manage' WHERE m.person_id = $1
	  UNION ALL
	  SELECT id FROM public.profiles WHERE id = $1 AND is_party AND NOT EXISTS (SELECT FROM public.organisations WHERE id = $1))`

// ExportData collects everything about the caller and the parties they answer for, and nothing
// about anybody else except what those wrote to the caller.
func ExportData(ctx context.Context, tx pgx.Tx, _ Nothing) (Export, error) {
	out := Export{ExportedAt: time.Now().UTC(), Sections: map[string]json.RawMessage{}, Truncated: []string{}}
	truncated, err := eachSection(ctx, tx, func(name string, rows json.RawMessage) error {
		out.Sections[name] = rows
		return nil
	})
	out.Truncated = append(out.Truncated, truncated...)
	return out, err
}

// WriteExport writes what ExportData collects, indented for people to read. It holds only one
// section in memory at a time.
func WriteExport(ctx context.Context, tx pgx.Tx, out io.Writer) error {
	const head = "{\n  \"exported_at\": %q,\n  \"sections\": {"
	if _, err := fmt.Fprintf(out, head, time.Now().UTC().Format(time.RFC3339Nano)); err != nil {
		return err
	}
	var section bytes.Buffer
	separator := "\n"
	truncated, err := eachSection(ctx, tx, func(name string, rows json.RawMessage) error {
		section.Reset()
		fmt.Fprintf(&section, "%s    %q: ", separator, name)
		separator = ",\n"
		if err := json.Indent(&section, rows, "    ", "  "); err != nil {
			return err
		}
		_, err := section.WriteTo(out)
		return err
	})
	if err != nil {
		return err
	}
	names, err := json.Marshal(append([]string{}, truncated...))
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "\n  },\n  \"truncated\": %s\n}\n", names)
	return err
}

// eachSection passes every section of the caller's export to take, and returns the names of those
// that were cut.
func eachSection(ctx context.Context, tx pgx.Tx, take func(name string, rows json.RawMessage) error) (truncated []string, err error) {
	who := caller.From(ctx).UserID
	var parties []uuid.UUID
	if err := tx.QueryRow(ctx, answersFor, who).Scan(&parties); err != nil {
		return nil, fmt.Errorf("look for the parties of %s: %w", who, err)
	}
	for _, part := range register.Sections() {
		var rows json.RawMessage
		var count int
		err := tx.QueryRow(ctx, fmt.Sprintf(`
			WITH about AS (SELECT $1::uuid, $2::uuid[])
			SELECT coalesce(json_agg(part) FILTER (WHERE place <= %[2]d), '[]'), count(*)
			FROM (SELECT part.*, row_number() OVER () AS place FROM (%[1]s) AS part LIMIT %[2]d + 1) AS part`, part.Query, exportRowsMax),
			who, parties).Scan(&rows, &count)
		if err != nil {
			return nil, fmt.Errorf("export %s: %w", part.Name, err)
		}
		if count > exportRowsMax {
			truncated = append(truncated, part.Name)
		}
		if err := take(part.Name, rows); err != nil {
			return nil, err
		}
	}
	return truncated, nil
}
