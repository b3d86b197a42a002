package project_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"automacao/internal/documents/iolist"
	"automacao/internal/market/deal/attachment"
	"automacao/internal/market/deal/project"
	"automacao/internal/market/markettest"
)

// lists is an open project of Serra Azul to which Marina has proposed, and a store of files.
type lists struct {
	*markettest.Stage
	t                     *testing.T
	serra, marina, rafael uuid.UUID
	project, proposal     uuid.UUID
	stored                *sync.Map
}

func setupLists(t *testing.T) lists {
	t.Helper()
	s := lists{Stage: markettest.Open(t), t: t, stored: &sync.Map{}}
	s.serra, s.marina, s.rafael = s.Member("company", "Serra Azul"), s.Member("professional", "Marina Alves"), s.Member("professional", "Rafael Nunes")
	s.project = s.Project(s.serra, "Retrofit")
	s.proposal = s.Proposal(s.project, s.marina)
	return s
}

// list returns a CSV file with so many digital inputs and analogue inputs.
func list(digital, analogue int) string {
	text := strings.Builder{}
	text.WriteString("TAG;TIPO\n")
	for n := range digital {
		fmt.Fprintf(&text, "SQ-%d;ED\n", n)
	}
	for n := range analogue {
		fmt.Fprintf(&text, "TT-%d;EA\n", n)
	}
	return text.String()
}

// upload stores a list as a person in the folder of the project and returns its path.
func (s lists) upload(who uuid.UUID, content string) string {
	s.t.Helper()
	version := uuid.New()
	s.stored.Store(version, content)
	path := s.project.String() + "/" + uuid.NewString() + "-lista.csv"
	s.Exec(`INSERT INTO storage.objects (bucket_id, name, owner, version, size_bytes, metadata) VALUES ('projects', $1, $2, $3, $4, '{"mimetype": "text/csv"}')`,
		path, who, version, len(content))
	return path
}

// open reads from the store.
func (s lists) open(_ context.Context, version uuid.UUID) (io.ReadCloser, error) {
	content, ok := s.stored.Load(version)
	if !ok {
		return nil, errors.New("no such version")
	}
	text, _ := content.(string)
	return io.NopCloser(bytes.NewBufferString(text)), nil
}

func (s lists) read(open attachment.Open, who uuid.UUID, path string) (project.IOListRead, string) {
	found, err := markettest.Call(s.Stage, who, project.ReadIOList(open), project.IOListPath{Path: path})
	return found, markettest.Code(err)
}

func (s lists) attachFrom(open attachment.Open, who uuid.UUID, file project.File) (project.IOListAttached, string) {
	made, err := markettest.Call(s.Stage, who, project.AttachIOList(open), project.IOListFile{ProjectID: s.project, File: file})
	return made, markettest.Code(err)
}

// attach attaches a list of Serra's for everybody who may propose.
func (s lists) attach(path string) (project.IOListAttached, string) {
	return s.attachFrom(s.open, s.serra, listed(path))
}

func listed(path string) project.File {
	return project.File{Path: path, Name: "Lista de I-O.csv", Audience: "proposers"}
}

// news are the notices that a person has, the oldest first.
func (s lists) news(who uuid.UUID) string {
	return s.Text(`SELECT string_agg(title || ' / ' || body, '; ' ORDER BY created_at, id) FROM public.notifications WHERE profile_id = $1 AND title LIKE '%ista de I/O%'`, who)
}

func TestAListIsReadBeforeAnythingIsKept(t *testing.T) {
	t.Parallel()
	s := setupLists(t)
	path := s.upload(s.serra, list(3, 1)+"YV-1;talvez\n")
	found, code := s.read(s.open, s.serra, path)
	wanted := map[iolist.Kind]int{"ED": 3, "SD": 0, "EA": 1, "SA": 0, "fast": 0, "safety": 0}
	if code != "" || found.Rows != 4 || !maps.Equal(found.ByKind, wanted) || found.Format != "csv" || found.ErrorsCount != 1 || len(found.Errors) != 1 ||
		found.Errors[0].Row != 6 || found.Errors[0].Code != "kind_unknown" {
		t.Errorf("%q: %+v", code, found)
	}
	if got := s.Text(`SELECT concat_ws(' ', (SELECT count(*) FROM public.project_files), (SELECT count(*) FROM public.project_io_lists), (SELECT owner FROM storage.objects))`); got != "0 0 "+s.serra.String() {
		t.Errorf("reading left %s", got)
	}
	if _, code := s.read(s.open, s.serra, s.upload(s.serra, "nada")); code != "io_list_unknown" {
		t.Errorf("a file that is no list: %q", code)
	}
	if found, code := s.read(s.open, s.serra, s.upload(s.serra, list(1, 0))); code != "" || found.Errors == nil {
		t.Errorf("without errors: %q, %+v", code, found)
	}
}

