package conventions

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// callers are the files that open connections or start programs, each to an address from the
// settings or on this machine. One takes its address from a row that users write, and calls only
// the push services that it knows by name: the tests of internal/notify/push show what it refuses.
var callers = map[string]string{
	"institution/psp/asaas/client.go":      "the institution, at AUTOMACAO_PIX_URL; redirects are not followed",
	"institution/psp/open.go":              "the simulator of the settings, for demonstrations and tests",
	"institution/psp/simulado/simulado.go": "the simulator's webhook, at the address it was started with",
	"institution/psp/simulado/deliver.go":  "the simulator's webhook",
	"files/clamd/clamd.go":                 "the virus scanner of AUTOMACAO_CLAMD",
	"notify/mail/mail.go":                  "the mail server of SMTP_URL",
	"notify/push/push.go":                  "push services known by name, over https, without redirects and not into private networks",
	"files/blob/blob.go":                   "the object store of AUTOMACAO_BLOB_URL",
	"postgres/pool.go":                     "the database of DATABASE_URL and DATABASE_MIGRATE_URL",
	"app/health.go":                        "this server, at AUTOMACAO_ADDR",
	"app/doctor_address.go":                "this server, at AUTOMACAO_PUBLIC_URL",
	"postgres/cluster/account.go":          "PostgreSQL's own programs, as its user",
	"postgres/cluster/programs.go":         "PostgreSQL's own programs",
	"postgres/backup/place.go":             "the bucket that an operator keeps backups in",
	"postgres/backup/tools.go":             "pg_dump and pg_restore, on the database of the settings",
	"postgres/cluster/process_other.go":    "ps, about a process of our own",
	"site/answers.go":                      "nobody: the request goes to this process's own REST handler",
	"wire/auth/core/request.go":            "the captcha service of the settings; redirects are not followed",
	"wire/auth/hook/hook.go":               "keeps the client of wire/auth/hook/call.go",
	"wire/auth/hook/call.go":               "the operator's webhooks for sign-in, over https or on this machine; redirects are not followed",
	"wire/storage/rendered_cache.go":       "vips, on a picture that the server has encoded itself",
	"wire/functions/proxy.go":              "the functions server of --functions-proxy; redirects are told and not followed",
	"wire/client/client.go":                "measurements and attacks; not in the product",
	"wire/auth/fetch/fetch.go":             "providers of AUTOMACAO_FEDERATION_FILE, over https and not into private networks unless it says so",
	"wire/auth/organisation/store.go":      "metadata_url of identity providers, by the client of wire/auth/fetch",
	"wire/auth/external/server.go":         "keeps the client of wire/auth/fetch",
	"wire/auth/provider/idtoken.go":        "addresses of AUTOMACAO_FEDERATION_FILE, of presets and of issuers that an administrator adds, by the client of wire/auth/fetch",
	"wire/auth/provider/provider.go":       "addresses of AUTOMACAO_FEDERATION_FILE, of presets and of what a configured issuer describes, by the client of wire/auth/fetch",
}

// outward are the names that open a connection or start a program, by package.
var outward = map[string][]string{
	"net/http":          {"Client", "Get", "Post", "PostForm", "Head", "DefaultClient", "DefaultTransport", "Transport", "NewRequest", "NewRequestWithContext"},
	"net":               {"Dial", "DialTimeout", "DialTCP", "DialUDP", "DialUnix", "Dialer", "LookupHost", "LookupIP", "LookupAddr"},
	"crypto/tls":        {"Dial", "DialWithDialer", "Dialer"},
	"net/smtp":          {"Dial", "SendMail", "NewClient"},
	"net/http/httputil": {"ReverseProxy", "NewSingleHostReverseProxy"},
	"os/exec":           {"Command", "CommandContext"},

	"github.com/coder/websocket": {"Dial"}, "github.com/wneessen/go-mail": {"NewClient"}, "gocloud.dev/blob": {"OpenBucket"},
	"github.com/SherClockHolmes/webpush-go": {"SendNotification", "SendNotificationWithContext"},
}

// TestNothingFetchesWhatPeopleWrite checks that no member can make the server fetch an address of
// their choice: code that fetches takes no address from users, or only a few hosts by name.
func TestNothingFetchesWhatPeopleWrite(t *testing.T) {
	t.Parallel()
	found := map[string]bool{}
	eachFile(t, []string{"internal"}, func(path string) error {
		name := strings.TrimPrefix(path, "internal/")
		isTest := strings.HasSuffix(name, "_test.go") || strings.HasSuffix(filepath.Dir(name), "test")
		if isTest || filepath.Ext(name) != ".go" {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), fullPath(path), nil, 0)
		if err != nil {
			return err
		}
		if used := usesOutward(file); used != "" {
			found[name] = true
			if callers[name] == "" {
				t.Errorf("%s uses %s: say in callers which address it calls, or have it call none", name, used)
			}
		}
		return nil
	})
	for name := range callers {
		if !found[name] {
			t.Errorf("%s calls nobody (any more)", name)
		}
	}
	t.Attr("figure", "whoever opens a connection or starts a program: "+strings.Join(slices.Sorted(maps.Keys(found)), ", ")+"; none takes an address from people, but for notify/push/push.go those of known push services")
}

// usesOutward returns the name with which a file opens connections, or "".
func usesOutward(file *ast.File) (used string) {
	known := map[string][]string{}
	for _, imported := range file.Imports {
		path := strings.Trim(imported.Path.Value, `"`)
		name := path[strings.LastIndex(path, "/")+1:]
		if path == "github.com/wneessen/go-mail" {
			name = "mail"
		}
		if imported.Name != nil {
			name = imported.Name.Name
		}
		if names := outward[path]; names != nil {
			known[name] = names
		}
	}
	ast.Inspect(file, func(node ast.Node) bool {
		if selector, ok := node.(*ast.SelectorExpr); ok {
			if of, ok := selector.X.(*ast.Ident); ok && slices.Contains(known[of.Name], selector.Sel.Name) {
				used = of.Name + "." + selector.Sel.Name
			}
		}
		return true
	})
	return used
}
