package psp

import (
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"automacao/internal/institution/psp/asaas"
)

const fuzzToken = "token-do-webhook-com-32-caracteres"

// FuzzEvents checks that the body of a webhook is a list of events with an id and a kind, or is
// refused as a whole, and that no body is read without the agreed token.
func FuzzEvents(f *testing.F) {
	// Inputs that earlier runs found.
	f.Add([]byte("\xf2\xa6\xa7\xf2"))
	f.Add([]byte("{\n\"\":\"\" 0"))
	f.Add([]byte("{\"accountStatus\":{\"bankAccountInfo\":\"\",\"a\xff\xff\xff0aaaaaaa\":\"\",\"general\":\"\"}}"))
	f.Add([]byte("{\"aa00\":\"\",\"payment\":{\"value\":0}}"))
	f.Add([]byte("\n\n\n\n\n\n\n\n0"))
	f.Add([]byte("{\"\":\"\",\n \"\x1a"))
	files, err := filepath.Glob("asaas/testdata/webhook_*.json")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range files {
		content, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(content)
	}
	for _, seed := range []string{"", "[]", "[{}]", `{"event":"X","payment":{"value":1e999}}`, `{"event":"X","event":"Y"}`, `[[[[`, `{"event":"PAYMENT_RECEIVED","payment":{"value":-0.01}}`} {
		f.Add([]byte(seed))
	}
	p := &provider{token: Secret(fuzzToken)}
	f.Fuzz(func(t *testing.T, body []byte) {
		if events, err := p.Events(http.Header{}, body); !errors.Is(err, ErrUnverified) || events != nil {
			t.Fatalf("read without a token: %v, %v", events, err)
		}
		header := http.Header{}
		header.Set(asaas.TokenHeader, fuzzToken)
		events, err := p.Events(header, body)
		if err != nil {
			if !errors.Is(err, ErrRefused) || events != nil {
				t.Fatalf("%q: %v, %v", body, events, err)
			}
			return
		}
		for _, event := range events {
			if event.ID == "" || event.Kind == "" || event.Name == "" {
				t.Fatalf("%q holds %+v", body, event)
			}
		}
	})
}

// FuzzCursor checks that a cursor is a valid position in the listing, and that next returns a
// cursor that parses as the position after it.
func FuzzCursor(f *testing.F) {
	// Inputs that earlier runs found.
	for _, seed := range []string{
		"\xf2\x92\xa0\xe8",
		"0.999999999999999999A",
		"0.099999999999",
		"00000000000000000000000000000000000000000000000000000000000000000",
		"\xf2\xa0\x92\xe8",
	} {
		f.Add(seed)
	}
	for _, seed := range []string{"", "0.0", "0.100", "1.5", "9.0", "-1.0", "0.-1", "0.99999999999999999999", "a.b", "0.1x", " 0.1", "0x1.1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		at, err := parseCursor(text)
		if err != nil {
			if !errors.Is(err, ErrRefused) || at != (cursor{}) {
				t.Fatalf("%q: %+v, %v", text, at, err)
			}
			return
		}
		if at.phase < 0 || at.phase >= len(phases) || at.offset < 0 {
			t.Fatalf("%q is at %+v", text, at)
		}
		if at.offset > 1<<62 {
			return
		}
		if next := at.next(1, true); next != "" {
			if read, err := parseCursor(next); err != nil || read.phase != at.phase || read.offset != at.offset+1 {
				t.Fatalf("after %q comes %q, which is at %+v, %v", text, next, read, err)
			}
		}
	})
}
