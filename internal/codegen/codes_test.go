package codegen

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

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
