package acceptance

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"reflect"
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

// unstored are the texts of calls that are not stored.
var unstored = map[string]string{
	"search_messages words": "looked for", "search_conversation words": "looked for", "count_skills words": "looked for", "suggest_cities words": "looked for",
	"view_invitation token": "a secret", "accept_invitation token": "a secret",
	"answer_amendment reason": "of a refusal alone", "answer_counter note": "of a refusal alone", "answer_invoice reason": "of a refusal alone",
	"answer_withholdings reason": "of a refusal alone", "close_project reason": "told to proposers, of whom there are none here",
	"complete_registration document": "complete already", "complete_registration name": "complete already", "complete_registration role": "complete already",
	"complete_registration invitation": "complete already", "lift_bar value": "compared", "resume_turn kind": "compared",
	"add_push_device user_agent": "a browser's, and cleaned",
}

// TestNoCallTakesAHiddenSign checks that every call refuses an invisible character in any text that
// is stored.
func TestNoCallTakesAHiddenSign(t *testing.T) {
	t.Parallel()
	c := newCast(setup(t))
	rows := map[string]row{}
	for _, row := range everyCall() {
		rows[row.call] = row
	}
	tried := 0
	for _, function := range c.App.Functions() {
		fields := textsIn(function.In)
		if _, isKnown := rows[function.Name]; !isKnown || len(fields) == 0 {
			continue
		}
		viewer := rows[function.Name].whoMay()
		in := rows[function.Name].in(c)
		for _, field := range fields {
			if unstored[function.Name+" "+field] != "" {
				continue
			}
			changed := maps.Clone(in)
			changed[field] = "Texto \u202egnp"
			tried++
			if got := c.calls(viewer, function.Name, changed); got.Status < http.StatusBadRequest || got.Status >= http.StatusInternalServerError {
				t.Errorf("%s of %s by %s is answered %d %s", field, function.Name, viewer, got.Status, got.Body)
			}
		}
	}
	if tried < 40 {
		t.Errorf("only %d texts were tried", tried)
	}
}

// whoMay returns a viewer who may make a call.
func (r row) whoMay() string {
	switch {
	case r.buyers[0] == done:
		return "serra owner"
	case r.sellers[0] == done:
		return "marina owner"
	}
	return "admin"
}

// textsIn lists the fields of an input that are texts.
func textsIn(in reflect.Type) (found []string) {
	for in.Kind() == reflect.Pointer || in.Kind() == reflect.Slice {
		in = in.Elem()
	}
	if in.Kind() != reflect.Struct {
		return nil
	}
	for _, field := range reflect.VisibleFields(in) {
		kind := field.Type
		if kind.Kind() == reflect.Pointer {
			kind = kind.Elem()
		}
		if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); kind.Kind() == reflect.String && name != "" && name != "-" {
			found = append(found, name)
		}
	}
	return found
}
