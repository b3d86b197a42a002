package app_test

import (
	"net"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"automacao/internal/app"
	"automacao/verify/apptest"
)

func TestASettingThatCannotBeUsedIsNamed(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(*app.Config){
		"AUTOMACAO_ADDR":             func(c *app.Config) { c.Addr = "nowhere" },
		"AUTOMACAO_METRICS_ADDR":     func(c *app.Config) { c.MetricsAddr = ":8080" },
		"AUTOMACAO_PASSWORD_MIN":     func(c *app.Config) { c.PasswordMin = 5 },
		"AUTOMACAO_ACCESS_TOKEN_TTL": func(c *app.Config) { c.AccessTokenTTL = time.Second },
		"AUTOMACAO_SHUTDOWN_TIMEOUT": func(c *app.Config) { c.ShutdownTimeout = 0 },
		"AUTOMACAO_PICTURES_MB":      func(c *app.Config) { c.PicturesMB = 4097 },
		"AUTOMACAO_CLAMD":            func(c *app.Config) { c.Clamd = "clamav:3310" },
		"AUTOMACAO_SLOW_AFTER":       func(c *app.Config) { c.SlowAfter = -1 },
		"AUTOMACAO_JWT_SECRET":       func(c *app.Config) { c.JWTSecret = "short" },
		"AUTOMACAO_BARS_KEY":         func(c *app.Config) { c.BarsKey = "c2hvcnQ" },
		"AUTOMACAO_PUSH_KEY":         func(c *app.Config) { c.PushKey = "c2hvcnQ" },
		"AUTOMACAO_PUSH_ORIGINS":     func(c *app.Config) { c.PushOrigins = []string{"http://push.exemplo.test"} },
		"AUTOMACAO_PUBLIC_URL":       func(c *app.Config) { c.PublicURL = "automacao.ind.br" },
		"DATABASE_URL":               func(c *app.Config) { c.DatabaseURL = "mysql://root:secret@db/x" },
		"AUTOMACAO_LOSSY_SETTINGS":   func(c *app.Config) { c.LossySettings = []string{"work_mem"} },
		"AUTOMACAO_PG_SETTINGS":      func(c *app.Config) { c.PGSettings = []string{"fsync=off"} },
		"DATABASE_MIGRATE_URL":       func(c *app.Config) { c.MigrateURL = "postgres://root:secret@db/x" },
		"DATABASE_DIRECT_URL":        func(c *app.Config) { c.DirectURL = "postgres://root:secret@db/x" },
		"SMTP_URL":                   func(c *app.Config) { c.SMTPURL = "http://mail" },
		"AUTOMACAO_CONTACT":          func(c *app.Config) { c.Contact = "somebody" },
		"AUTOMACAO_OPERATOR":         func(c *app.Config) { c.Operator = "Automação Indústria Ltda; 11.222.333/0001-82; Campinas/SP" },
		"AUTOMACAO_PICTURE_ORIGINS":  func(c *app.Config) { c.PictureOrigins = []string{"http://cdn.exemplo.test"} },
		"AUTOMACAO_PAGES_OFF":        func(c *app.Config) { c.PagesOff = []string{"/auth"} },
		"AUTOMACAO_LIMITS":           func(c *app.Config) { c.Limits = []string{"reads=many"} },
		"AUTOMACAO_FEE_PERCENT":      func(c *app.Config) { c.FeePercent = "10.005" },
		"BLOB_URL":                   func(c *app.Config) { c.BlobURL = "s4://root:secret@bucket" },
		"AUTOMACAO_PIX_URL":          func(c *app.Config) { c.PixURL = "asaas://root:secret@" },
		"AUTOMACAO_SEAL_KEYS":        func(c *app.Config) { c.SealKeys = "short" },
		"AUTOMACAO_FEDERATION_FILE":  func(c *app.Config) { c.FederationFile = "config_test.go" },
		"AUTOMACAO_ALLOWED_ORIGINS":  func(c *app.Config) { c.AllowedOrigins = []string{"app.exemplo.test"} },
		"AUTOMACAO_TRUSTED_PROXIES":  func(c *app.Config) { c.TrustedProxies = []string{"10.0.0.1"} },
	} {
		cfg := apptest.Config()
		if err := cfg.Check(); err != nil {
			t.Fatal(err)
		}
		spoil(&cfg)
		err := cfg.Check()
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
		if err != nil && strings.Contains(err.Error(), "secret@") {
			t.Errorf("%s: the password is told: %v", name, err)
		}
	}
}

func TestAnAddressHasAPort(t *testing.T) {
	t.Parallel()
	for addr, usable := range map[string]bool{
		"127.0.0.1:8080": true, ":8080": true, "[::1]:65535": true, "localhost:0": true,
		":99999999": false, ":65536": false, ":-1": false, ":http": false, "127.0.0.1": false, ":": false, "": false,
	} {
		cfg := apptest.Config()
		cfg.Addr = addr
		if err := cfg.Check(); (err == nil) != usable {
			t.Errorf("%q: %v", addr, err)
		}
	}
}

