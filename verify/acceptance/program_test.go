package acceptance

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"automacao/internal/app"
	"automacao/internal/institution/psp"
	"automacao/internal/institution/psp/simulado"
	"automacao/internal/market/markettest"
	"automacao/internal/postgres"
	"automacao/internal/postgres/cluster"
	"automacao/internal/postgres/dbtest"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/token"
	"automacao/verify/apptest"
)

// The secrets that the server and the institution share.
const (
	controlToken = "token-de-controle-com-32-caracteres"
)

// program is the built program as two processes: the server, on a database of the test, and the
// simulated institution. The bundle is the client of both.
type program struct {
	*bundle
	path, folder  string
	server        *exec.Cmd
	control       string // address of the institution
	provider      psp.Provider
	serra, marina uuid.UUID
	admin         uuid.UUID
	sessions      map[uuid.UUID]string
}

func newProgram(t *testing.T) *program {
	t.Helper()
	db := durable(t)
	p := &program{
		bundle: &bundle{&apptest.Server{Stage: markettest.On(t, db.Pool), T: t, DB: db}}, folder: t.TempDir(), sessions: map[uuid.UUID]string{},
	}
	p.path = filepath.Join(p.folder, "automacao")
	if output, err := exec.Command("go", "build", "-o", p.path, "automacao/cmd/automacao").CombinedOutput(); err != nil {
		t.Fatalf("build the program: %v\n%s", err, output)
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p.Addr = free.Addr().String()
	_ = free.Close()
	cfg := apptest.Config()
	cfg.Addr, cfg.Data, cfg.JWTSecret = p.Addr, filepath.Join(p.folder, "data"), strings.Repeat("s", 32)
	keys, err := app.ReadKeys(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if p.Signing, err = token.FromSecret(keys.JWTSecret); err != nil {
		t.Fatal(err)
	}
	p.AnonKey, p.Issuer = keys.AnonKey, core.Issuer(cfg.URL())
	return p
}

// durable returns an empty database that keeps what it confirmed. The program refuses to start on
// any other.
func durable(t *testing.T) *dbtest.Database {
	t.Helper()
	running := apptest.Durable(t)
	db := &dbtest.Database{URL: running.URL("postgres", "authenticator"), OwnerURL: running.URL("postgres", cluster.Superuser)}
	err := postgres.Migrate(t.Context(), db.OwnerURL, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	if db.Pool, err = postgres.NewPool(t.Context(), db.URL, 2); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Pool.Close)
	return db
}

// startInstitution runs `automacao pix-simulado`, which posts its events to an address, and returns
// where it listens.
func (p *program) startInstitution(hook string) {
	p.T.Helper()
	command := exec.Command(p.path, "pix-simulado", "--addr", "127.0.0.1:0", "--data", filepath.Join(p.folder, "pix"),
		"--webhook", hook, "--webhook-token", apptest.HookToken, "--control-token", controlToken)
	out, err := command.StdoutPipe()
	if err != nil {
		p.T.Fatal(err)
	}
	if err := command.Start(); err != nil {
		p.T.Fatal(err)
	}
	p.T.Cleanup(func() { _ = command.Process.Kill(); _ = command.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		p.T.Fatal(err)
	}
	_, p.control, _ = strings.Cut(strings.TrimSpace(line), "http://")
	if p.provider, err = psp.Open(pixURL(p.control), psp.Options{}); err != nil {
		p.T.Fatal(err)
	}
	p.T.Cleanup(func() { _ = p.provider.Close() })
}

func pixURL(addr string) string {
	return "simulado://" + addr + "?webhook_token=" + apptest.HookToken + "&control_token=" + controlToken
}

// start runs `automacao serve` with an institution and waits until its log says that it is ready.
func (p *program) start(institution string) {
	p.T.Helper()
	p.server = exec.Command(p.path, "serve", "--data", filepath.Join(p.folder, "data"), "--addr", p.Addr)
	p.server.Env = append(os.Environ(), "DATABASE_URL="+p.DB.OwnerURL, "AUTOMACAO_LIMITS=requests=none,quotas=none", "AUTOMACAO_PIX_URL="+pixURL(institution),
		"AUTOMACAO_JWT_SECRET="+strings.Repeat("s", 32), "AUTOMACAO_LOG_FORMAT=json", "AUTOMACAO_LOG_LEVEL=info")
	log, err := p.server.StderrPipe()
	if err != nil {
		p.T.Fatal(err)
	}
	if err := p.server.Start(); err != nil {
		p.T.Fatal(err)
	}
	p.T.Cleanup(p.kill)
	lines := bufio.NewReader(log)
	var heard strings.Builder
	for !strings.Contains(heard.String(), `"msg":"ready"`) {
		line, err := lines.ReadString('\n')
		heard.WriteString(line)
		if err != nil {
			p.T.Fatalf("the server is not ready: %v\n%s", err, heard.String())
		}
	}
	// A full pipe would stop the server at its next log line.
	go func() { _, _ = io.Copy(io.Discard, lines) }()
}

// kill ends the server with SIGKILL.
func (p *program) kill() {
	if p.server.ProcessState == nil {
		_ = p.server.Process.Kill()
		_ = p.server.Wait()
	}
}

// people creates the members with documents and sessions, and an account for Marina at the
// institution.
func (p *program) people() {
	p.T.Helper()
	p.serra, p.marina, p.admin = p.Member("company", "Serra Azul"), p.Member("professional", "Marina Alves"), p.Member("admin", "Administração")
	p.Exec(`UPDATE public.accounts SET document = '11222333000181' WHERE profile_id = $1`, p.serra)
	p.receiver(p.marina, "52998224725")
}

// receiver gives a professional a document and an account at the institution.
func (p *program) receiver(who uuid.UUID, document string) {
	p.T.Helper()
	p.Exec(`UPDATE public.accounts SET document = $2 WHERE profile_id = $1`, who, document)
	p.rpc(who, "open_receiver", map[string]any{
		"party_id": who, "birth_on": "1988-03-14", "monthly_income": 12000, "phone": "11987654321",
		"postal_code": "01310100", "address": "Avenida Paulista", "address_number": "1000", "district": "Bela Vista",
	})
}

func (p *program) tokenOf(who uuid.UUID) string {
	if p.sessions[who] == "" {
		p.sessions[who] = p.Session(who)
	}
	return p.sessions[who]
}

// rpc makes a call that has to succeed once the institution answers.
func (p *program) rpc(who uuid.UUID, call string, in any) (out map[string]any) {
	p.T.Helper()
	sent := request{Method: "POST", Path: "/rest/v1/rpc/" + call, Token: p.tokenOf(who), Body: in}
	ctx, cancel := context.WithTimeout(p.T.Context(), apptest.Patience)
	defer cancel()
	for {
		got := p.Ask(sent)
		if got.Code() == "institution_unavailable" && ctx.Err() == nil {
			continue
		}
		if got.Status != http.StatusOK {
			p.T.Fatalf("%s is answered %d %s", call, got.Status, got.Body)
		}
		if err := json.Unmarshal([]byte(got.Body), &out); err != nil {
			p.T.Fatalf("%s is answered %s: %v", call, got.Body, err)
		}
		return out
	}
}

// agreed returns a contract between Serra and a professional, with its milestones of equal value.
func (p *program) agreed(with uuid.UUID, parts []string) (contract uuid.UUID, milestones []uuid.UUID) {
	p.T.Helper()
	var plan []map[string]any
	for i, value := range parts {
		plan = append(plan, map[string]any{"title": fmt.Sprint("Parte ", i+1), "value": value})
	}
	text, err := json.Marshal(plan)
	if err != nil {
		p.T.Fatal(err)
	}
	sent := p.ID(`
		INSERT INTO public.proposals (project_id, professional_id, value, cover_letter, milestones)
		VALUES ($1, $2, (SELECT sum((one ->> 'value')::numeric) FROM jsonb_array_elements($3::jsonb) AS one), 'Posso', $3) RETURNING id`,
		p.Project(p.serra, "Retrofit"), with, string(text))
	made := p.rpc(p.serra, "accept_proposal", map[string]any{"proposal_id": sent})
	contract = uuid.MustParse(fmt.Sprint(made["contract_id"]))
	for i := range parts {
		milestones = append(milestones, p.ID(`SELECT id FROM public.milestones WHERE contract_id = $1 AND position = $2`, contract, i+1))
	}
	return contract, milestones
}

// fund asks for the Pix code of a milestone and returns its reference.
func (p *program) fund(milestone uuid.UUID) string {
	p.T.Helper()
	return fmt.Sprint(p.rpc(p.serra, "fund_milestone", map[string]any{"milestone_id": milestone})["txid"])
}

// cause makes something happen at the institution that the product cannot cause.
func (p *program) cause(txid, event string) {
	p.T.Helper()
	p.institution("POST", "/simulado/events", map[string]any{"reference": txid, "event": event}, nil)
}

func (p *program) faults(f simulado.Faults) {
	p.T.Helper()
	p.institution("POST", "/simulado/faults", f, nil)
}

// institution sends the simulator a request that only its operator may make.
func (p *program) institution(method, path string, in, out any) {
	p.T.Helper()
	body, err := json.Marshal(in)
	if err != nil {
		p.T.Fatal(err)
	}
	asked, err := http.NewRequestWithContext(p.T.Context(), method, "http://"+p.control+path, bytes.NewReader(body))
	if err != nil {
		p.T.Fatal(err)
	}
	asked.Header.Set("Authorization", "Bearer "+controlToken)
	asked.Header.Set("access_token", simulado.RootKey)
	got, err := http.DefaultClient.Do(asked)
	if err != nil {
		p.T.Fatal(err)
	}
	defer func() { _ = got.Body.Close() }()
	answer, err := io.ReadAll(got.Body)
	if err == nil && got.StatusCode == http.StatusOK && out != nil {
		err = json.Unmarshal(answer, out)
	}
	if err != nil || got.StatusCode != http.StatusOK {
		p.T.Fatalf("%s is answered %d %s, %v", path, got.StatusCode, answer, err)
	}
}

// runPatience bounds a wait for many deals at once.
const runPatience = 10 * time.Minute

// looksMax is the number of looks until a comparison is requested again.
const looksMax = 100

// await waits until a fact holds. Postponed work, and work of a server that was killed, becomes due
// at once, as if its time had passed. A comparison finds what no event reported.
func (p *program) await(what, query, want string) {
	p.T.Helper()
	ctx, cancel := context.WithTimeout(p.T.Context(), runPatience)
	defer cancel()
	for looks := 0; ; looks++ {
		got := p.Text(query)
		if got == want {
			return
		}
		if ctx.Err() != nil {
			p.T.Fatalf("%s does not come: %s, want %s", what, got, want)
		}
		if looks%looksMax > 0 {
			continue
		}
		for _, queue := range []string{"provider_events", "provider_orders"} {
			p.Exec(`UPDATE private.` + queue + ` SET next_at = now() WHERE state = 'waiting'`)
		}
		p.Exec(`UPDATE private.payout_orders SET next_at = now()`)
		p.rpc(p.admin, "reconcile_payments", map[string]any{})
	}
}