// TestWhoReadsAList also checks that another's file and a missing one are answered alike.
func TestWhoReadsAList(t *testing.T) {
	t.Parallel()
	s := setupLists(t)
	colleague, vale := s.Colleague(s.serra, "buyer", "Eva Lima"), s.Member("company", "Vale Verde")
	path := s.upload(s.serra, list(1, 0))
	expect := func(when, path string, want map[uuid.UUID]string) {
		t.Helper()
		for who, code := range want {
			if _, got := s.read(s.open, who, path); got != code {
				t.Errorf("%s, %s: %q, want %q", when, s.Text(`SELECT name FROM public.profiles WHERE id = $1`, who), got, code)
			}
		}
	}
	const unknown = "io_list_not_found"
	expect("uploaded", path, map[uuid.UUID]string{s.serra: "", colleague: unknown, vale: unknown, s.marina: unknown, uuid.Nil: unknown})
	expect("missing", s.project.String()+"/nada.csv", map[uuid.UUID]string{s.serra: unknown, s.marina: unknown})
	if _, code := s.attach(path); code != "" {
		t.Fatal(code)
	}
	expect("attached", path, map[uuid.UUID]string{s.serra: "", colleague: "", vale: unknown, s.marina: "", s.rafael: ""})
	s.Exec(`UPDATE public.project_files SET audience = 'dealers'`)
	expect("restricted", path, map[uuid.UUID]string{s.serra: "", colleague: "", s.marina: unknown, s.rafael: unknown})
	s.Exec(`UPDATE public.projects SET status = 'closed' WHERE id = $1`, s.project)
	expect("closed", path, map[uuid.UUID]string{s.serra: "", s.marina: unknown})
}

func TestAFileThatIsReplacedWhileItIsReadIsNotFound(t *testing.T) {
	t.Parallel()
	s := setupLists(t)
	path := s.upload(s.serra, list(1, 0))
	replacing := func(ctx context.Context, version uuid.UUID) (io.ReadCloser, error) {
		s.Exec(`UPDATE storage.objects SET version = gen_random_uuid() WHERE name = $1`, path)
		return s.open(ctx, version)
	}
	if _, code := s.read(replacing, s.serra, path); code != "io_list_not_found" {
		t.Errorf("reading: %q", code)
	}
	path = s.upload(s.serra, list(1, 0))
	if _, code := s.attachFrom(replacing, s.serra, listed(path)); code != "project_file_unknown" {
		t.Errorf("attaching: %q", code)
	}
}

func TestAListTakesThePlaceOfTheEarlierOne(t *testing.T) {
	t.Parallel()
	s := setupLists(t)
	layout := store(s.Stage, s.serra, s.project, "layout.pdf", 10)
	if code := setFiles(s.Stage, s.serra, s.project, open(layout, "Layout.pdf")); code != "" {
		t.Fatal(code)
	}
	first, code := s.attach(s.upload(s.serra, list(10, 4)))
	if code != "" || first.Number != 1 || first.Rows != 14 || first.Changes != nil {
		t.Fatalf("%q: %+v", code, first)
	}
	manual := store(s.Stage, s.serra, s.project, "manual.pdf", 10)
	earlier := s.Text(`SELECT path FROM public.project_files WHERE path LIKE '%.csv'`)
	if code := setFiles(s.Stage, s.serra, s.project, open(layout, "Layout.pdf"), listed(earlier), open(manual, "Manual.pdf")); code != "" {
		t.Fatal(code)
	}
	second, code := s.attach(s.upload(s.serra, list(22, 2)))
	if code != "" || second.Number != 2 || second.Changes == nil || second.Changes.Added["ED"] != 12 || second.Changes.Removed["EA"] != 2 {
		t.Fatalf("%q: %+v", code, second)
	}
	if got := s.Text(`SELECT string_agg(name, ', ' ORDER BY position) FROM public.project_files`); got != "Layout.pdf, Lista de I-O.csv, Manual.pdf" {
		t.Errorf("the files are %s", got)
	}
	if got := s.Text(`SELECT concat_ws(' ', count(*), count(owner), (SELECT files_count FROM public.projects WHERE id = $1)) FROM storage.objects`, s.project); got != "3 0 3" {
		t.Errorf("stored are %s", got)
	}
	kept := s.Text(`SELECT string_agg(concat_ws(' ', l.number, l.rows, l.by_kind ->> 'ED', l.by_kind ->> 'fast', l.changes -> 'added' ->> 'ED', l.changes -> 'removed' ->> 'EA', length(l.sha256), f.path = $2), '; ' ORDER BY l.number)
		FROM public.project_io_lists l LEFT JOIN public.project_files f ON f.id = l.file_id WHERE l.project_id = $1`,
		s.project, s.Text(`SELECT path FROM public.project_files WHERE path LIKE '%.csv'`))
	if kept != "1 14 10 0 64 t; 2 24 22 0 12 2 64 t" {
		t.Errorf("the versions are %s", kept)
	}
	for name, c := range map[string]struct {
		who  uuid.UUID
		want string
	}{"serra": {s.serra, "2"}, "marina": {s.marina, "2"}, "vale": {s.Member("company", "Vale Verde"), "0"}, "anonymous": {uuid.Nil, "42501"}} {
		if got := s.Seen(c.who, `SELECT count(*)::text FROM public.project_io_lists`); got != c.want {
			t.Errorf("%s reads %s versions, want %s", name, got, c.want)
		}
	}
}