func TestTheFeeIsReadExactly(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int64{"": 1000, "0": 0, "12.5": 1250, "0.07": 7, "50": 5000} {
		cfg := apptest.Config()
		cfg.FeePercent = text
		if got, err := cfg.FeeBasisPoints(); err != nil || got != want {
			t.Errorf("%q is %d, %v", text, got, err)
		}
	}
	for _, text := range []string{"50.01", "-1", "10%", "1e1", "10,5"} {
		cfg := apptest.Config()
		cfg.FeePercent = text
		if got, err := cfg.FeeBasisPoints(); err == nil {
			t.Errorf("%q is %d", text, got)
		}
	}
}

func TestContactAddress(t *testing.T) {
	t.Parallel()
	for publicURL, want := range map[string]string{
		"https://www.automacao.ind.br:8443": "contato@automacao.ind.br",
		"https://automacao.ind.br":          "contato@automacao.ind.br",
		"http://10.0.0.7":                   "contato@localhost",
		"":                                  "contato@localhost",
	} {
		cfg := apptest.Config()
		cfg.PublicURL = publicURL
		if got := cfg.ContactAddress(); got != want {
			t.Errorf("%q: %s", publicURL, got)
		}
	}
	cfg := apptest.Config()
	cfg.Contact = "dpo@automacao.ind.br"
	if got := cfg.ContactAddress(); got != "dpo@automacao.ind.br" {
		t.Errorf("got %s", got)
	}
}

// TestTheReferenceListsEverySetting checks that the reference lists every setting by its name, and
// nothing else.
func TestTheReferenceListsEverySetting(t *testing.T) {
	t.Parallel()
	reference, err := os.ReadFile("../../docs/reference/settings.md")
	if err != nil {
		t.Fatal(err)
	}
	var settings, listed []string
	for field := range reflect.TypeFor[app.Config]().Fields() {
		if name := field.Tag.Get("env"); name != "" {
			settings = append(settings, name)
		}
	}
	for line := range strings.Lines(string(reference)) {
		if cells := strings.Split(line, " | "); len(cells) > 1 && strings.HasPrefix(line, "| `--") && cells[1] != "-" {
			listed = append(listed, strings.Trim(cells[1], "`"))
		}
	}
	slices.Sort(settings)
	slices.Sort(listed)
	if !slices.Equal(settings, listed) {
		t.Errorf("the settings are\n%v\nand docs/reference/settings.md lists\n%v", settings, listed)
	}
}

func TestWhoOperatesIsSaid(t *testing.T) {
	t.Parallel()
	const named = "Automação Indústria Ltda; 11222333000181; Rua das Válvulas, 10, Campinas/SP"
	for want, spoil := range map[string]func(*app.Config){
		"Operado por Automação Indústria Ltda, CNPJ 11.222.333/0001-81, Rua das Válvulas, 10, Campinas/SP.": func(c *app.Config) { c.Operator, c.Demo = named, true },
		"Demonstração: nenhuma empresa opera este endereço.":                                                func(c *app.Config) { c.Demo = true },
		"Quem opera este endereço ainda não se identificou.":                                                func(c *app.Config) {},
	} {
		cfg := apptest.Config()
		spoil(&cfg)
		if got := cfg.OperatedBy(); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
	for _, text := range []string{"Automação Indústria Ltda", "Ltda; 11222333000181", "; 11222333000181; Campinas", "Ltda; ; Campinas"} {
		cfg := apptest.Config()
		cfg.Operator = text
		if err := cfg.Check(); err == nil {
			t.Errorf("%q is accepted", text)
		}
	}
}

func TestTheServerKnowsWhereItsPicturesAre(t *testing.T) {
	t.Parallel()
	local, everywhere := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080}, &net.TCPAddr{IP: net.IPv4zero, Port: 8080}
	for _, c := range []struct {
		public    string
		listening net.Addr
		want      string
		not       string
	}{
		{"", local, "http://localhost:8080", "https://feira.exemplo.test"},
		{"", everywhere, "http://127.0.0.1:8080", "http://localhost"},
		{"http://localhost:9000", local, "http://localhost:9000", "http://evil.test"},
		{"https://feira.exemplo.test/loja", everywhere, "https://feira.exemplo.test", "http://127.0.0.1:8080"},
	} {
		cfg := apptest.Config()
		cfg.PublicURL = c.public
		if got := cfg.StorageOrigins(c.listening); !slices.Contains(got, c.want) || slices.Contains(got, c.not) {
			t.Errorf("%q on %s has %v", c.public, c.listening, got)
		}
	}
}
