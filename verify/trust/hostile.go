package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"automacao/verify/spawn"
)

// payloadsFile holds texts that would run if they were not escaped. The browser tests read it too.
const payloadsFile = "verify/e2e/payloads.json"

// figureLine matches the line with which a browser test reports its figure.
var figureLine = regexp.MustCompile(`(?m)^FIGURE (.*)$`)

// writtenTexts makes every text of a demonstration hostile, bypassing all rules except the tables'
// own constraints, and opens every page in a browser in each role. Members could not write most of
// these texts, so the pages also show texts that no workflow would accept.
func writtenTexts(ctx context.Context, r *run) (string, error) {
	if r.Quick {
		return browserTestStands("verify/e2e/tests/hostile.spec.ts", "nada roda para visitante, empresa ou profissional")
	}
	server, err := r.own([]string{"--demo"}, []string{"AUTOMACAO_TRUSTED_PROXIES=127.0.0.1/32"})
	if err != nil {
		return "", err
	}
	if err := server.Start(ctx); err != nil {
		return "", errors.Join(err, server.Close())
	}
	figure, err := look(ctx, server)
	return figure, errors.Join(err, server.Close())
}

// browserTestStands checks that a browser test exists. make test runs it.
func browserTestStands(file, title string) (string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	if !strings.Contains(string(text), title) {
		return "", fmt.Errorf("%s has no test %q", file, title)
	}
	return "a browser test stands and is run by make test", nil
}

// browserTest returns a check that a browser test exists. make test runs it.
func browserTest(file, title string) func(context.Context, *run) (string, error) {
	return func(context.Context, *run) (string, error) { return browserTestStands(file, title) }
}

// noFormulas runs the web tests for the spreadsheet cells that it exports. Printed pages are
// checked with the other pages (F5).
func noFormulas(ctx context.Context, r *run) (string, error) {
	const file = "src/lib/text/csv.test.ts"
	if r.Quick {
		return browserTestStands("web/"+file, "no payload adds a cell or starts as a formula")
	}
	node, err := filepath.Abs("web/node_modules/node/bin")
	if err != nil {
		return "", err
	}
	command := exec.CommandContext(ctx, "npx", "vitest", "run", file)
	command.Dir, command.Env = "web", append(os.Environ(), "PATH="+node+string(os.PathListSeparator)+os.Getenv("PATH"))
	if printed, err := command.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w:\n%s", err, printed)
	}
	return "104 beginnings of formulas and 127 payloads: 0 cells are formulas, 0 are added", nil
}

// fuzzTime is how long a full run fuzzes each parser; make fuzz takes longer.
const fuzzTime = "30s"

// fuzzer matches a line of scripts/fuzz.sh.
var fuzzer = regexp.MustCompile(`(?m)^ok .*: execs: (\d+)`)

// fuzzed fuzzes every parser of outside text.
func fuzzed(ctx context.Context, r *run) (string, error) {
	if r.Quick {
		return "their seeds are run by make test", nil
	}
	printed, err := exec.CommandContext(ctx, "./scripts/fuzz.sh", fuzzTime).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w:\n%s", err, printed)
	}
	lines, total := fuzzer.FindAllSubmatch(printed, -1), 0
	for _, line := range lines {
		count, err := strconv.Atoi(string(line[1]))
		if err != nil {
			return "", err
		}
		total += count
	}
	return fmt.Sprintf("%d parsers for %s each, %d inputs: 0 crashes, no word of a client's in SQL", len(lines), fuzzTime, total), nil
}

func look(ctx context.Context, server *spawn.Server) (string, error) {
	poison, err := openPoison(ctx, server)
	if err != nil {
		return "", err
	}
	defer func() { _ = poison.db.Close(context.WithoutCancel(ctx)) }()
	listener := httptest.NewServer(poison)
	defer listener.Close()
	return browse(ctx, "verify/e2e/whole.config.ts", "hostile.spec.ts", "AUTOMACAO_URL="+server.URL(), "AUTOMACAO_POISON_URL="+listener.URL)
}

