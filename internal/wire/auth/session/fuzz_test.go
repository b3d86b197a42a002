package session

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"automacao/internal/kernel/fault"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/hook"
)

const fuzzedClaims = `{"iss":"https://a.example/auth/v1","aud":"authenticated","exp":1800000000,"iat":1700000000,"sub":"6f5d2a54-3f0e-4a53-9c13-9e7f6b9f3f10","email":"a@b.co","phone":"","role":"authenticated","aal":"aal1",` +
	`"session_id":"5d5d2a54-3f0e-4a53-9c13-9e7f6b9f3f10","is_anonymous":false,"amr":[{"method":"password","timestamp":1700000000}],"app_metadata":{},"user_metadata":{}}`

// FuzzHookAnswer checks that a webhook's response is bounded, that its errors can be passed on, and
// that it changes no claim that identifies the user or says how that was proved.
func FuzzHookAnswer(f *testing.F) {
	for _, body := range []string{
		`{"claims":` + fuzzedClaims + `}`, `{"claims":` + strings.Replace(fuzzedClaims, `"authenticated","aal"`, `"service_role","aal"`, 1) + `}`, `{"claims":` + strings.Replace(fuzzedClaims, "1800000000", "1800000000.0", 1) + `}`,
		`{"claims":` + strings.Replace(fuzzedClaims, `"aal1"`, `"aal2","aal":"aal1"`, 1) + `}`, `{"claims":` + strings.Replace(fuzzedClaims, `"sub"`, `"SUB"`, 1) + `}`, `{"claims":null}`, `{"claims":[]}`, `{"error":{"http_code":403,"message":"no"}}`,
		`{"error":{"http_code":200,"message":"` + strings.Repeat("é", 500) + `"}}`, `{"error":{"http_code":-1,"message":"a\u0000b\r\n"}}`, `{"error":{}}`, `{"error":null}`, `{"decision":"reject","message":"x"}`, ``, ` `, `null`, `[]`, `{}{}`,
	} {
		f.Add(http.StatusOK, "application/json", "", body)
	}
	f.Add(http.StatusOK, "text/html", "", "<html>")
	f.Add(http.StatusNoContent, "", "", "")
	f.Add(http.StatusServiceUnavailable, "application/json", "1", "{}")
	f.Add(http.StatusFound, "application/json; charset=utf-8", "", "{}")
	f.Fuzz(func(t *testing.T, status int, kind, again, body string) {
		answer := &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {kind}, "Retry-After": {again}}, Body: io.NopCloser(strings.NewReader(body))}
		raw, err := hook.ReadAnswer(answer)
		if len(raw) > hook.AnswerMax || err != nil && raw != nil || err == nil && status/100 != 2 {
			t.Fatalf("%d is heard as %d bytes, %v", status, len(raw), err)
		}
		var said struct {
			Claims json.RawMessage `json:"claims"`
		}
		if err == nil {
			err = hook.Decode(raw, &said)
		}
		given, errGiven := readClaims([]byte(fuzzedClaims))
		if errGiven != nil {
			t.Fatal(errGiven)
		}
		wanted, errWanted := readClaims(said.Claims)
		if err == nil && errWanted == nil {
			err = checkClaims(given, wanted)
		}
		if err != nil {
			told, isTold := errors.AsType[*fault.Error](err)
			if waits, ok := errors.AsType[hook.ErrAgain](err); ok {
				told, isTold = waits.ClaimsFor, true
			}
			if !isTold || told.Status < 400 || told.Status > 599 || told.Code == "" || told.Message == "" || !utf8.ValidString(told.Message) || len(told.Message) > 2000 {
				t.Fatalf("%d %q %q is refused by %#v", status, kind, body, err)
			}
			return
		}
		if errWanted != nil {
			return
		}
		for _, name := range claimsOurs {
			if !reflect.DeepEqual(given[name], wanted[name]) {
				t.Fatalf("%q writes %s: %v", body, name, wanted[name])
			}
		}
		role, isText := wanted["role"].(string)
		if _, err := json.Marshal(wanted); err != nil || !isText || core.IsAdminRole(role) || role == "" {
			t.Fatalf("%q writes %v, %v", body, wanted, err)
		}
	})
}
