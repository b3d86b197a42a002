package postgres_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/files/blob"
	"automacao/internal/postgres/backup"
	"automacao/internal/postgres/dbtest"
)

// attempt is a statement and its expected outcome.
type attempt struct {
	statement string
	expected  expectation
	// because is the line of the file that says so.
	because string
}

// expectation is an allowed set of outcomes of a statement.
type expectation int

const (
	// isDenied: a grant is missing.
	isDenied expectation = iota
	// findsNothing: there is no row, or none that the viewer may know of.
	findsNothing
	// hides: the viewer learns no more than if there were no row, for example because a policy
	// reads something that the viewer may not.
	hides
	// reaches: rows are found, or only their data is in the way.
	reaches
	// isRefused: a policy refuses the new row.
	isRefused
	// isKept: a grant or a policy prevents it.
	isKept
	// isAllowed: no grant or policy prevents it, whatever the outcome.
	isAllowed
	// fails: a grant, policy or trigger prevents it.
	fails
	// works: at least one row is affected.
	works
)

func (e expectation) holds(outcome string) bool {
	switch e {
	case isDenied:
		return outcome == denied
	case findsNothing:
		return outcome == nothing
	case hides:
		return outcome == nothing || outcome == unable
	case reaches:
		return outcome != denied && outcome != unable && outcome != refused && outcome != nothing
	case isRefused:
		return outcome == refused
	case isKept:
		return !reaches.holds(outcome)
	case isAllowed:
		return outcome != denied
	case fails:
		return outcome == nothing || !strings.HasSuffix(outcome, " rows")
	default:
		return outcome != nothing && strings.HasSuffix(outcome, " rows")
	}
}

func (e expectation) String() string {
	return [...]string{"denied", "no row", "no row", "rows", "refused", "nothing or a refusal", "no refusal", "a refusal", "done"}[e]
}

// TestWhoMayDoWhat derives every combination of table, column, verb, viewer and row from the
// catalogue and the file, and checks each one.
func TestWhoMayDoWhat(t *testing.T) {
	t.Parallel()
	readMatrix(t).holds(t, stage(t))
}

// TestWhoMayDoWhatInARestoredMarket checks the same in a database restored from a backup.
func TestWhoMayDoWhatInARestoredMarket(t *testing.T) {
	t.Parallel()
	readMatrix(t).holds(t, restored(t, stage(t)))
}

// restored returns a database that was backed up and restored into an empty one.
func restored(t *testing.T, db *dbtest.Database) *dbtest.Database {
	t.Helper()
	market := func(url string) backup.Market {
		data := t.TempDir()
		files, err := blob.Open(t.Context(), "", data)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = files.Close() })
		return backup.Market{URL: url, Files: files, Key: uuid.UUID.String, DataDir: data, Say: t.Logf}
	}
	from, empty := market(db.OwnerURL), dbtest.Empty(t)
	rows, _ := db.Owner.Query(t.Context(), `SELECT version FROM storage.objects`)
	versions, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	for _, version := range versions {
		err = errors.Join(err, from.Files.WriteAll(t.Context(), from.Key(version), nil, nil))
	}
	if err != nil {
		t.Fatal(err)
	}
	place, err := backup.OpenTarget(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = place.Close() })
	made, err := backup.Make(t.Context(), from, place)
	if err == nil {
		_, err = backup.Restore(t.Context(), made, market(empty.Config().ConnString()))
	}
	if err != nil {
		t.Fatal(err)
	}
	return &dbtest.Database{Owner: empty}
}

// holds tries everything in a staged database.
func (m *matrix) holds(t *testing.T, db *dbtest.Database) {
	t.Helper()
	p, count := probe(t, db), 0
	for _, name := range m.names() {
		failed, tried := m.check(p, m.tables[name])
		count += tried
		for _, failure := range failed {
			t.Errorf("%s: %s", name, failure)
		}
	}
	for _, topic := range m.topics {
		failed, tried := m.checkTopic(p, topic)
		count += tried
		for _, failure := range failed {
			t.Errorf("topic %s: %s", topic.about, failure)
		}
	}
	t.Attr("figure", fmt.Sprintf("0 leaks in %d attempts on %d tables", count, len(m.tables)))
	t.Logf("%d attempts", count)
}

