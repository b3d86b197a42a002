package app

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

	"automacao/internal/files/blob/blobtest"
	"automacao/internal/notify/queue"
	"automacao/internal/postgres/cluster"
	"automacao/internal/postgres/dbtest"
)

// wants is a part, how it stands, and words of its sentence.
type wants struct{ part, state, word string }

func (w wants) check(t *testing.T, found []Finding) {
	t.Helper()
	for _, one := range found {
		if one.Part == w.part && one.State == w.state && strings.Contains(one.Sentence, w.word) {
			return
		}
	}
	t.Errorf("nothing says %v of %v", w, found)
}

// heldSince leaves a backup of that age where the server puts them.
func heldSince(t *testing.T, c *Config, age time.Duration) {
	t.Helper()
	c.BackupTo = t.TempDir()
	folder := filepath.Join(c.BackupTo, "automacao-"+time.Now().Add(-age).UTC().Format("20060102T150405.000Z"))
	if err := errors.Join(os.Mkdir(folder, 0o700), os.WriteFile(filepath.Join(folder, "manifest.json"), []byte("{}"), 0o600)); err != nil {
		t.Fatal(err)
	}
}

// examined is an installation that a doctor looks at.
func examined(t *testing.T, change func(*Config)) []Finding {
	t.Helper()
	cfg := valid()
	cfg.Data = t.TempDir()
	change(&cfg)
	return Doctor(t.Context(), cfg, slog.New(slog.DiscardHandler))
}