func TestListsThatAProjectMayNotHave(t *testing.T) {
	t.Parallel()
	s := setupLists(t)
	vale, reader := s.Member("company", "Vale Verde"), s.Colleague(s.serra, "reader", "Rui Prado")
	mine := s.upload(s.serra, list(1, 1))
	unread := func(context.Context, uuid.UUID) (io.ReadCloser, error) {
		t.Error("the store was read")
		return nil, io.ErrUnexpectedEOF
	}
	named := func(path, name, audience string) project.File {
		return project.File{Path: path, Name: name, Audience: audience}
	}
	for name, c := range map[string]struct {
		who  uuid.UUID
		file project.File
		want string
	}{
		"another company":     {vale, listed(mine), "project_not_found"},
		"who proposed":        {s.marina, listed(mine), "project_not_found"},
		"nobody":              {uuid.Nil, listed(mine), "project_not_found"},
		"who only reads":      {reader, listed(mine), "right_missing"},
		"another's file":      {s.serra, listed(s.upload(vale, list(1, 0))), "project_file_unknown"},
		"never stored":        {s.serra, listed(s.project.String() + "/nada.csv"), "project_file_unknown"},
		"for nobody in sight": {s.serra, named(mine, "Lista.csv", "everybody"), "file_audience_wrong"},
		"too long a name":     {s.serra, named(mine, strings.Repeat("é", 256), "proposers"), "project_file_name_wrong"},
	} {
		if _, code := s.attachFrom(unread, c.who, c.file); code != c.want {
			t.Errorf("%s: %q, want %q", name, code, c.want)
		}
	}
	for name, c := range map[string]struct {
		file project.File
		want string
	}{
		"no list":            {listed(s.upload(s.serra, "nada")), "io_list_unknown"},
		"no signal":          {listed(s.upload(s.serra, "TAG;TIPO\nYV-1;talvez\n")), "io_list_empty"},
		"a name of a letter": {named(mine, "Lista.docx", "proposers"), "file_name_other_kind"},
	} {
		if _, code := s.attachFrom(s.open, s.serra, c.file); code != c.want {
			t.Errorf("%s: %q, want %q", name, code, c.want)
		}
	}
	s.Exec(`UPDATE public.projects SET status = 'closed' WHERE id = $1`, s.project)
	if _, code := s.attachFrom(unread, s.serra, listed(mine)); code != "project_not_open" {
		t.Errorf("after closing: %q", code)
	}
	if got := s.Text(`SELECT concat_ws(' ', (SELECT count(*) FROM public.project_files), (SELECT count(*) FROM public.project_io_lists))`); got != "0 0" {
		t.Errorf("refused lists left %s", got)
	}
}