// check returns the ways in which a table differs from the file, and the number of attempts.
func (m *matrix) check(p *prober, a *tableAccess) (failed []string, tried int) {
	for _, part := range []func(*prober, *tableAccess) ([]string, int){m.checkColumns, m.checkRows} {
		more, and := part(p, a)
		failed, tried = append(failed, more...), tried+and
	}
	return failed, tried
}

// checkColumns tries what grants allow.
func (m *matrix) checkColumns(p *prober, a *tableAccess) (failed []string, tried int) {
	of, asked := p.table(a), map[string][]attempt{}
	p.triggers(false)
	m.askAbsent(a, of, asked)
	m.askInserts(a, of, asked)
	return m.judge(p, asked)
}

// checkRows tries what policies allow.
func (m *matrix) checkRows(p *prober, a *tableAccess) (failed []string, tried int) {
	of, asked := p.table(a), map[string][]attempt{}
	p.triggers(false)
	if a.isClosed() && p.text(fmt.Sprintf(`SELECT count(*)::text FROM %s`, a.name)) == "0" {
		p.invents(of)
	}
	rows := a.rows
	if a.isClosed() {
		rows = []line{m.serversOwn(a)}
	}
	for _, row := range rows {
		m.askRow(p, a, of, row, asked)
	}
	m.askCopies(p, a, of, asked)
	m.askStatements(a.mays, isKept, reaches, asked)
	failed, tried = m.judge(p, asked)
	p.triggers(true)
	asked = map[string][]attempt{}
	m.askStatements(a.tries, fails, works, asked)
	more, and := m.judge(p, asked)
	return append(failed, more...), tried + and
}

func (m *matrix) judge(p *prober, asked map[string][]attempt) (failed []string, tried int) {
	for _, viewer := range m.viewers {
		var statements []string
		for _, one := range asked[viewer] {
			statements = append(statements, one.statement)
		}
		if p.untilOne && len(failed) > 0 {
			break
		}
		for i, outcome := range p.as(viewer, statements) {
			one := asked[viewer][i]
			if !one.expected.holds(outcome) {
				failed = append(failed, fmt.Sprintf("%s: %s: got %s, not %s (%s)", viewer, one.statement, outcome, one.expected, one.because))
			}
		}
		tried += len(statements)
	}
	return failed, tried
}

// serversOwn returns the line for a table that is closed to clients.
func (m *matrix) serversOwn(a *tableAccess) line {
	own := line{about: "true"}
	for _, viewer := range m.viewers {
		cell := "-"
		if role := m.role(viewer); role >= clientCells {
			cell = strings.ReplaceAll(a.columns["*"][role], "i", "")
			if a.removes[role] == "d" {
				cell += "d"
			}
		}
		own.cells = append(own.cells, cell)
	}
	return own
}

// askRow makes every viewer read, change and delete a row. The columns that the role may use are
// tried together, and each forbidden column alone. A missing grant is the same for all viewers of a
// role, so one viewer per role tries them all.
func (m *matrix) askRow(p *prober, a *tableAccess, of table, row line, asked map[string][]attempt) {
	condition := inCast(row.about)
	named, count := p.rows(of, condition)
	if count == 0 {
		p.t.Errorf("%s: the stage has no row for: %s", a.name, row.about)
		return
	}
	values := p.literals(of, condition)
	for v, viewer := range m.viewers {
		role, cell := m.role(viewer), row.cells[v]
		add := func(granted bool, verb, statement string) {
			asked[viewer] = append(asked[viewer], attempt{statement, expect(granted, cell, verb), "row : " + row.about})
		}
		var read, changed []string
		denials := map[string]int{}
		for _, c := range of.columns {
			if a.may(role, c.name, "r") {
				read = append(read, fmt.Sprintf("%q", c.name))
			} else if denials["r"]++; denials["r"] == 1 || m.speaksForRole(viewer) {
				add(false, "r", fmt.Sprintf(`SELECT %q FROM %s WHERE %s`, c.name, of.name, named))
			}
			set := fmt.Sprintf("%q = %s", c.name, values[c.name])
			if a.may(role, c.name, "u") {
				changed = append(changed, set)
			} else if denials["u"]++; denials["u"] == 1 || m.speaksForRole(viewer) {
				add(false, "u", fmt.Sprintf(`UPDATE %s SET %s WHERE %s`, of.name, set, named))
			}
		}
		if read != nil {
			add(true, "r", fmt.Sprintf(`SELECT %s FROM %s WHERE %s`, strings.Join(read, ", "), of.name, named))
		}
		if changed != nil {
			add(true, "u", fmt.Sprintf(`UPDATE %s SET %s WHERE %s`, of.name, strings.Join(changed, ", "), named))
		}
		add(a.removes[role] == "d", "d", fmt.Sprintf(`DELETE FROM %s WHERE %s`, of.name, named))
	}
}

