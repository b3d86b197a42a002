package codegen

import (
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"automacao/internal/kernel/money"
	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

const goHead = "package shop\n\nimport why \"automacao/internal/kernel/fault\"\n\n"

func TestGoRefusals(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, source, want string }{
		{"ACodeIsRead", `var gone = why.New(404, "gone", "Não existe mais.")`, "gone: Não existe mais."},
		{"ACodeInsideAFunction", `func f() error { return why.New(404, "gone", "Não existe mais.").Because(nil) }`, "gone: Não existe mais."},
		{"ConstantsAreFollowed", "const code = \"gone\"\nvar gone = why.New(404, code, \"Não existe \"+(\"mais.\"))", "gone: Não existe mais."},
		{"ALiteralIsRead", `var gone = &why.Error{Code: "gone", Message: "Não existe mais."}`, "gone: Não existe mais."},
		{"AComputedSentenceIsEmpty", `func f(n string) error { return why.New(404, "gone", n) }`, "gone: "},
		{"AComputedCodeFails", `func f(n string) error { return why.New(404, "gone_"+n, "Não existe mais.") }`, "shop.go:5"},
		{"ALiteralWithoutACodeFails", `var gone = why.Error{Message: "Não existe mais."}`, "shop.go:5"},
		{"AnotherNameForItFails", `var refuse = why.New`, "shop.go:5"},
		{"AnUnknownStatusFails", `var gone = why.New(http.StatusTeapot, "gone", "Não existe mais.")`, "add http.StatusTeapot"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			root := t.TempDir()
			if err := os.WriteFile(filepath.Join(root, "shop.go"), []byte(goHead+c.source), 0o600); err != nil {
				t.Fatal(err)
			}
			found, err := goRefusals(root, ".")
			var got []string
			for _, r := range found {
				got = append(got, r.code+": "+r.sentence)
			}
			if err != nil {
				got = append(got, err.Error())
			}
			if text := strings.Join(got, ", "); !strings.Contains(text, c.want) || len(got) != 1 {
				t.Errorf("got %q, want %q", text, c.want)
			}
		})
	}
}

func TestSQLRefusals(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)
	found, err := sqlRefusals(t.Context(), db.Pool)
	if err != nil {
		t.Fatal(err)
	}
	if statuses := statusesOf(found)["own_project"]; !slices.Equal(statuses, []int{409}) {
		t.Errorf("own_project is answered with the statuses %v", statuses)
	}
	own := slices.IndexFunc(found, func(r refusal) bool { return r.code == "own_project" })
	if own < 0 || found[own].sentence != "Você não pode enviar uma proposta para o próprio projeto." {
		t.Errorf("own_project is missing among %+v", found)
	}
	_, err = db.Owner.Exec(t.Context(), `CREATE FUNCTION private.vague(code text) RETURNS void LANGUAGE sql AS $$ SELECT private.refuse(409, code, 'Não.') $$`)
	if err != nil {
		t.Fatal(err)
	}
	if found, err := sqlRefusals(t.Context(), db.Pool); err == nil || !strings.Contains(err.Error(), "private.vague") {
		t.Errorf("a computed code gives %+v, %v", found, err)
	}
}