func TestListsAreBounded(t *testing.T) {
	t.Parallel()
	s := setupLists(t)
	files := []project.File{}
	for n := range 20 {
		files = append(files, open(store(s.Stage, s.serra, s.project, fmt.Sprint(n, ".pdf"), 1), "a.pdf"))
	}
	if code := setFiles(s.Stage, s.serra, s.project, files...); code != "" {
		t.Fatal(code)
	}
	if _, code := s.attach(s.upload(s.serra, list(1, 0))); code != "too_many_project_files" {
		t.Errorf("the 21st file: %q", code)
	}
	if code := setFiles(s.Stage, s.serra, s.project, files[1:]...); code != "" {
		t.Fatal(code)
	}
	for n := range 2 {
		if _, code := s.attach(s.upload(s.serra, list(n+1, 0))); code != "" {
			t.Errorf("list %d of 20 files: %q", n+1, code)
		}
	}
	s.Exec(`INSERT INTO public.project_io_lists (project_id, number, name, sha256, format, rows, by_kind, errors_count)
		SELECT project_id, 50, name, sha256, format, rows, by_kind, errors_count FROM public.project_io_lists WHERE number = 2`)
	if _, code := s.attach(s.upload(s.serra, list(9, 0))); code != "too_many_io_lists" {
		t.Errorf("the 51st list: %q", code)
	}
}

func TestTheSameListTwiceIsOne(t *testing.T) {
	t.Parallel()
	s := setupLists(t)
	path := s.upload(s.serra, list(2, 0))
	var running sync.WaitGroup
	answers := make([]string, 8)
	for n := range answers {
		running.Go(func() { _, answers[n] = s.attach(path) })
	}
	running.Wait()
	slices.Sort(answers)
	if answers[0] != "" || slices.ContainsFunc(answers[1:], func(code string) bool { return code != "io_list_same" }) {
		t.Errorf("eight at once are answered %q", answers)
	}
	if _, code := s.attach(s.upload(s.serra, list(2, 0))); code != "io_list_same" {
		t.Errorf("the content in another file: %q", code)
	}
	if got := s.Text(`SELECT concat_ws(' ', (SELECT count(*) FROM public.project_io_lists), (SELECT count(*) FROM public.project_files))`); got != "1 1" {
		t.Errorf("kept are %s", got)
	}
	if got := s.news(s.marina); got != "Lista de I/O anexada a Retrofit: 2 ED / Confira se a sua proposta considera esta lista." {
		t.Errorf("Marina reads %q", got)
	}
}

// TestOfTwoListsAtOnceOneIsAttached attaches another list while the earlier one is read to be
// compared. The second is told, instead of replacing what its sender has not seen.
func TestOfTwoListsAtOnceOneIsAttached(t *testing.T) {
	t.Parallel()
	s := setupLists(t)
	mine, others := s.upload(s.serra, list(2, 0)), s.upload(s.serra, list(3, 0))
	var once sync.Once
	meanwhile := func(ctx context.Context, version uuid.UUID) (io.ReadCloser, error) {
		once.Do(func() {
			// NOWAIT fails at once where another step of the project would wait.
			s.Exec(`SELECT FROM public.projects WHERE id = $1 FOR UPDATE NOWAIT`, s.project)
			if _, code := s.attach(others); code != "" {
				t.Errorf("the other list: %q", code)
			}
		})
		return s.open(ctx, version)
	}
	if _, code := s.attachFrom(meanwhile, s.serra, listed(mine)); code != "io_list_replaced" {
		t.Errorf("got %q", code)
	}
	if got := s.Text(`SELECT string_agg(rows::text, ' ') FROM public.project_io_lists`); got != "3" {
		t.Errorf("the lists have %s signals", got)
	}
}

func TestWhoHasProposedIsToldWhatChanged(t *testing.T) {
	t.Parallel()
	s := setupLists(t)
	colleague := s.Colleague(s.marina, "reader", "Nina Reis")
	gone := s.Member("professional", "Edson Duarte")
	s.Exec(`UPDATE public.proposals SET status = 'withdrawn' WHERE id = $1`, s.Proposal(s.project, gone))
	for _, content := range []string{list(10, 4), list(22, 2), "TAG;TIPO;DESCRIÇÃO\n" + strings.TrimPrefix(list(22, 2), "TAG;TIPO\n")} {
		if _, code := s.attach(s.upload(s.serra, content)); code != "" {
			t.Fatal(code)
		}
	}
	want := "Lista de I/O anexada a Retrofit: 10 ED, 4 EA / Confira se a sua proposta considera esta lista.; " +
		"A lista de I/O de Retrofit mudou: +12 ED, −2 EA / A versão 2 tem 22 ED, 2 EA. Confira se a sua proposta ainda vale.; " +
		"A lista de I/O de Retrofit mudou: mesmas quantidades, com outros dados / A versão 3 tem 22 ED, 2 EA. Confira se a sua proposta ainda vale."
	if got := s.news(s.marina); got != want {
		t.Errorf("Marina reads\n%s\nwant\n%s", got, want)
	}
	if link := s.Text(`SELECT string_agg(DISTINCT subject_kind || ' ' || (subject_id = $1), '; ') FROM public.notifications WHERE title LIKE '%ista de I/O%'`, s.project); link != "public_project true" {
		t.Errorf("the notices lead to %s", link)
	}
	for name, who := range map[string]uuid.UUID{"who has not proposed": s.rafael, "who withdrew": gone, "who attached it": s.serra, "who may not negotiate": colleague} {
		if got := s.news(who); got != "" {
			t.Errorf("%s reads %q", name, got)
		}
	}
}