// expect returns the expected outcome of a verb, given its grant and the row's cell.
func expect(granted bool, cell, verb string) expectation {
	switch {
	case !granted:
		return isDenied
	case strings.Contains(cell, verb):
		return reaches
	case verb == "u" && strings.Contains(cell, "c"):
		return isRefused
	}
	return hides
}

// speaksForRole reports whether a viewer is the one that represents its role.
func (m *matrix) speaksForRole(viewer string) bool {
	return viewer == "marina" || slices.Contains(m.roles, viewer)
}

// askAbsent makes each role read and change a row that does not exist.
func (m *matrix) askAbsent(a *tableAccess, of table, asked map[string][]attempt) {
	for _, viewer := range m.viewers {
		role := m.role(viewer)
		if !m.speaksForRole(viewer) {
			continue
		}
		for _, c := range of.columns {
			for _, try := range [][2]string{{"r", `SELECT %[2]q FROM %[1]s WHERE false`}, {"u", `UPDATE %[1]s SET %[2]q = DEFAULT WHERE false`}} {
				expected := isDenied
				if a.may(role, c.name, try[0]) {
					expected = findsNothing
				}
				asked[viewer] = append(asked[viewer], attempt{fmt.Sprintf(try[1], of.name, c.name), expected, "columns : " + c.name})
			}
		}
	}
}

// askInserts makes each role insert each column alone.
func (m *matrix) askInserts(a *tableAccess, of table, asked map[string][]attempt) {
	for _, viewer := range m.viewers {
		role := m.role(viewer)
		if !m.speaksForRole(viewer) {
			continue
		}
		for _, c := range of.columns {
			expected := isDenied
			if a.may(role, c.name, "i") {
				expected = isAllowed
			}
			asked[viewer] = append(asked[viewer], attempt{fmt.Sprintf(`INSERT INTO %s (%q) VALUES (DEFAULT)`, of.name, c.name), expected, "columns : " + c.name})
		}
	}
}

// askCopies makes every role that may fill all columns, and is not a client's, insert a copy of an
// existing row.
func (m *matrix) askCopies(p *prober, a *tableAccess, of table, asked map[string][]attempt) {
	for _, viewer := range m.viewers {
		role := m.role(viewer)
		if role < clientCells || of.source != of.name || slices.ContainsFunc(of.columns, func(c column) bool { return !a.may(role, c.name, "i") }) {
			continue
		}
		var names, values []string
		row := p.literals(of, "true")
		for _, c := range of.columns {
			names, values = append(names, c.name), append(values, row[c.name])
		}
		asked[viewer] = append(asked[viewer], attempt{
			fmt.Sprintf(`INSERT INTO %s (%s) VALUES (%s)`, of.name, quoted(names), strings.Join(values, ", ")), reaches, "columns of " + viewer})
	}
}

// askStatements makes every viewer run the statements of the file.
func (m *matrix) askStatements(lines []line, otherwise, marked expectation, asked map[string][]attempt) {
	for _, one := range lines {
		for v, viewer := range m.viewers {
			expected := otherwise
			if one.cells[v] == "x" {
				expected = marked
			}
			asked[viewer] = append(asked[viewer], attempt{inCast(one.about), expected, one.about})
		}
	}
}