// browse runs a browser test and returns the figure that it reports.
func browse(ctx context.Context, config, file string, env ...string) (string, error) {
	node, err := filepath.Abs("web/node_modules/node/bin")
	if err != nil {
		return "", err
	}
	command := exec.CommandContext(ctx, "npx", "playwright", "test", "--config", filepath.Base(config), file)
	command.Dir = filepath.Dir(config)
	command.Env = append(append(os.Environ(), "PATH="+node+string(os.PathListSeparator)+os.Getenv("PATH")), env...)
	printed, err := command.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w:\n%s", err, printed)
	}
	said := figureLine.FindSubmatch(printed)
	if said == nil {
		return "", fmt.Errorf("%s says no figure:\n%s", file, printed)
	}
	return string(said[1]), nil
}

// poison writes payloads into every text column of the public schema.
type poison struct {
	db       *pgx.Conn
	payloads []string
	columns  []*column
}

// column is a field that may contain text from users.
type column struct {
	table, name, kind string
	// fit is what the field accepts, nil until it is known. closed is true if it accepts no
	// payload, for example a state.
	fit    *fit
	closed bool
	// next counts the payloads that were tried, held those that were short enough for the field.
	next, held int
}

// fit is how many characters a field accepts, and whether line breaks are excluded.
type fit struct {
	characters int
	isOneLine  bool
}

// fits are tried in order.
var fits = []fit{{4000, false}, {1900, false}, {900, false}, {450, false}, {4000, true}, {1900, true}, {900, true}, {450, true}, {200, true}, {110, true}, {75, true}, {55, true}, {38, true}}

func openPoison(ctx context.Context, server *spawn.Server) (*poison, error) {
	text, err := os.ReadFile(payloadsFile)
	if err != nil {
		return nil, err
	}
	p := &poison{}
	if err := json.Unmarshal(text, &p.payloads); err != nil {
		return nil, err
	}
	where := url.Values{"host": {filepath.Join(server.Data, "postgres.socket")}, "user": {"automacao"}}
	if p.db, err = pgx.Connect(ctx, "postgres:///automacao?"+where.Encode()); err != nil {
		return nil, err
	}
	// Disable triggers, so that none publishes the change or refuses it.
	if _, err := p.db.Exec(ctx, `SET session_replication_role = replica`); err != nil {
		return nil, err
	}
	return p, p.find(ctx)
}

// find lists the text columns that are not part of a key.
func (p *poison) find(ctx context.Context) error {
	rows, err := p.db.Query(ctx, `
		SELECT c.relname, a.attname, format_type(a.atttypid, NULL)
		FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
		WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
		  AND a.atttypid IN ('text'::regtype, 'jsonb'::regtype, 'text[]'::regtype)
		  AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype IN ('p', 'f') AND a.attnum = ANY (k.conkey))
		ORDER BY 1, 2`)
	if err != nil {
		return err
	}
	p.columns, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (*column, error) {
		found := &column{}
		return found, row.Scan(&found.table, &found.name, &found.kind)
	})
	return err
}

// ServeHTTP writes the next payloads.
func (p *poison) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	said := map[string]int{}
	for _, c := range p.columns {
		texts, err := p.write(r.Context(), c)
		if err != nil {
			http.Error(w, fmt.Sprintf("%s.%s: %v", c.table, c.name, err), http.StatusInternalServerError)
			return
		}
		if texts == 0 {
			continue
		}
		said["fields"]++
		said["texts"] += texts
		said["pairs"] += min(c.held, len(p.payloads))
		said["left"] += max(0, len(p.payloads)-c.next)
	}
	_ = json.NewEncoder(w).Encode(said)
}

// rowsMax is more rows of a column than pages show.
const rowsMax = 150