func TestADoctorSaysWhatToMend(t *testing.T) {
	t.Parallel()
	elsewhere := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(elsewhere.Close)
	here := httptest.NewServer(http.HandlerFunc((&App{}).live))
	t.Cleanup(here.Close)
	for _, one := range []struct {
		spoil func(*Config)
		wants
	}{
		{func(*Config) {}, wants{"database", Ill, "there is no market in"}},
		{func(*Config) {}, wants{"secrets", Well, ""}},
		{func(*Config) {}, wants{"files", Well, "made by the first start"}},
		{func(*Config) {}, wants{"metrics", Well, "off"}},
		{func(c *Config) { c.MetricsAddr = "10.0.0.7:9090" }, wants{"metrics", Well, "no public address"}},
		{func(c *Config) { c.MetricsAddr = ":9090" }, wants{"metrics", Doubted, "without a password"}},
		{func(*Config) {}, wants{"mail", Doubted, "set SMTP_URL"}},
		{func(*Config) {}, wants{"operator", Doubted, "AUTOMACAO_OFFICER"}},
		{func(*Config) {}, wants{"public URL", Doubted, "AUTOMACAO_PUBLIC_URL"}},
		{func(c *Config) { c.DatabaseURL = "postgres://nobody:geheim@127.0.0.1:1/none" }, wants{"database", Ill, "cannot be reached"}},
		{func(c *Config) { c.DatabaseURL = "postgres://nobody:geheim@127.0.0.1:1/none" }, wants{"secrets", Doubted, "AUTOMACAO_JWT_SECRET"}},
		{func(c *Config) {
			if err := os.WriteFile(filepath.Join(c.Data, "seal.json"), nil, 0o644); err != nil {
				t.Error(err)
			}
		}, wants{"secrets", Ill, "chmod 600"}},
		{func(c *Config) { c.ConfigFile = settingsOf(t, 0o640) }, wants{"secrets", Well, "nobody else"}},
		{func(c *Config) { c.ConfigFile = settingsOf(t, 0o644) }, wants{"secrets", Ill, "chmod 600"}},
		{func(c *Config) { c.DiskReserveMB = 1 << 40 }, wants{"disk", Ill, "AUTOMACAO_DISK_RESERVE_MB"}},
		{func(c *Config) { c.SMTPURL = "smtp://ana:geheim@127.0.0.1:1?from=a@b.test" }, wants{"mail", Ill, "SMTP_URL"}},
		{func(*Config) {}, wants{"backups", Doubted, "set AUTOMACAO_BACKUP_TO"}},
		{func(c *Config) { c.BackupTo = c.Data }, wants{"backups", Ill, "there is none"}},
		{func(c *Config) { c.BackupTo = "/dev/null" }, wants{"backups", Ill, "cannot be read"}},
		{func(c *Config) { heldSince(t, c, 40*time.Hour) }, wants{"backups", Ill, "is 40h0m0s old"}},
		{func(c *Config) { heldSince(t, c, time.Hour) }, wants{"backups", Doubted, "AUTOMACAO_BACKUP_RECIPIENT"}},
		{func(c *Config) { heldSince(t, c, time.Hour); c.BackupRecipient = "age1x" }, wants{"backups", Well, "1h0m0s old"}},
		{func(c *Config) { c.BlobURL = "file:///dev/null" }, wants{"files", Ill, "cannot be written"}},
		{func(c *Config) { c.PublicURL = "http://automacao.test" }, wants{"public URL", Ill, "no https://"}},
		{func(c *Config) { c.PublicURL = elsewhere.URL }, wants{"public URL", Ill, "not this market"}},
		{func(c *Config) { c.PublicURL = here.URL }, wants{"public URL", Well, here.URL}},
		{func(c *Config) { c.PublicURL = "https://127.0.0.1:1" }, wants{"proxies", Doubted, "AUTOMACAO_TRUSTED_PROXIES"}},
		{func(c *Config) { c.TrustedProxies = []string{"0.0.0.0/0"} }, wants{"proxies", Ill, "every limit"}},
		{func(c *Config) { c.PublicURL, c.Demo = "https://127.0.0.1:1", true }, wants{"operator", Well, "demonstration"}},
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

// It sets the environment, so it cannot run beside the others.
// settingsOf is a file of settings with a mode.
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
	bucket := func(c *Config) { c.BlobURL = blobtest.URL(store.Addr()) }
	wants{"files", Well, "writes, reads and removes"}.check(t, examined(t, bucket))
	if store.Len() > 0 {
		t.Error("something is left")
	}
	store.Close()
	wants{"files", Ill, "cannot be reached"}.check(t, examined(t, bucket))
}

func TestADoctorLooksIntoTheDatabase(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)
	look := func() []Finding {
		return examined(t, func(c *Config) { c.DatabaseURL, c.LossySettings = db.URL, cluster.DurabilitySettings() })
	}
	wants{"schema", Ill, "automacao migrate"}.check(t, look())
	if err := queue.Migrate(t.Context(), db.Owner); err != nil {
		t.Fatal(err)
	}
	for _, want := range []wants{
		{"database", Well, ""}, {"schema", Well, ""}, {"roles", Well, ""}, {"policies", Well, ""}, {"clock", Well, ""}, {"accounts", Doubted, "automacao admin create"},
	} {
		want.check(t, look())
	}
	wants{"database", Ill, "AUTOMACAO_LOSSY_SETTINGS"}.check(t, examined(t, func(c *Config) { c.DatabaseURL = db.URL }))
	wants{"roles", Doubted, "the schema"}.check(t, examined(t, func(c *Config) { c.DatabaseURL = db.OwnerURL }))
	for _, statement := range []string{
		`ALTER TABLE public.skills NO FORCE ROW LEVEL SECURITY`,
		`WITH one AS (INSERT INTO auth.users (email) VALUES ('admin@automacao.demo') RETURNING id), two AS (INSERT INTO public.profiles (id, role, name) SELECT id, 'admin', 'Ana' FROM one RETURNING id)
		 INSERT INTO public.accounts (profile_id, email) SELECT id, 'admin@automacao.demo' FROM two`,
	} {
		if _, err := db.Owner.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	wants{"policies", Ill, "not forced for skills"}.check(t, look())
	wants{"accounts", Ill, "automacao admin block` for admin@automacao.demo"}.check(t, look())
}

func TestADoctorComparesClocks(t *testing.T) {
	t.Parallel()
	asked := time.Now()
	for skew, state := range map[time.Duration]string{0: Well, 50 * time.Second: Well, -time.Minute: Ill, 2 * time.Minute: Ill} {
		d := &doctor{}
		// The answer took a minute to come, in which the database may have said it.
		d.compareClocks(asked, asked.Add(skew), asked.Add(time.Minute))
		wants{"clock", state, ""}.check(t, d.found)
	}
}
