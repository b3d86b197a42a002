package humantext_test

import (
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/uuid"

	"automacao/internal/kernel/humantext"
	"automacao/internal/market/markettest"
	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

// example is an example on which Go, SQL and the web agree.
type example struct {
	What, Text, Line, Paragraphs, Refusal string
	Initials                              *string
}

func examples(t *testing.T) (list []example) {
	t.Helper()
	content, err := os.ReadFile("../../../web/src/lib/human-text-examples.json")
	if err == nil {
		err = json.Unmarshal(content, &list)
	}
	if err != nil {
		t.Fatal(err)
	}
	return list
}

var refusals = map[string]error{"": nil, "hidden": humantext.ErrHidden, "invisible": humantext.ErrInvisible, "piled": humantext.ErrPiled}

func TestExamplesAreReadAsTheyOughtToBe(t *testing.T) {
	t.Parallel()
	for _, one := range examples(t) {
		line, err := humantext.ReadLine(one.Text)
		paragraphs, again := humantext.ReadParagraphs(one.Text)
		if want := refusals[one.Refusal]; !errors.Is(err, want) || !errors.Is(again, want) {
			t.Errorf("%s: %v and %v, want %q", one.What, err, again, one.Refusal)
		}
		if one.Refusal == "" && (line != one.Line || paragraphs != one.Paragraphs) {
			t.Errorf("%s: %+q and %+q, want %+q and %+q", one.What, line, paragraphs, one.Line, one.Paragraphs)
		}
		if one.Refusal == "" && (humantext.Line(line) != line || humantext.Paragraphs(paragraphs) != paragraphs) {
			t.Errorf("%s: normalising twice gives another text", one.What)
		}
		if one.Initials != nil && humantext.Initials(one.Text) != *one.Initials {
			t.Errorf("%s: initials %+q, want %+q", one.What, humantext.Initials(one.Text), *one.Initials)
		}
	}
}

func TestTheDatabaseReadsTheExamplesAlike(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	for _, one := range examples(t) {
		if _, err := s.Pool.Exec(t.Context(), `SELECT private.check_text($1)`, one.Text); markettest.Code(err) != codeOf(one.Refusal) {
			t.Errorf("%s: %v, want %q", one.What, err, one.Refusal)
		}
		if one.Refusal != "" {
			continue
		}
		if line, paragraphs := s.Text(`SELECT private.plain_line($1)`, one.Text), s.Text(`SELECT private.plain_paragraphs($1)`, one.Text); line != one.Line || paragraphs != one.Paragraphs {
			t.Errorf("%s: %+q and %+q, want %+q and %+q", one.What, line, paragraphs, one.Line, one.Paragraphs)
		}
	}
}

func codeOf(refusal string) string {
	return map[string]string{"hidden": "text_has_hidden_signs", "invisible": "text_invisible", "piled": "text_marks_piled"}[refusal]
}

// TestTheDatabaseHasTheSameSigns compares Go and SQL for the characters at which Go's answer
// changes, and for one in a hundred of all.
func TestTheDatabaseHasTheSameSigns(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	for condition, isSo := range map[string]func(sign string) bool{
		`private.has_hidden_signs(chr(n))`:                  humantext.HasHidden,
		`private.is_visible(chr(n))`:                        humantext.IsVisible,
		`private.has_piled_marks(repeat(chr(n), 7))`:        func(sign string) bool { return humantext.HasPiledMarks(strings.Repeat(sign, 7)) },
		`private.drop_undrawn('a' || chr(n) || 'b') = 'ab'`: func(sign string) bool { return humantext.Paragraphs("a"+sign+"b") == "ab" },
		`private.drop_undrawn('a' || chr(n) || chr(8205) || chr(n) || 'b') ~ chr(8205)`: func(sign string) bool {
			return strings.Contains(humantext.Paragraphs("a"+sign+"\u200d"+sign+"b"), "\u200d")
		},
	} {
		asked, ours := askedOf(isSo)
		var theirs []int32
		err := s.Pool.QueryRow(t.Context(), `SELECT coalesce(array_agg(DISTINCT n ORDER BY n), '{}') FROM unnest($1::integer[]) AS n WHERE `+condition, asked).Scan(&theirs)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(ours, theirs) {
			t.Errorf("%s: of %d characters, it is true for %d in Go and %d in the database", condition, len(asked), len(ours), len(theirs))
		}
	}
}

// askedOf returns the characters at which the answer changes and one in a hundred of all, and those
// of them for which the answer is yes.
func askedOf(isSo func(sign string) bool) (asked, yes []int32) {
	var answers []bool
	signs := make([]rune, 0, utf8.MaxRune)
	for sign := rune(1); sign <= utf8.MaxRune; sign++ {
		if utf8.ValidRune(sign) {
			signs, answers = append(signs, sign), append(answers, isSo(string(sign)))
		}
	}
	for i, sign := range signs {
		isEdge := i > 0 && answers[i] != answers[i-1] || i+1 < len(signs) && answers[i] != answers[i+1]
		if !isEdge && i%101 != 0 {
			continue
		}
		asked = append(asked, sign)
		if answers[i] {
			yes = append(yes, sign)
		}
	}
	return asked, yes
}

// TestNobodyIsCalledAsTheMarketplace tests names that imitate the marketplace, however they are
// disguised.
func TestNobodyIsCalledAsTheMarketplace(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	s.Exec(`UPDATE private.settings SET value = 'Serra Operadora Digital Ltda' WHERE name = 'operator_name'`)
	for name, want := range map[string]string{
		"Automação - Indústria": "true", "AUTOMACAO INDUSTRIA": "true", "Automa\u00e7\u00e3o Ind\u00fastria Ltda.": "true", "\u0410utom\u0430\u00e7\u00e3o Ind\u00fastria": "true",
		"Suporte": "true", "Sup0rte": "true", "S u p o r t e": "true", "Suporte Técnico": "true", "SUP\u041eRTE ao Cliente": "true", "Equipe Automação": "true",
		"Admin": "true", "\u0430dm\u0456n": "true", "Adm1n Marina": "true", "Administrador do Sistema": "true", "Serra Operadora Digital": "true", "Suporte Serra Operadora Digital": "true", "Atendimento": "true",
		"Marina Alves": "false", "Serra Azul Bebidas": "false", "Alfa Suporte Industrial": "false", "Vale Automação Industrial Ltda": "false", "Automação Souza": "false",
		"Equipe Engenharia": "false", "Central de Automação do Vale": "false", "\u6f22\u5b57": "false", "Serra Operadora": "false", "Administradora Lima": "false",
	} {
		if got := s.Text(`SELECT private.imitates_operator($1)::text`, name); got != want {
			t.Errorf("%+q imitates the operator: %s", name, got)
		}
	}
	marina, admin := s.Member("professional", "Marina Alves"), s.Member("admin", "Administrador")
	for id, want := range map[uuid.UUID]string{marina: "name_imitates_operator", admin: ""} {
		if _, err := s.Pool.Exec(t.Context(), `UPDATE public.profiles SET name = 'Suporte' WHERE id = $1`, id); markettest.Code(err) != want {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
