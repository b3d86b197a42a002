package scope_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/deal/scope"
	"automacao/internal/market/markettest"
	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

// retrofit answers the model of a controller's retrofit.
const retrofit = `{"model": "retrofit-clp", "answers": {
	"plc_now": "Siemens S7-300, CPU 315-2DP", "plc_wanted": "S7-1515-2 PN, TIA Portal V19", "source": "commented",
	"io": {"ED": 128, "SD": 96, "EA": 16, "SA": 8}, "remotes": 2, "drives": 6, "screens": 1, "networks": ["profibus_dp", "profinet"],
	"tags": 1200, "supply": {"hardware": "company", "software": "company", "travel": "professional", "access": "none"}, "factory_test": true}}`

func publish(s *markettest.Stage, company uuid.UUID, answers string) uuid.UUID {
	id := s.Project(company, "Migração da linha de envase")
	s.Exec(`UPDATE public.projects SET scope = $2 WHERE id = $1`, id, answers)
	return id
}

func TestAScopeReadsAsAnEngineerWouldWriteIt(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	serra, marina := s.Member("company", "Serra Azul"), s.Member("professional", "Marina Alves")
	id := publish(s, serra, retrofit)
	written, err := markettest.Call(s, marina, scope.Write, scope.Version{ProjectID: id})
	if err != nil {
		t.Fatal(err)
	}
	for _, sentence := range []string{
		"Escopo: Retrofit de CLP (rev. A)\n\nSubstituição do controlador",
		"\n\nPlataforma\n- CLP atual: Siemens S7-300, CPU 315-2DP.\n- CLP desejado: S7-1515-2 PN, TIA Portal V19.\n- O programa-fonte está disponível e comentado.\n\n",
		"- 128 entradas digitais, 96 saídas digitais, 16 entradas analógicas e 8 saídas analógicas.\n- 2 remotas de I/O.\n",
		"- 1 tela de IHM.\n- 1.200 tags.\n- Redes de comunicação: PROFIBUS DP e PROFINET.",
		"- A contratante fornece equipamentos de automação e licenças de software; o contratado fornece viagens; não fazem parte: andaimes.",
		"- TAF com a presença da contratante, antes do envio a campo.",
		"Marcos sugeridos\n- Levantamento: 20%",
	} {
		if !strings.Contains(written.Text, sentence) {
			t.Errorf("the scope does not say %q:\n%s", sentence, written.Text)
		}
	}
	if strings.Contains(written.Text, "Segurança de máquinas") {
		t.Error("a section without an answer is written")
	}
	if stored := s.Text(`SELECT scope_clarity::text FROM public.projects WHERE id = $1`, id); fmt.Sprint(written.Clarity) != stored || written.Clarity < 50 || written.Clarity > 80 {
		t.Errorf("the clarity is %d, stored as %s", written.Clarity, stored)
	}
	var missing []string
	for _, one := range written.Missing {
		missing = append(missing, one.Field)
		if one.Why == "" || one.Title == "" {
			t.Errorf("%+v says no reason", one)
		}
	}
	if got := strings.Join(missing, " "); got != "downtime wiring existing_documents" {
		t.Errorf("missing are %s", got)
	}
}

func TestADraftIsWrittenAsItWillBePublished(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	serra := s.Member("company", "Serra Azul")
	var draft scope.Draft
	if err := json.Unmarshal([]byte(`{"scope": `+retrofit+`}`), &draft); err != nil {
		t.Fatal(err)
	}
	previewed, err := markettest.Call(s, serra, scope.Preview, draft)
	if err != nil {
		t.Fatal(err)
	}
	written, err := markettest.Call(s, serra, scope.Write, scope.Version{ProjectID: publish(s, serra, retrofit)})
	if err != nil {
		t.Fatal(err)
	}
	if previewed.Text != written.Text || previewed.Clarity != written.Clarity {
		t.Errorf("the draft reads\n%s\nand the project\n%s", previewed.Text, written.Text)
	}
	for model, want := range map[string]string{"": "scope_model_unknown", "nenhum": "scope_model_unknown"} {
		_, err := markettest.Call(s, serra, scope.Preview, scope.Draft{Scope: scope.Scope{Model: model}})
		if code := markettest.Code(err); code != want {
			t.Errorf("model %q: %s, want %s", model, code, want)
		}
	}
}

