package app_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/app"
	"automacao/internal/market/markettest"
	"automacao/internal/postgres/dbtest"
	"automacao/verify/apptest"
)

// TestARestoreKeepsLaterDeletionsAndBlocks checks that deleted people stay deleted, blocked people
// stay blocked, what was withdrawn stays withdrawn, nobody is signed in, and no old letter is sent.
func TestARestoreKeepsLaterDeletionsAndBlocks(t *testing.T) {
	t.Parallel()
	db, folder, silence := dbtest.Open(t), t.TempDir(), slog.New(slog.DiscardHandler)
	s := apptest.StartOn(t, db, func(c *app.Config) {
		c.DatabaseURL, c.MigrateURL, c.BackupTo = db.URL, db.OwnerURL, filepath.Join(folder, "backups")
	})
	a, cfg := s.App, s.Config
	s.Member("admin", "Administração")
	gone, blocked, freed, reader, stays := s.Member("professional", "Vai embora"), s.Member("professional", "Bloqueado"), s.Member("company", "Liberada"), s.Member("professional", "Leitora"), s.Member("professional", "Fica")
	s.Exec(`UPDATE public.profiles SET status = 'blocked' WHERE id = $1`, freed)
	s.Exec(`INSERT INTO public.preferences (profile_id, newsletter) VALUES ($1, true), ($2, true) ON CONFLICT (profile_id) DO UPDATE SET newsletter = true`, reader, stays)
	s.Exec(`INSERT INTO private.calendar_links (person_id, digest) VALUES ($1, $2)`, reader, make([]byte, 32))
	s.Exec(`INSERT INTO auth.sessions (user_id) VALUES ($1), ($2)`, gone, stays)
	s.Exec(`INSERT INTO public.notifications (profile_id, kind, title, body, subject_kind, subject_id) SELECT $1, kind, 'Antes', 'Antes', subject_kind, $1 FROM (VALUES ('account', 'backup')) AS n (kind, subject_kind)`, stays)
	made, err := app.Backup(t.Context(), cfg, silence, cfg.BackupTo, t.Logf)
	if err != nil {
		t.Fatal(err)
	}

	err = a.Settled(t.Context(), func(ctx context.Context, tx pgx.Tx, door app.Doorkeeper) error { return door.Delete(ctx, tx, gone) })
	if err != nil {
		t.Fatal(err)
	}
	s.Exec(`UPDATE public.profiles SET status = 'blocked' WHERE id = $1`, blocked)
	s.Exec(`UPDATE public.profiles SET status = 'active' WHERE id = $1`, freed)
	s.Exec(`UPDATE public.preferences SET newsletter = false WHERE profile_id = $1`, reader)
	s.Exec(`DELETE FROM private.calendar_links WHERE person_id = $1`, reader)
	// Keeping twice equals keeping once: a node may stop between keeping and forgetting.
	for range 2 {
		if err := a.KeepSuppressions(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if left := s.Text(`SELECT count(*)::text FROM private.suppressions`); left != "0" {
		t.Errorf("%s suppressions are left behind", left)
	}
	namesNobody(t, filepath.Join(cfg.BackupTo, "suppressions"), gone, blocked, reader)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}

	empty, restored := dbtest.Empty(t), apptest.Config()
	restored.Data, restored.DatabaseURL = filepath.Join(folder, "b"), empty.Config().ConnString()
	var said strings.Builder
	if _, err := app.Restore(t.Context(), restored, silence, made, nil, func(format string, arguments ...any) { _, _ = fmt.Fprintf(&said, format+"\n", arguments...) }); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"2 sessions ended", "1 notices", "erased 1", "blocked 1", "activated 1", "mail_declined 1", "calendar_ended 1"} {
		if !strings.Contains(said.String(), want) {
			t.Errorf("it does not say %q:\n%s", want, said.String())
		}
	}
	r := markettest.On(t, empty)
	for question, want := range map[string]string{
		`SELECT (deleted_at IS NOT NULL AND email IS NULL)::text FROM auth.users WHERE id = '` + gone.String() + `'`:                                             "true",
		`SELECT coalesce(string_agg(name, ', '), 'nobody') FROM public.profiles WHERE name = 'Vai embora'`:                                                       "nobody",
		`SELECT status || ' ' || (banned_until > now()) FROM public.profiles JOIN auth.users USING (id) WHERE id = '` + blocked.String() + `'`:                   "blocked true",
		`SELECT status || ' ' || (banned_until IS NULL) FROM public.profiles JOIN auth.users USING (id) WHERE id = '` + freed.String() + `'`:                     "active true",
		`SELECT string_agg(profile_id::text, ' ') FROM public.preferences WHERE newsletter`:                                                                      stays.String(),
		`SELECT concat_ws(' ', (SELECT count(*) FROM private.calendar_links), (SELECT count(*) FROM auth.sessions), (SELECT count(*) FROM auth.refresh_tokens))`: "0 0 0",
		`SELECT count(*)::text FROM public.notifications WHERE mailed_at IS NULL`:                                                                                "0",
	} {
		if got := r.Text(question); got != want {
			t.Errorf("%s\nis %s and should be %s", question, got, want)
		}
	}
}

// namesNobody checks that the files beside the backups identify nobody.
func namesNobody(t *testing.T, folder string, people ...uuid.UUID) {
	t.Helper()
	files, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	// The jobs of the server run meanwhile.
	var all strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(filepath.Join(folder, file.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	if !strings.Contains(all.String(), `"erased"`) {
		t.Errorf("beside the backups is %s", &all)
	}
	for _, one := range people {
		if strings.Contains(all.String(), one.String()) {
			t.Errorf("%s is named", one)
		}
	}
}
