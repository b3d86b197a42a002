package acceptance

import (
	"bytes"
	"context"
	"encoding/json"
	"image"
	"image/png"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"automacao/internal/app"
	"automacao/internal/postgres/dbtest"
	"automacao/verify/apptest"
)

const pooledEmail = "marina@exemplo.com.br"

// TestEverythingWorksBehindAPooler runs the server behind a pooler in transaction mode, which lends
// a connection for one transaction, so nothing may be prepared on it. Settings made for earlier
// versions of the server name the query mode themselves.
func TestEverythingWorksBehindAPooler(t *testing.T) {
	t.Parallel()
	for name, mode := range map[string]string{"FoundOut": "", "Exec": "&default_query_exec_mode=exec", "SimpleProtocol": "&default_query_exec_mode=simple_protocol"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := openPooled(t, mode)
			c.joins()
			c.changesPassword()
			c.usesTheMarket()
			c.uploads()
			c.isToldWhatIsNotLive()
			c.isExamined()
			c.leaves()
		})
	}
}

// pooled is a client of a server that reaches its database through a pooler.
type pooled struct {
	*testing.T
	url, key       string
	token, refresh string
	id             string
	// cfg is the configuration of the server, and said is its log.
	cfg    app.Config
	said   *apptest.Log
	direct string
}

func openPooled(t *testing.T, mode string) *pooled {
	t.Helper()
	said := &apptest.Log{}
	log := slog.New(slog.NewTextHandler(said, &slog.HandlerOptions{Level: slog.LevelWarn}))
	db := dbtest.Open(t)
	cfg := apptest.Config()
	cfg.Addr, cfg.Data, cfg.Demo = "127.0.0.1:0", t.TempDir(), true
	cfg.DatabaseURL = dbtest.Pooled(t, db.OwnerURL) + mode
	running, err := app.Start(t.Context(), cfg, log)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Log(said.Text())
		}
		_ = running.Close(context.Background())
	})
	return &pooled{T: t, direct: db.OwnerURL, url: running.URL(), key: running.Keys().AnonKey, cfg: cfg, said: said}
}

// isToldWhatIsNotLive checks that the operator gets one log line, and a subscriber a refusal that
// its client takes for a missing connection.
func (c *pooled) isToldWhatIsNotLive() {
	c.Helper()
	if count := strings.Count(c.said.Text(), "DATABASE_DIRECT_URL"); count != 1 {
		c.Errorf("it is said %d times:\n%s", count, c.said.Text())
	}
	ctx, cancel := context.WithTimeout(c.Context(), time.Minute)
	defer cancel()
	if answer := c.subscribes(ctx, "messages").reads(`"phx_reply"`); !strings.Contains(answer, `"status":"error"`) {
		c.Errorf("a subscriber to changes is answered %s", answer)
	}
}

// isExamined checks that the doctor names the missing setting, and an address that leads nowhere.
func (c *pooled) isExamined() {
	c.Helper()
	past, err := pgx.ParseConfig(c.direct)
	if err != nil {
		c.Fatal(err)
	}
	elsewhere := strings.Replace(c.direct, "/"+past.Database+"?", "/postgres?", 1)
	for direct, want := range map[string]string{
		"": "name PostgreSQL itself in DATABASE_DIRECT_URL", c.cfg.DatabaseURL: "leads through a pooler too", elsewhere: "name the same database", c.direct: "ALTER ROLE",
	} {
		cfg := c.cfg
		cfg.DirectURL = direct
		found := app.Doctor(c.Context(), cfg, slog.New(slog.DiscardHandler))
		if !slices.ContainsFunc(found, func(one app.Finding) bool {
			return one.Part == "pooler" && one.State != app.Well && strings.Contains(one.Sentence, want)
		}) {
			c.Errorf("for %q it finds %+v, want %q", direct, found, want)
		}
	}
}