func TestSettle(t *testing.T) {
	t.Parallel()
	gone := refusal{code: "gone", sentence: "Não existe mais.", place: "a.go:1"}
	again := refusal{code: "gone", sentence: "Foi embora.", place: "b.go:2"}
	english := refusal{code: "bad_jwt", sentence: "invalid JWT", place: "auth.go:3"}
	table := map[string]string{"bad_jwt": "Sua sessão terminou."}
	for _, c := range []struct {
		name                 string
		product, ofProtocols []refusal
		table                map[string]string
		want                 string
	}{
		{"EveryCodeHasItsSentence", []refusal{gone, gone}, []refusal{english}, table, ""},
		{"AProtocolMayUseTheProductsCode", []refusal{gone}, []refusal{{code: "gone"}}, nil, ""},
		{"TwoSentencesFail", []refusal{gone, again}, nil, nil, "gone has two sentences"},
		{"NoSentenceFails", []refusal{{code: "gone", place: "a.go:1"}}, nil, nil, "a.go:1: the sentence of gone"},
		{"AProtocolsCodeWithoutASentenceFails", nil, []refusal{english}, nil, "auth.go:3: bad_jwt has no sentence"},
		{"AnUnusedSentenceFails", nil, nil, table, "bad_jwt is in the table"},
		{"ASecondSentenceInTheTableFails", []refusal{gone}, []refusal{{code: "gone"}}, map[string]string{"gone": "Foi."}, "gone is in the table"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := settle(c.product, c.ofProtocols, c.table)
			switch {
			case c.want == "" && (err != nil || got["gone"] != gone.sentence):
				t.Errorf("got %q, %v", slices.Collect(maps.Values(got)), err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

func TestSplitArguments(t *testing.T) {
	t.Parallel()
	for list, want := range map[string][]string{
		"":                              nil,
		"party uuid DEFAULT auth.uid()": {"party uuid DEFAULT auth.uid()"},
		"a numeric(12,2), b text DEFAULT 'x, y'::text, c int": {"a numeric(12,2)", "b text DEFAULT 'x, y'::text", "c int"},
	} {
		if got := splitArguments(list); !slices.Equal(got, want) {
			t.Errorf("%q splits into %q, want %q", list, got, want)
		}
	}
}

func TestArgumentsAreDescribedAsJSON(t *testing.T) {
	t.Parallel()
	type reference struct {
		ID uuid.UUID `json:"id"`
	}
	type call struct {
		reference
		Price  money.Money `json:"price_cents"`
		Until  *time.Time  `json:"until"`
		Files  []reference `json:"files,omitempty"`
		Hidden string      `json:"-"`
	}
	want := [][2]string{{"id", "uuid"}, {"price_cents", "centavos"}, {"until", "timestamp or null"}, {"files", "list of {`id` uuid}"}}
	if got := jsonFields(reflect.TypeFor[call]()); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestRoutes(t *testing.T) {
	t.Parallel()
	write := func(t *testing.T, text string) Sources {
		t.Helper()
		root := t.TempDir()
		path := filepath.Join(root, filepath.FromSlash(routesSource))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return Sources{Root: root}
	}

	t.Run("PagesAndNoticesAreWrittenInTheirOrder", func(t *testing.T) {
		t.Parallel()
		s := write(t, `{"members": {"zone": {"path": "/z"}, "admin": {"path": "/z/admin"}}, "data": {"thing": {"path": "/t/:thingId"}}, "notices": {"report": "admin?aba=x", "thing": "thing"}}`)
		inGo, err := s.goRoutes(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		inWeb, err := s.webRoutes(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for text, wanted := range map[string][]string{
			string(inGo):  {"Zone  = \"/z\"\n\tAdmin = \"/z/admin\"", "var members = []string{\n\tZone,\n\tAdmin,\n}", `"report": "/z/admin?aba=x"`},
			string(inWeb): {"  zone: '/z',\n  admin: '/z/admin',\n  thing: '/t/:thingId',\n", "  report: '/z/admin?aba=x',\n  thing: '/t/:thingId',\n"},
		} {
			for _, part := range wanted {
				if !strings.Contains(text, part) {
					t.Errorf("%q is missing in\n%s", part, text)
				}
			}
		}
	})

	t.Run("PagesStandUnderTheirGuards", func(t *testing.T) {
		t.Parallel()
		s := write(t, `{"public": {"home": {"path": "/", "page": "home", "title": ""}},
			"members": {"zone": {"path": "/z"}, "desk": {"path": "/z/d", "page": "the-desk", "roles": ["admin"]}, "talk": {"path": "/z/t", "page": "talk"},
			"pay": {"path": "/z/p", "page": "pay", "roles": ["admin"], "right": "pay"}}}`)
		text, err := s.webPages(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		const wanted = "= [\n  members(\n    page(ROUTES.talk, () => import('@/pages/talk'), 'TalkPage'),\n  ),\n" +
			"  only(\n    ['admin'],\n    page(ROUTES.desk, () => import('@/pages/the-desk'), 'TheDeskPage'),\n" +
			"    who(\n      'pay',\n      page(ROUTES.pay, () => import('@/pages/pay'), 'PayPage'),\n    ),\n  ),\n]\n"
		if !strings.HasSuffix(string(text), wanted) || !strings.Contains(string(text), "= [\n  page(ROUTES.home, () => import('@/pages/home'), 'HomePage'),\n]") {
			t.Errorf("got\n%s", text)
		}
	})

	t.Run("AnUnknownWordFails", func(t *testing.T) {
		t.Parallel()
		s := write(t, `{"members": {"zone": {"path": "/z", "role": "admin"}}}`)
		if _, err := s.webPages(t.Context()); err == nil || !strings.Contains(err.Error(), `"role"`) {
			t.Errorf("got %v", err)
		}
	})

	t.Run("ANoticeThatLeadsNowhereFails", func(t *testing.T) {
		t.Parallel()
		s := write(t, `{"members": {"zone": {"path": "/z"}}, "notices": {"report": "admin"}}`)
		if _, err := s.webRoutes(t.Context()); err == nil || !strings.Contains(err.Error(), `"admin"`) {
			t.Errorf("got %v", err)
		}
	})
}