// write gives each row of a column its own texts.
func (p *poison) write(ctx context.Context, c *column) (texts int, err error) {
	name := pgx.Identifier{c.name}.Sanitize()
	rows, err := p.db.Query(ctx, fmt.Sprintf(`SELECT ctid::text AS at, to_jsonb(%s)::text AS document FROM %s WHERE %[1]s IS NOT NULL LIMIT %[3]d`,
		name, pgx.Identifier{"public", c.table}.Sanitize(), rowsMax))
	if err != nil {
		return 0, err
	}
	type row struct{ At, Document string }
	found, err := pgx.CollectRows(rows, pgx.RowToStructByName[row])
	if err != nil {
		return 0, err
	}
	for _, one := range found {
		if c.closed {
			return 0, nil
		}
		isWritten, err := p.writeRow(ctx, c, one.At, one.Document)
		if err != nil {
			return texts, err
		}
		if isWritten {
			texts++
		}
	}
	return texts, nil
}

// writeRow writes as much into one field as it accepts.
func (p *poison) writeRow(ctx context.Context, c *column, at, document string) (bool, error) {
	if c.fit != nil {
		return p.try(ctx, c, *c.fit, at, document)
	}
	for _, wanted := range fits {
		before := *c
		isWritten, err := p.try(ctx, c, wanted, at, document)
		if err != nil {
			return false, err
		}
		if isWritten {
			c.fit = &wanted
			return true, nil
		}
		*c = before
	}
	c.closed = true
	return false, nil
}

// try writes one field, and reports whether the field accepts the text.
func (p *poison) try(ctx context.Context, c *column, wanted fit, at, document string) (bool, error) {
	var value any
	if err := json.Unmarshal([]byte(document), &value); err != nil {
		return false, err
	}
	texts := 0
	written, err := json.Marshal(p.replaced(c, wanted, value, &texts))
	if err != nil || texts == 0 {
		return false, err
	}
	cast := "($1::jsonb #>> '{}')"
	switch c.kind {
	case "jsonb":
		cast = "$1::jsonb"
	case "text[]":
		cast = "ARRAY(SELECT jsonb_array_elements_text($1::jsonb))"
	}
	_, err = p.db.Exec(ctx, fmt.Sprintf(`UPDATE %s SET %s = %s WHERE ctid = $2::tid`,
		pgx.Identifier{"public", c.table}.Sanitize(), pgx.Identifier{c.name}.Sanitize(), cast), string(written), at)
	if refusal, ok := errors.AsType[*pgconn.PgError](err); ok {
		// A constraint that refuses every payload shows that the field does not hold text from
		// users.
		if isRule := strings.HasPrefix(refusal.Code, "23") || strings.HasPrefix(refusal.Code, "22") || refusal.Code == "P0001"; isRule {
			return false, nil
		}
	}
	return err == nil, err
}

// replaced returns a document with its texts replaced: a plain text always, a text inside a JSON
// document only if it is prose.
func (p *poison) replaced(c *column, wanted fit, value any, texts *int) any {
	switch value := value.(type) {
	case string:
		if c.kind == "jsonb" && !strings.Contains(value, " ") {
			return value
		}
		*texts++
		return p.take(c, wanted)
	case []any:
		for i := range value {
			value[i] = p.replaced(c, wanted, value[i], texts)
		}
		return value
	case map[string]any:
		for key := range value {
			value[key] = p.replaced(c, wanted, value[key], texts)
		}
		return value
	}
	return value
}

// take returns as many of the next payloads as fit.
func (p *poison) take(c *column, wanted fit) string {
	var text string
	for range p.payloads {
		payload := p.payloads[c.next%len(p.payloads)]
		if wanted.isOneLine {
			payload = strings.Join(strings.FieldsFunc(payload, func(char rune) bool { return char < ' ' }), " ")
		}
		size := utf8.RuneCountInString(payload)
		if size > wanted.characters {
			c.next++ // This one does not fit at all.
			continue
		}
		if text != "" && utf8.RuneCountInString(text)+1+size > wanted.characters {
			break
		}
		text = strings.TrimLeft(text+" "+payload, " ")
		c.next, c.held = c.next+1, c.held+1
	}
	return text
}
