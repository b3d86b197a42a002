package project_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"automacao/internal/market/deal/project"
	"automacao/internal/market/deal/proposal"
	"automacao/internal/market/markettest"
)

// store puts a file into the folder of a project, as the file store does.
func store(s *markettest.Stage, who, projectID uuid.UUID, name string, bytes int) string {
	path := projectID.String() + "/" + uuid.NewString() + "-" + name
	s.Exec(`INSERT INTO storage.objects (bucket_id, name, owner, version, size_bytes, metadata) VALUES ('projects', $1, $2, gen_random_uuid(), $3, '{"mimetype": "application/pdf"}')`,
		path, who, bytes)
	return path
}

func setFiles(s *markettest.Stage, who, projectID uuid.UUID, files ...project.File) string {
	_, err := markettest.Call(s, who, project.SetFiles, project.Files{ProjectID: projectID, Files: files})
	return markettest.Code(err)
}

func open(path, name string) project.File {
	return project.File{Path: path, Name: name, Audience: "proposers"}
}

func TestTheListIsWhatAProjectHas(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	serra := s.Member("company", "Serra Azul")
	id := s.Project(serra, "Retrofit")
	listed := func() string {
		return s.Text(`SELECT concat((SELECT files_count FROM public.projects WHERE id = $1), ': ', string_agg(concat_ws(' ', name, audience, media_type, bytes), '; ' ORDER BY position))
			FROM public.project_files WHERE project_id = $1`, id)
	}
	layout, list := store(s, serra, id, "layout.pdf", 100), store(s, serra, id, "lista.pdf", 20)
	if code := setFiles(s, serra, id, open(layout, "Layout.pdf"), project.File{Path: list, Name: "Lista de I/O.pdf", Audience: "dealers"}); code != "" {
		t.Fatal(code)
	}
	if got := listed(); got != "2: Layout.pdf proposers application/pdf 100; Lista de I/O.pdf dealers application/pdf 20" {
		t.Errorf("it has %s", got)
	}
	if got := s.Text(`SELECT count(*) FROM storage.objects WHERE bucket_id = 'projects' AND owner IS NOT NULL`); got != "0" {
		t.Errorf("%s files tell who stored them", got)
	}
	if code := setFiles(s, serra, id, open(list, "Outro nome.pdf")); code != "" {
		t.Fatal(code)
	}
	if got := listed(); got != "1: Lista de I/O.pdf proposers application/pdf 20" {
		t.Errorf("one of two files stays: %s", got)
	}
	if _, err := markettest.Call(s, serra, project.Delete, project.Reference{ProjectID: id}); err != nil {
		t.Fatal(err)
	}
	if got := s.Text(`SELECT concat_ws(' ', (SELECT count(*) FROM public.project_files), (SELECT count(*) FROM storage.objects))`); got != "0 0" {
		t.Errorf("a deleted project leaves %s", got)
	}
}

func TestFilesThatAProjectMayNotHave(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	serra, vale, marina := s.Member("company", "Serra Azul"), s.Member("company", "Vale Verde"), s.Member("professional", "Marina Alves")
	reader := s.Colleague(serra, "reader", "Rui Prado")
	id, other, closed := s.Project(serra, "Retrofit"), s.Project(serra, "Outro"), s.Project(serra, "Fechado")
	s.Exec(`UPDATE public.projects SET status = 'closed' WHERE id = $1`, closed)
	mine := store(s, serra, id, "a.pdf", 1)
	many := make([]project.File, 21)
	for i := range many {
		many[i] = open(fmt.Sprint(i), "a.pdf")
	}
	big := []project.File{}
	for range 6 {
		big = append(big, open(store(s, serra, id, "b.pdf", 9_000_000), "b.pdf"))
	}
	for name, c := range map[string]struct {
		who   uuid.UUID
		about uuid.UUID
		files []project.File
		want  string
	}{
		"another company":     {vale, id, nil, "project_not_found"},
		"a professional":      {marina, id, nil, "project_not_found"},
		"who only reads":      {reader, id, nil, "right_missing"},
		"another's file":      {serra, id, []project.File{open(store(s, vale, id, "a.pdf", 1), "a.pdf")}, "project_file_unknown"},
		"of another project":  {serra, other, []project.File{open(mine, "a.pdf")}, "project_file_unknown"},
		"never stored":        {serra, id, []project.File{open("nada.pdf", "a.pdf")}, "project_file_unknown"},
		"too many":            {serra, id, many, "too_many_project_files"},
		"too big":             {serra, id, big, "project_files_too_big"},
		"for nobody in sight": {serra, id, []project.File{{Path: mine, Name: "a.pdf", Audience: "everybody"}}, "file_audience_wrong"},
		"too long a name":     {serra, id, []project.File{open(mine, strings.Repeat("é", 256))}, "project_file_name_wrong"},
		"of a closed project": {serra, closed, nil, "project_not_open"},
	} {
		if code := setFiles(s, c.who, c.about, c.files...); code != c.want {
			t.Errorf("%s: %q, want %q", name, code, c.want)
		}
	}
	if got := s.Text(`SELECT count(*) FROM public.project_files`); got != "0" {
		t.Errorf("%s files were added", got)
	}
}

