package app_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"log/slog"

	"automacao/internal/app"
	"automacao/internal/files/blob/blobtest"
	"automacao/internal/notify/queue"
	"automacao/internal/postgres/cluster"
	"automacao/internal/postgres/dbtest"
	"automacao/verify/apptest"
)

// wants is an expected finding: its part, its state, and words of its sentence.
type wants struct{ part, state, word string }

func (w wants) check(t *testing.T, found []app.Finding) {
	t.Helper()
	for _, one := range found {
		if one.Part == w.part && one.State == w.state && strings.Contains(one.Sentence, w.word) {
			return
		}
	}
	t.Errorf("nothing says %v of %v", w, found)
}

// heldSince creates a backup of an age in a new place for backups.
func heldSince(t *testing.T, c *app.Config, age time.Duration) {
	t.Helper()
	c.BackupTo = t.TempDir()
	folder := filepath.Join(c.BackupTo, "automacao-"+time.Now().Add(-age).UTC().Format("20060102T150405.000Z"))
	if err := errors.Join(os.Mkdir(folder, 0o700), os.WriteFile(filepath.Join(folder, "manifest.json"), []byte("{}"), 0o600)); err != nil {
		t.Fatal(err)
	}
}

// examined returns the findings about an installation.
func examined(t *testing.T, change func(*app.Config)) []app.Finding {
	t.Helper()
	cfg := apptest.Config()
	cfg.Data = t.TempDir()
	change(&cfg)
	return app.Doctor(t.Context(), cfg, slog.New(slog.DiscardHandler))
}

func TestADoctorSaysWhatToMend(t *testing.T) {
	t.Parallel()
	elsewhere := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(elsewhere.Close)
	here := httptest.NewServer(http.HandlerFunc(app.Live))
	t.Cleanup(here.Close)
	for _, one := range []struct {
		spoil func(*app.Config)
		wants
	}{
		{func(*app.Config) {}, wants{"database", app.Ill, "there is no market in"}},
		{func(*app.Config) {}, wants{"secrets", app.Well, ""}},
		{func(*app.Config) {}, wants{"files", app.Well, "made by the first start"}},
		{func(*app.Config) {}, wants{"metrics", app.Well, "off"}},
		{func(c *app.Config) { c.MetricsAddr = "10.0.0.7:9090" }, wants{"metrics", app.Well, "no public address"}},
		{func(c *app.Config) { c.MetricsAddr = ":9090" }, wants{"metrics", app.Doubted, "without a password"}},
		{func(*app.Config) {}, wants{"mail", app.Doubted, "set SMTP_URL"}},
		{func(*app.Config) {}, wants{"operator", app.Doubted, "AUTOMACAO_OFFICER"}},
		{func(*app.Config) {}, wants{"public URL", app.Doubted, "AUTOMACAO_PUBLIC_URL"}},
		{func(c *app.Config) { c.DatabaseURL = "postgres://nobody:geheim@127.0.0.1:1/none" }, wants{"database", app.Ill, "cannot be reached"}},
		{func(c *app.Config) { c.DatabaseURL = "postgres://nobody:geheim@127.0.0.1:1/none" }, wants{"secrets", app.Doubted, "AUTOMACAO_JWT_SECRET"}},
		{func(c *app.Config) {
			if err := os.WriteFile(filepath.Join(c.Data, "seal.json"), nil, 0o644); err != nil {
				t.Error(err)
			}
		}, wants{"secrets", app.Ill, "chmod 600"}},
		{func(c *app.Config) { c.ConfigFile = settingsOf(t, 0o640) }, wants{"secrets", app.Well, "nobody else"}},
		{func(c *app.Config) { c.ConfigFile = settingsOf(t, 0o644) }, wants{"secrets", app.Ill, "chmod 600"}},
		{func(c *app.Config) { c.DiskReserveMB = 1 << 40 }, wants{"disk", app.Ill, "AUTOMACAO_DISK_RESERVE_MB"}},
		{func(c *app.Config) { c.SMTPURL = "smtp://ana:geheim@127.0.0.1:1?from=a@b.test" }, wants{"mail", app.Ill, "SMTP_URL"}},
		{func(*app.Config) {}, wants{"backups", app.Doubted, "set AUTOMACAO_BACKUP_TO"}},
		{func(c *app.Config) { c.BackupTo = c.Data }, wants{"backups", app.Ill, "there is none"}},
		{func(c *app.Config) { c.BackupTo = "/dev/null" }, wants{"backups", app.Ill, "cannot be read"}},
		{func(c *app.Config) { heldSince(t, c, 40*time.Hour) }, wants{"backups", app.Ill, "is 40h0m0s old"}},
		{func(c *app.Config) { heldSince(t, c, time.Hour) }, wants{"backups", app.Doubted, "AUTOMACAO_BACKUP_RECIPIENT"}},
		{func(c *app.Config) { heldSince(t, c, time.Hour); c.BackupRecipient = "age1x" }, wants{"backups", app.Well, "1h0m0s old"}},
		{func(c *app.Config) { c.BlobURL = "file:///dev/null" }, wants{"files", app.Ill, "cannot be written"}},
		{func(c *app.Config) { c.PublicURL = "http://automacao.test" }, wants{"public URL", app.Ill, "no https://"}},
		{func(c *app.Config) { c.PublicURL = elsewhere.URL }, wants{"public URL", app.Ill, "not this market"}},
		{func(c *app.Config) { c.PublicURL = here.URL }, wants{"public URL", app.Well, here.URL}},
		{func(c *app.Config) { c.PublicURL = "https://127.0.0.1:1" }, wants{"proxies", app.Doubted, "AUTOMACAO_TRUSTED_PROXIES"}},
		{func(c *app.Config) { c.TrustedProxies = []string{"0.0.0.0/0"} }, wants{"proxies", app.Ill, "every limit"}},
		{func(c *app.Config) { c.PublicURL, c.Demo = "https://127.0.0.1:1", true }, wants{"operator", app.Well, "demonstration"}},
	} {
		found := examined(t, one.spoil)
		one.check(t, found)
		for _, finding := range found {
			if strings.Contains(finding.Sentence, "geheim") {
				t.Errorf("a secret is told: %v", finding)
			}
		}
	}
}