func TestAnswersThatAModelRefuses(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	serra := s.Member("company", "Serra Azul")
	for answers, want := range map[string]string{
		`{"unknown": 1}`:                                  "scope_field_unknown",
		`{"io": {"XX": 1}}`:                               "scope_field_unknown",
		`{"io": {"ED": -1}}`:                              "scope_answer_wrong",
		`{"io": {"ED": 1.5}}`:                             "scope_answer_wrong",
		`{"io": {"ED": 1e9}}`:                             "scope_answer_wrong",
		`{"io": 5}`:                                       "scope_answer_wrong",
		`{"source": "maybe"}`:                             "scope_answer_wrong",
		`{"networks": ["profinet", 1]}`:                   "scope_answer_wrong",
		`{"networks": "profinet"}`:                        "scope_answer_wrong",
		`{"factory_test": "yes"}`:                         "scope_answer_wrong",
		`{"plc_now": "a\u202eb"}`:                         "text_has_hidden_signs",
		`{"plc_now": {"deep": {"er":1}}}`:                 "scope_answer_wrong",
		`{"plc_now": "` + strings.Repeat("x", 201) + `"}`: "scope_answer_wrong",
	} {
		var draft scope.Draft
		if err := json.Unmarshal([]byte(`{"scope": {"model": "retrofit-clp", "answers": `+answers+`}}`), &draft); err != nil {
			t.Fatal(err)
		}
		_, err := markettest.Call(s, serra, scope.Preview, draft)
		if code := markettest.Code(err); code != want {
			t.Errorf("%.60s: %q, want %s", answers, code, want)
		}
	}
}

func TestEmptyAnswersCountNothing(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	id := publish(s, s.Member("company", "Serra Azul"), `{"model": "retrofit-clp", "answers": {"plc_now": "  ", "networks": [], "supply": {}, "wiring": null}}`)
	if got := s.Text(`SELECT (scope -> 'answers')::text || ' ' || scope_clarity FROM public.projects WHERE id = $1`, id); got != "{} 0" {
		t.Errorf("stored is %s", got)
	}
}

func TestEveryModelIsWhole(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	if got := s.Text(`SELECT count(*)::text FROM public.project_models WHERE is_current`); got != "10" {
		t.Errorf("there are %s models", got)
	}
	for slug := range strings.SplitSeq(s.Text(`SELECT string_agg(slug, ' ') FROM public.project_models`), " ") {
		add(t, s, slug, "", "")
	}
}

// add adds a version in which a path of the fields and texts has another value, and expects to be
// refused with the field, or taken.
func add(t *testing.T, s *markettest.Stage, slug, path, value string, refused ...string) {
	t.Helper()
	row := s.Text(`SELECT jsonb_build_object('slug', slug, 'name', name, 'version', version, 'fields', fields, 'texts', texts)::text FROM public.project_models WHERE slug = $1`, slug)
	if path != "" {
		row = s.Text(`SELECT jsonb_set($1::jsonb, $2::text[], $3::jsonb)::text`, row, path, value)
	}
	err := pgx.BeginFunc(t.Context(), s.Pool, func(tx pgx.Tx) error {
		return scope.AddVersions(t.Context(), tx, []json.RawMessage{json.RawMessage(row)})
	})
	if len(refused) == 0 && err != nil {
		t.Errorf("%s with %s at %s: %v", slug, value, path, err)
	}
	if len(refused) > 0 && (err == nil || !strings.Contains(err.Error(), refused[0])) {
		t.Errorf("%s with %s at %s: %v, want %s", slug, value, path, err, refused[0])
	}
}