// call sends a document, or bytes as they are, and reads the answer into out if it is not nil.
func (c *pooled) call(method, path string, body, out any) {
	c.Helper()
	raw, isRaw := body.([]byte)
	if !isRaw {
		var err error
		if raw, err = json.Marshal(body); err != nil {
			c.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(c.Context(), time.Minute)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, method, c.url+path, bytes.NewReader(raw))
	if err != nil {
		c.Fatal(err)
	}
	request.Header.Set("apikey", c.key)
	request.Header.Set("Content-Type", "application/json")
	if isRaw {
		request.Header.Set("Content-Type", http.DetectContentType(raw))
	}
	if c.token != "" {
		request.Header.Set("Authorization", "Bearer "+c.token)
	}
	request.Header.Set("Prefer", "return=representation")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		c.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode >= http.StatusBadRequest {
		c.Fatalf("%s %s is answered %d %s, %v", method, path, answer.StatusCode, text, err)
	}
	if out == nil {
		return
	}
	if err := json.Unmarshal(text, out); err != nil {
		c.Fatalf("%s %s is answered %s: %v", method, path, text, err)
	}
}

// opens keeps the session with which a call answers.
func (c *pooled) opens(path string, body any) {
	c.Helper()
	var session struct {
		AccessToken  string `json:"access_token"`
		RefreshToken string `json:"refresh_token"`
		User         struct{ ID string }
	}
	c.token = ""
	c.call("POST", path, body, &session)
	if session.AccessToken == "" || session.RefreshToken == "" {
		c.Fatalf("%s opens no session", path)
	}
	c.token, c.refresh, c.id = session.AccessToken, session.RefreshToken, session.User.ID
}

func (c *pooled) joins() {
	c.Helper()
	person := map[string]any{"name": "Marina Alves", "document": "900.000.911-11", "terms": true}
	c.opens("/auth/v1/signup", map[string]any{"email": pooledEmail, "password": apptest.Password, "data": person})
	c.opens("/auth/v1/token?grant_type=password", map[string]any{"email": pooledEmail, "password": apptest.Password})
	c.opens("/auth/v1/token?grant_type=refresh_token", map[string]any{"refresh_token": c.refresh})
}

func (c *pooled) changesPassword() {
	c.Helper()
	c.call("PUT", "/auth/v1/user", map[string]any{"password": apptest.Password + "!", "current_password": apptest.Password, "data": map[string]any{"theme": "dark"}}, nil)
	c.opens("/auth/v1/token?grant_type=password", map[string]any{"email": pooledEmail, "password": apptest.Password + "!"})
}

// usesTheMarket proposes as a professional to a project of the demonstration, and withdraws the
// proposal.
func (c *pooled) usesTheMarket() {
	c.Helper()
	var projects, proposals []struct{ ID string }
	c.call("GET", "/rest/v1/projects?select=id&status=eq.open&limit=1", nil, &projects)
	if len(projects) != 1 {
		c.Fatal("the demonstration has no open project")
	}
	c.call("POST", "/rest/v1/proposals?select=id", map[string]any{
		"project_id": projects[0].ID, "professional_id": c.id, "value": "48500.00", "cover_letter": "Já fiz três parecidos.",
	}, &proposals)
	c.call("POST", "/rest/v1/rpc/withdraw_proposal", map[string]any{"proposal_id": proposals[0].ID}, nil)
	var sessions []any
	c.call("POST", "/rest/v1/rpc/list_sessions", map[string]any{}, &sessions)
	if len(sessions) == 0 {
		c.Error("there is no session in the list")
	}
	var exported map[string]any
	c.call("POST", "/rest/v1/rpc/export_data", map[string]any{}, &exported)
	if len(exported) == 0 {
		c.Error("nothing is exported")
	}
}

func (c *pooled) uploads() {
	c.Helper()
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 8, 8))); err != nil {
		c.Fatal(err)
	}
	var stored struct{ Key string }
	c.call("POST", "/storage/v1/object/public-uploads/avatars/"+c.id+"-1", picture.Bytes(), &stored)
	if !strings.Contains(stored.Key, c.id) {
		c.Errorf("the picture is stored as %q", stored.Key)
	}
	c.call("GET", "/storage/v1/object/public/public-uploads/avatars/"+c.id+"-1", nil, nil)
}

func (c *pooled) leaves() {
	c.Helper()
	c.call("POST", "/auth/v1/logout?scope=others", nil, nil)
	c.call("POST", "/rest/v1/rpc/delete_account", map[string]any{"password": apptest.Password + "!"}, nil)
	c.opens("/auth/v1/token?grant_type=password", map[string]any{"email": "admin@automacao.demo", "password": "demo1234"})
	c.call("POST", "/auth/v1/logout", nil, nil)
}