func TestOnlyWhoReadsTheListIsToldOfIt(t *testing.T) {
	t.Parallel()
	s := setupLists(t)
	negotiating := s.Proposal(s.project, s.rafael)
	s.Exec(`INSERT INTO public.proposal_terms (proposal_id, number, author, state, value_cents, travel_cents, milestones, valid_until)
		VALUES ($1, 2, 'company', 'offered', 90000, 0, '[]', private.market_day() + 10)`, negotiating)
	restricted := listed(s.upload(s.serra, list(1, 0)))
	restricted.Audience = "dealers"
	if _, code := s.attachFrom(s.open, s.serra, restricted); code != "" {
		t.Fatal(code)
	}
	if marina, rafael := s.news(s.marina), s.news(s.rafael); marina != "" || rafael == "" {
		t.Errorf("Marina reads %q, Rafael %q", marina, rafael)
	}
	if marina, rafael := s.Seen(s.marina, `SELECT count(*)::text FROM public.project_io_lists`), s.Seen(s.rafael, `SELECT count(*)::text FROM public.project_io_lists`); marina != "0" || rafael != "1" {
		t.Errorf("Marina reads %s versions, Rafael %s", marina, rafael)
	}
}

// TestARemovedListLeavesItsHistoryToTheCompany also checks that the same content, attached again, is
// kept and not told twice.
func TestARemovedListLeavesItsHistoryToTheCompany(t *testing.T) {
	t.Parallel()
	s := setupLists(t)
	if _, code := s.attach(s.upload(s.serra, list(1, 0))); code != "" {
		t.Fatal(code)
	}
	if code := setFiles(s.Stage, s.serra, s.project); code != "" {
		t.Fatal(code)
	}
	count := func(who uuid.UUID) string {
		return s.Seen(who, `SELECT count(*) || ' ' || count(file_id) FROM public.project_io_lists`)
	}
	if serra, marina := count(s.serra), count(s.marina); serra != "1 0" || marina != "0 0" {
		t.Errorf("Serra reads %s, Marina %s", serra, marina)
	}
	again, code := s.attach(s.upload(s.serra, list(1, 0)))
	if code != "" || again.Number != 2 || again.Changes != nil {
		t.Errorf("%q: %+v", code, again)
	}
	if serra, marina := count(s.serra), count(s.marina); serra != "2 2" || marina != "2 2" {
		t.Errorf("attached again, Serra reads %s, Marina %s", serra, marina)
	}
	if told := s.Text(`SELECT count(*)::text FROM public.notifications WHERE profile_id = $1 AND title LIKE '%ista de I/O%'`, s.marina); told != "1" {
		t.Errorf("Marina was told %s times", told)
	}
	if _, code := s.attach(s.upload(s.serra, list(3, 0))); code != "" {
		t.Errorf("a third: %q", code)
	}
}

// TestAFileThatTheProjectHasBecomesItsList keeps the file where and what it is.
func TestAFileThatTheProjectHasBecomesItsList(t *testing.T) {
	t.Parallel()
	s := setupLists(t)
	path, layout := s.upload(s.serra, list(1, 0)), store(s.Stage, s.serra, s.project, "layout.pdf", 10)
	if code := setFiles(s.Stage, s.serra, s.project, project.File{Path: path, Name: "I-O.csv", Audience: "proposers"}, open(layout, "Layout.pdf")); code != "" {
		t.Fatal(code)
	}
	if _, code := s.attach(path); code != "" {
		t.Fatal(code)
	}
	if got := s.Text(`SELECT string_agg(name, ', ' ORDER BY position) FROM public.project_files`); got != "I-O.csv, Layout.pdf" {
		t.Errorf("the files are %s", got)
	}
	if got := s.Text(`SELECT name FROM public.project_io_lists`); got != "I-O.csv" {
		t.Errorf("the list is called %s", got)
	}
}