// settingsOf creates a settings file with a mode.
func settingsOf(t *testing.T, mode os.FileMode) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "automacao.env")
	if err := os.WriteFile(path, nil, mode); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestADoctorTriesTheBucket(t *testing.T) {
	store := blobtest.New()
	for name, value := range blobtest.Env() {
		t.Setenv(name, value)
	}
	t.Setenv("AWS_MAX_ATTEMPTS", "1")
	bucket := func(c *app.Config) { c.BlobURL = blobtest.URL(store.Addr()) }
	wants{"files", app.Well, "writes, reads and removes"}.check(t, examined(t, bucket))
	if store.Len() > 0 {
		t.Error("something is left")
	}
	store.Close()
	wants{"files", app.Ill, "cannot be reached"}.check(t, examined(t, bucket))
}

func TestADoctorLooksIntoTheDatabase(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)
	look := func() []app.Finding {
		return examined(t, func(c *app.Config) { c.DatabaseURL, c.LossySettings = db.URL, cluster.DurabilitySettings() })
	}
	wants{"schema", app.Ill, "automacao migrate"}.check(t, look())
	if err := queue.Migrate(t.Context(), db.Owner); err != nil {
		t.Fatal(err)
	}
	for _, want := range []wants{
		{"database", app.Well, ""}, {"schema", app.Well, ""}, {"roles", app.Well, ""}, {"policies", app.Well, ""}, {"clock", app.Well, ""}, {"accounts", app.Doubted, "automacao admin create"},
	} {
		want.check(t, look())
	}
	wants{"database", app.Ill, "AUTOMACAO_LOSSY_SETTINGS"}.check(t, examined(t, func(c *app.Config) { c.DatabaseURL = db.URL }))
	wants{"roles", app.Doubted, "the schema"}.check(t, examined(t, func(c *app.Config) { c.DatabaseURL = db.OwnerURL }))
	for _, statement := range []string{
		`ALTER TABLE public.skills NO FORCE ROW LEVEL SECURITY`,
		`WITH one AS (INSERT INTO auth.users (email) VALUES ('admin@automacao.demo') RETURNING id), two AS (INSERT INTO public.profiles (id, role, name) SELECT id, 'admin', 'Ana' FROM one RETURNING id)
		 INSERT INTO public.accounts (profile_id, email) SELECT id, 'admin@automacao.demo' FROM two`,
	} {
		if _, err := db.Owner.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	wants{"policies", app.Ill, "not forced for skills"}.check(t, look())
	wants{"accounts", app.Ill, "automacao admin block` for admin@automacao.demo"}.check(t, look())
}

func TestADoctorComparesClocks(t *testing.T) {
	t.Parallel()
	asked := time.Now()
	for skew, state := range map[time.Duration]string{0: app.Well, 50 * time.Second: app.Well, -time.Minute: app.Ill, 2 * time.Minute: app.Ill} {
		// The answer took a minute to arrive, and the database may have read its clock at any time
		// meanwhile.
		wants{"clock", state, ""}.check(t, app.CompareClocks(asked, asked.Add(skew), asked.Add(time.Minute)))
	}
}