// checkTopic makes every viewer listen to and publish on a topic, with the queries of the realtime
// hub.
func (m *matrix) checkTopic(p *prober, topic line) (failed []string, tried int) {
	p.exec(`SAVEPOINT topic`)
	defer p.exec(`ROLLBACK TO SAVEPOINT topic`)
	p.exec(`SELECT set_config('realtime.topic', $1, true)`, inCast(topic.about))
	asked := map[string][]attempt{}
	for v, viewer := range m.viewers {
		for _, extension := range []string{"broadcast", "presence", "postgres_changes"} {
			for verb, statement := range map[string]string{
				"l": `SELECT FROM realtime.messages WHERE topic = realtime.topic() AND extension = '` + extension + `'`,
				"s": `INSERT INTO realtime.messages (topic, extension) VALUES (realtime.topic(), '` + extension + `')`,
			} {
				expected := fails
				if strings.Contains(topic.cells[v], verb) && (extension != "postgres_changes" || viewer == "server") {
					expected = works
				}
				asked[viewer] = append(asked[viewer], attempt{statement, expected, "topic"})
			}
		}
	}
	for _, extension := range []string{"broadcast", "presence", "postgres_changes"} {
		p.exec(`INSERT INTO realtime.messages (topic, extension) VALUES ($1, $2)`, inCast(topic.about), extension)
	}
	return m.judge(p, asked)
}

// TestEverythingIsInTheMatrix checks that the file covers every table and column, so that a new one
// fails until its access is written down.
func TestEverythingIsInTheMatrix(t *testing.T) {
	t.Parallel()
	m, p := readMatrix(t), probe(t, stage(t))
	there := p.list(`
		SELECT c.oid::regclass::text FROM pg_class c, (SELECT set_config('search_path', '', true)) AS path
		WHERE c.relnamespace = ANY('{public, private, auth, storage, realtime, migrations}'::regnamespace[]) AND c.relkind IN ('r', 'p', 'v', 'm', 'f')`)
	for _, name := range there {
		if m.tables[name] == nil {
			t.Errorf("%s has no row: add a \"table %s\" to internal/postgres/%s, with who may read and write which columns, and which rows", name, name, accessFile)
		}
	}
	for _, name := range m.names() {
		if !slices.Contains(there, name) {
			t.Errorf("%s is in %s and not in the database", name, accessFile)
			continue
		}
		m.isWhole(p, m.tables[name])
	}
}

// isWhole reports what the file omits about a table.
func (m *matrix) isWhole(p *prober, a *tableAccess) {
	t, of := p.t, p.table(a)
	if len(a.removes) == 0 {
		t.Errorf("%s: say in %s who may delete", a.name, accessFile)
	}
	for _, c := range of.columns {
		if a.columns[c.name] == nil && !a.isClosed() {
			t.Errorf("%s.%s has no row: name it in a \"columns\" line of internal/postgres/%s that says who reads and writes it", a.name, c.name, accessFile)
		}
	}
	for name := range a.columns {
		if name != "*" && !slices.ContainsFunc(of.columns, func(c column) bool { return c.name == name }) {
			t.Errorf("%s.%s is in %s and not in the database", a.name, name, accessFile)
		}
	}
	watched := p.text(`SELECT (count(*) > 0)::text FROM pg_trigger WHERE tgrelid = $1::text::regclass AND tgname = 'realtime_change'`, a.name)
	if watched != fmt.Sprint(a.watched) {
		t.Errorf("%s: whether its changes are told live is %s: say so behind its name in %s", a.name, watched, accessFile)
	}
	if a.isClosed() {
		return
	}
	conditions := []string{"false"}
	for _, row := range a.rows {
		conditions = append(conditions, "("+inCast(row.about)+")")
	}
	for _, left := range p.list(fmt.Sprintf(`SELECT to_jsonb(r)::text FROM %s r WHERE NOT coalesce(%s, false)`, a.name, strings.Join(conditions, " OR "))) {
		t.Errorf("%s: no \"row\" of internal/postgres/%s is about %s", a.name, accessFile, left)
	}
}