func TestWhoReadsAFile(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	serra, marina, rafael := s.Member("company", "Serra Azul"), s.Member("professional", "Marina Alves"), s.Member("professional", "Rafael Nunes")
	vale := s.Member("company", "Vale Verde")
	id := s.Project(serra, "Retrofit")
	sent := s.Proposal(id, marina)
	if code := setFiles(s, serra, id, open(store(s, serra, id, "layout.pdf", 1), "layout"), project.File{Path: store(s, serra, id, "planta.pdf", 1), Name: "planta", Audience: "dealers"}); code != "" {
		t.Fatal(code)
	}
	reads := func(who uuid.UUID) string {
		rows := s.Seen(who, `SELECT coalesce(string_agg(name, ' ' ORDER BY name), '-') FROM public.project_files`)
		bytes := s.Seen(who, `SELECT count(*)::text FROM storage.objects WHERE bucket_id = 'projects'`)
		return rows + " " + bytes
	}
	expect := func(when string, want map[string]uuid.UUID) {
		t.Helper()
		for pair, who := range want {
			_, want, _ := strings.Cut(pair, ": ")
			if got := reads(who); got != want {
				t.Errorf("%s: reads %q, want %s", when, got, pair)
			}
		}
	}
	expect("published", map[string]uuid.UUID{"serra: layout planta 2": serra, "marina: layout 1": marina, "rafael: layout 1": rafael, "vale: - 0": vale})
	s.Exec(`INSERT INTO public.proposal_terms (proposal_id, number, author, state, value_cents, travel_cents, milestones, valid_until)
		VALUES ($1, 2, 'company', 'offered', 90000, 0, '[]', private.market_day() + 10)`, sent)
	expect("negotiated", map[string]uuid.UUID{"marina: layout planta 2": marina, "rafael: layout 1": rafael})
	s.Exec(`UPDATE public.proposal_terms SET state = 'withdrawn', answered_at = now() WHERE author = 'company'`)
	expect("the offer taken back", map[string]uuid.UUID{"marina: layout 1": marina})
	if _, err := markettest.Call(s, serra, proposal.Accept, proposal.Acceptance{ProposalID: sent}); err != nil {
		t.Fatal(err)
	}
	expect("hired", map[string]uuid.UUID{"marina: layout planta 2": marina, "rafael: - 0": rafael})
}

func TestTwoListsAtOnceLeaveOne(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	serra := s.Member("company", "Serra Azul")
	id := s.Project(serra, "Retrofit")
	var running sync.WaitGroup
	for range 10 {
		files := []project.File{}
		for range 3 {
			files = append(files, open(store(s, serra, id, "a.pdf", 1), "a.pdf"))
		}
		running.Go(func() {
			if code := setFiles(s, serra, id, files...); code != "" {
				t.Error(code)
			}
		})
	}
	running.Wait()
	if got := s.Text(`SELECT concat_ws(' ', (SELECT count(*) FROM public.project_files), (SELECT files_count FROM public.projects WHERE id = $1))`, id); got != "3 3" {
		t.Errorf("there are %s", got)
	}
}

func TestWhatNoProjectHasGoesAfterADay(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	serra := s.Member("company", "Serra Azul")
	id := s.Project(serra, "Retrofit")
	kept := store(s, serra, id, "a.pdf", 1)
	store(s, serra, uuid.New(), "b.pdf", 1)
	if code := setFiles(s, serra, id, open(kept, "a.pdf")); code != "" {
		t.Fatal(code)
	}
	store(s, serra, uuid.New(), "c.pdf", 1)
	s.Exec(`UPDATE storage.objects SET updated_at = now() - interval '2 days' WHERE name NOT LIKE '%-c.pdf'`)
	s.Exec(`SELECT private.forget_unsent_files('1 day')`)
	if got := s.Text(`SELECT string_agg(right(name, 5), ' ' ORDER BY right(name, 5)) FROM storage.objects`); got != "a.pdf c.pdf" {
		t.Errorf("kept are %s", got)
	}
}

func TestANameSaysWhatItsFileIs(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	serra := s.Member("company", "Serra Azul")
	id := s.Project(serra, "Retrofit")
	path := store(s, serra, id, "layout.pdf", 1)
	for name, want := range map[string]string{"Layout.pdf.scr": "file_name_other_kind", "Layout.dwg": "file_name_other_kind"} {
		if code := setFiles(s, serra, id, open(path, name)); code != want {
			t.Errorf("%s: %q", name, code)
		}
	}
	if code := setFiles(s, serra, id, open(path, "Layout.pdf")); code != "" {
		t.Errorf("its own: %q", code)
	}
}
