package standalone

import (
	"encoding/json"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/wire/functions"
)

// playground are the functions that verify/e2e/wire/functions.mjs calls.
func playground() map[string]functions.Function {
	everybody, all := []string{"anon", "authenticated", "service_role"}, []string{"GET", "POST", "PUT", "PATCH", "DELETE"}
	heard := make(chan bool)
	wait := func(_ http.ResponseWriter, r *http.Request) error {
		<-r.Context().Done()
		return r.Context().Err()
	}
	return map[string]functions.Function{
		"echo":     {Methods: all, Roles: everybody, Serve: echo},
		"form":     {Roles: everybody, Serve: readForm},
		"answer":   {Roles: everybody, Serve: answerWith(heard)},
		"go-on":    {Roles: everybody, Serve: func(http.ResponseWriter, *http.Request) error { heard <- true; return nil }},
		"whoami":   {Roles: everybody, Serve: whoAmI},
		"members":  {Roles: []string{"authenticated"}, Serve: func(w http.ResponseWriter, _ *http.Request) error { _, err := io.WriteString(w, "welcome"); return err }},
		"conflict": {Roles: everybody, Serve: func(http.ResponseWriter, *http.Request) error { return fault.New(409, "already_there", "It is there.") }},
		"panics":   {Roles: everybody, Serve: func(http.ResponseWriter, *http.Request) error { panic("as asked") }},
		"late":     {Roles: everybody, Timeout: time.Millisecond, Serve: wait},
		"forever":  {Roles: everybody, Serve: wait},
	}
}

func echo(w http.ResponseWriter, r *http.Request) error {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	return writeJSON(w, map[string]string{"media": strings.ToLower(r.Header.Get("Content-Type")), "body": string(body), "method": r.Method, "path": r.URL.Path})
}

func readForm(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseMultipartForm(1 << 20); err != nil && !errors.Is(err, http.ErrNotMultipart) {
		return err
	}
	found, files := map[string]string{"name": r.PostForm.Get("name")}, []*multipart.FileHeader(nil)
	if r.MultipartForm != nil {
		files = r.MultipartForm.File["file"]
	}
	for _, one := range files {
		opened, err := one.Open()
		if err != nil {
			return err
		}
		held, err := io.ReadAll(opened)
		if err != nil {
			return err
		}
		found["file"], found["held"] = one.Filename, string(held)
	}
	return writeJSON(w, found)
}

func writeJSON(w http.ResponseWriter, value any) error {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	return json.NewEncoder(w).Encode(value)
}

func whoAmI(w http.ResponseWriter, r *http.Request) error {
	who, name := caller.From(r.Context()), "nobody"
	if who.UserID != uuid.Nil {
		name = who.UserID.String()
	}
	_, err := io.WriteString(w, who.Role+" "+name)
	return err
}

// answerWith answers with the kind in the path; the second event waits until the first was
// received.
func answerWith(heard <-chan bool) functions.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		say := func(media, text string) error {
			w.Header().Set("Content-Type", media)
			_, err := io.WriteString(w, text)
			return err
		}
		switch strings.TrimPrefix(r.URL.Path, "/answer/") {
		case "bytes":
			return say("application/octet-stream", "\x00\xff\n")
		case "pdf":
			return say("application/pdf", "%PDF-1.7")
		case "events":
			if err := say("text/event-stream", "data: 1\n\n"); err != nil {
				return err
			}
			if err := http.NewResponseController(w).Flush(); err != nil {
				return err
			}
			select {
			case <-heard:
			case <-r.Context().Done():
			}
			return say("text/event-stream", "data: 2\n\n")
		}
		return say("text/plain; charset=utf-8", "olá")
	}
}

// TestTheOfficialClientCallsFunctions runs verify/e2e/wire/functions.mjs.
func TestTheOfficialClientCallsFunctions(t *testing.T) {
	t.Parallel()
	cfg, _ := config(t)
	cfg.Functions = playground()
	runOfficial(t, serve(t, cfg), "functions.mjs", "bodies", "methods", "answers", "callers", "errors", "browsers")
}

// TestTheOfficialClientReachesOnesOwnFunctionsServer checks that unregistered names are proxied to
// another server, here one of ours with the same secret.
func TestTheOfficialClientReachesOnesOwnFunctionsServer(t *testing.T) {
	t.Parallel()
	theirs, _ := config(t)
	theirs.Functions, theirs.JWTSecret = playground(), strings.Repeat("s", keyMin)
	cfg, _ := config(t)
	cfg.JWTSecret, cfg.FunctionsProxy = theirs.JWTSecret, serve(t, theirs).URL()+functions.Base
	runOfficial(t, serve(t, cfg), "functions.mjs", "bodies", "methods", "answers", "browsers")
}
