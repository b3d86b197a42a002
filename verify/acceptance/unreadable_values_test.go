package acceptance

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/uuid"
)

// TestUnreadableValuesAreRefusedWithASentence checks that a value that is no amount, and words that are no
// search, are refused with a sentence that tells the caller what to change.
func TestUnreadableValuesAreRefusedWithASentence(t *testing.T) {
	t.Parallel()
	c := newCast(setup(t))
	project := c.Project(c.serra(), "Retrofit")
	propose := func(field string, value any) request {
		body := map[string]any{"id": uuid.New(), "project_id": project, "professional_id": c.marina(), "value": 1000, "cover_letter": "Já fiz três parecidos."}
		body[field] = value
		return request{Method: "POST", Path: "/rest/v1/proposals", Token: c.tokens["marina owner"], Body: body}
	}
	type refused struct {
		ask  request
		code string
	}
	cases := map[string]refused{}
	for _, value := range []any{"NaN", "Infinity", "-Infinity", 0, -1, json.Number("1e12"), "0.001"} {
		text, _ := json.Marshal(value)
		cases["value "+string(text)] = refused{propose("value", value), "proposal_value_invalid"}
	}
	for _, value := range []any{"NaN", "Infinity", -1, "0.001"} {
		text, _ := json.Marshal(value)
		cases["travel "+string(text)] = refused{propose("travel", value), "proposal_travel_invalid"}
	}
	for _, words := range []string{"a' | :*", "'", "(", "a b", "&", ":*", "a <x> b"} {
		cases["facet "+words[:min(len(words), 20)]] = refused{request{Method: "POST", Path: "/rest/v1/rpc/count_skills", Body: map[string]any{"kind": "projects", "words": words}}, "search_unreadable"}
		cases["filter "+words[:min(len(words), 20)]] = refused{request{Method: "GET", Path: "/rest/v1/projects?select=id&search=fts(automacao)." + url.QueryEscape(words)}, ""}
	}
	for label, one := range cases {
		var told struct{ Code, Message string }
		got := c.Ask(one.ask)
		if err := json.Unmarshal([]byte(got.Body), &told); err != nil || got.Status != http.StatusBadRequest || one.code != "" && told.Code != one.code {
			t.Errorf("%s is answered %d %s", label, got.Status, got.Body)
		}
		if strings.Contains(told.Message, "nternal") || strings.Contains(told.Message, "syntax") {
			t.Errorf("%s is told: %s", label, told.Message)
		}
	}
	if got := c.Ask(propose("value", json.Number("1000.50"))); got.Status != http.StatusCreated {
		t.Errorf("a proposal is answered %d %s", got.Status, got.Body)
	}
}
