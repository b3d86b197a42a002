package app

import (
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

func valid() Config {
	return Config{Addr: "127.0.0.1:8080", PasswordMin: 6, AccessTokenTTL: 15 * time.Minute, ShutdownTimeout: 10 * time.Second}
}

func TestASettingThatCannotBeUsedIsNamed(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(*Config){
		"AUTOMACAO_ADDR":             func(c *Config) { c.Addr = "nowhere" },
		"AUTOMACAO_METRICS_ADDR":     func(c *Config) { c.MetricsAddr = ":8080" },
		"AUTOMACAO_PASSWORD_MIN":     func(c *Config) { c.PasswordMin = 5 },
		"AUTOMACAO_ACCESS_TOKEN_TTL": func(c *Config) { c.AccessTokenTTL = time.Second },
		"AUTOMACAO_SHUTDOWN_TIMEOUT": func(c *Config) { c.ShutdownTimeout = 0 },
		"AUTOMACAO_PICTURES_MB":      func(c *Config) { c.PicturesMB = 4097 },
		"AUTOMACAO_CLAMD":            func(c *Config) { c.Clamd = "clamav:3310" },
		"AUTOMACAO_SLOW_AFTER":       func(c *Config) { c.SlowAfter = -1 },
		"AUTOMACAO_JWT_SECRET":       func(c *Config) { c.JWTSecret = "short" },
		"AUTOMACAO_BARS_KEY":         func(c *Config) { c.BarsKey = "c2hvcnQ" },
		"AUTOMACAO_PUSH_KEY":         func(c *Config) { c.PushKey = "c2hvcnQ" },
		"AUTOMACAO_PUSH_ORIGINS":     func(c *Config) { c.PushOrigins = []string{"http://push.exemplo.test"} },
		"AUTOMACAO_PUBLIC_URL":       func(c *Config) { c.PublicURL = "automacao.ind.br" },
		"DATABASE_URL":               func(c *Config) { c.DatabaseURL = "mysql://root:secret@db/x" },
		"AUTOMACAO_LOSSY_SETTINGS":   func(c *Config) { c.LossySettings = []string{"work_mem"} },
		"AUTOMACAO_PG_SETTINGS":      func(c *Config) { c.PGSettings = []string{"fsync=off"} },
		"DATABASE_MIGRATE_URL":       func(c *Config) { c.MigrateURL = "postgres://root:secret@db/x" },
		"DATABASE_DIRECT_URL":        func(c *Config) { c.DirectURL = "postgres://root:secret@db/x" },
		"SMTP_URL":                   func(c *Config) { c.SMTPURL = "http://mail" },
		"AUTOMACAO_CONTACT":          func(c *Config) { c.Contact = "somebody" },
		"AUTOMACAO_OPERATOR":         func(c *Config) { c.Operator = "Automação Indústria Ltda; 11.222.333/0001-82; Campinas/SP" },
		"AUTOMACAO_PICTURE_ORIGINS":  func(c *Config) { c.PictureOrigins = []string{"http://cdn.exemplo.test"} },
		"AUTOMACAO_PAGES_OFF":        func(c *Config) { c.PagesOff = []string{"/auth"} },
		"AUTOMACAO_LIMITS":           func(c *Config) { c.Limits = []string{"reads=many"} },
		"AUTOMACAO_FEE_PERCENT":      func(c *Config) { c.FeePercent = "10.005" },
		"BLOB_URL":                   func(c *Config) { c.BlobURL = "s4://root:secret@bucket" },
		"AUTOMACAO_PIX_URL":          func(c *Config) { c.PixURL = "asaas://root:secret@" },
		"AUTOMACAO_SEAL_KEYS":        func(c *Config) { c.SealKeys = "short" },
		"AUTOMACAO_FEDERATION_FILE":  func(c *Config) { c.FederationFile = "config_test.go" },
		"AUTOMACAO_ALLOWED_ORIGINS":  func(c *Config) { c.AllowedOrigins = []string{"app.exemplo.test"} },
		"AUTOMACAO_TRUSTED_PROXIES":  func(c *Config) { c.TrustedProxies = []string{"10.0.0.1"} },
	} {
		cfg := valid()
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
		cfg := valid()
		cfg.Addr = addr
		if err := cfg.Check(); (err == nil) != usable {
			t.Errorf("%q: %v", addr, err)
		}
	}
}

func TestTheFeeIsReadExactly(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int64{"": 1000, "0": 0, "12.5": 1250, "0.07": 7, "50": 5000} {
		cfg := valid()
		cfg.FeePercent = text
		if got, err := cfg.feeBasisPoints(); err != nil || got != want {
			t.Errorf("%q is %d, %v", text, got, err)
		}
	}
	for _, text := range []string{"50.01", "-1", "10%", "1e1", "10,5"} {
		cfg := valid()
		cfg.FeePercent = text
		if got, err := cfg.feeBasisPoints(); err == nil {
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
		cfg := valid()
		cfg.PublicURL = publicURL
		if got := cfg.ContactAddress(); got != want {
			t.Errorf("%q: %s", publicURL, got)
		}
	}
	cfg := valid()
	cfg.Contact = "dpo@automacao.ind.br"
	if got := cfg.ContactAddress(); got != "dpo@automacao.ind.br" {
		t.Errorf("got %s", got)
	}
}

// TestTheReferenceListsEverySetting under the name it is set by, and no other.
func TestTheReferenceListsEverySetting(t *testing.T) {
	t.Parallel()
	reference, err := os.ReadFile("../../docs/reference/settings.md")
	if err != nil {
		t.Fatal(err)
	}
	var settings, listed []string
	for field := range reflect.TypeFor[Config]().Fields() {
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
	for want, spoil := range map[string]func(*Config){
		"Operado por Automação Indústria Ltda, CNPJ 11.222.333/0001-81, Rua das Válvulas, 10, Campinas/SP.": func(c *Config) { c.Operator, c.Demo = named, true },
		"Demonstração: nenhuma empresa opera este endereço.":                                                func(c *Config) { c.Demo = true },
		"Quem opera este endereço ainda não se identificou.":                                                func(c *Config) {},
	} {
		cfg := valid()
		spoil(&cfg)
		if got := cfg.operatedBy(); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
	for _, text := range []string{"Automação Indústria Ltda", "Ltda; 11222333000181", "; 11222333000181; Campinas", "Ltda; ; Campinas"} {
		cfg := valid()
		cfg.Operator = text
		if err := cfg.Check(); err == nil {
			t.Errorf("%q is accepted", text)
		}
	}
}