func TestAVersionThatCannotBeWrittenIsRefused(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	for path, value := range map[string]string{
		"{texts,words,screens}":              `"telas"`,
		"{texts,words,wiring}":               `{"yes": "Sim"}`,
		"{texts,words,networks,options}":     `{"profinet": "PROFINET"}`,
		"{texts,words,source}":               `"Fonte: {}."`,
		"{texts,words,plc_now}":              `"CLP."`,
		"{texts,words,io,order}":             `["ED"]`,
		"{texts,words,supply,items}":         `{}`,
		"{fields,properties,io,properties}":  `{"ED": {"type": "string"}}`,
		"{fields,properties,networks,items}": `{"enum": []}`,
	} {
		add(t, s, "retrofit-clp", path, value, "project_model_unwritable")
	}
	add(t, s, "retrofit-clp", "{texts,words}", `[]`, "project_model_unwritable")
}

func TestProposersAreToldWhatChangedInTheScope(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	serra, marina := s.Member("company", "Serra Azul"), s.Member("professional", "Marina Alves")
	id := publish(s, serra, retrofit)
	s.Proposal(id, marina)
	s.Exec(`UPDATE public.projects SET scope = jsonb_set(jsonb_set(jsonb_set(scope, '{answers,io,ED}', '140'), '{answers,io,EA}', '14'), '{answers,screens}', '12') WHERE id = $1`, id)
	told := s.Text(`SELECT revision || ' ' || array_to_string(changed, ',') FROM public.projects p JOIN public.project_revisions r ON r.project_id = p.id AND r.number = p.revision WHERE p.id = $1`, id)
	if told != "2 scope" {
		t.Errorf("the revision is %s", told)
	}
	for who, want := range map[uuid.UUID]string{serra: "", marina: "", s.Member("professional", "Rafael Nunes"): "project_not_found"} {
		before, err := markettest.Call(s, who, scope.Write, scope.Version{ProjectID: id, Revision: 1})
		if code := markettest.Code(err); code != want || want == "" && !strings.Contains(before.Text, "(rev. A)") {
			t.Errorf("the first revision: %q, want %q; %.60s", code, want, before.Text)
		}
	}
}

func TestAPrintedScopeStaysTheSame(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	serra, marina := s.Member("company", "Serra Azul"), s.Member("professional", "Marina Alves")
	id := publish(s, serra, retrofit)
	var printed [2]string
	for at := range printed {
		file, err := markettest.Call(s, marina, scope.Print, scope.Reference{ProjectID: id})
		if err != nil {
			t.Fatal(err)
		}
		content, err := json.Marshal(file)
		if err != nil {
			t.Fatal(err)
		}
		printed[at] = string(content)
	}
	if printed[0] != printed[1] || len(printed[0]) < 2000 {
		t.Errorf("two prints have %d and %d bytes", len(printed[0]), len(printed[1]))
	}
	_, err := markettest.Call(s, marina, scope.Print, scope.Reference{ProjectID: s.Project(serra, "Sem escopo")})
	if code := markettest.Code(err); code != "scope_not_found" {
		t.Errorf("a project without a scope: %q", code)
	}
	_, err = markettest.Call(s, marina, scope.Write, scope.Version{ProjectID: uuid.New()})
	if code := markettest.Code(err); code != "project_not_found" {
		t.Errorf("no project: %q", code)
	}
}

func TestRevisionsAreLettered(t *testing.T) {
	t.Parallel()
	for number, want := range map[int]string{1: "A", 2: "B", 26: "Z", 27: "AA", 52: "AZ", 53: "BA"} {
		if got := scope.Letter(number); got != want {
			t.Errorf("revision %d is %s, want %s", number, got, want)
		}
	}
}
