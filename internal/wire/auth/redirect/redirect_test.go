package redirect

import (
	"net"
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/publicsuffix"

	"automacao/internal/kernel/leaktest"
)

// redirectCases are list entries with addresses that they allow and do not allow.
var redirectCases = []struct {
	entry         string
	passes, stays []string
}{
	{
		"https://*.loja.example/**",
		[]string{"https://a.loja.example/", "https://a.loja.example/x/y.html?z=1#w"},
		[]string{
			"https://loja.example/", "https://a.b.loja.example/", "https://a.loja.example", "http://a.loja.example/", "https://evil?x.loja.example/", "https://evil#x.loja.example/",
			"https://u@a.loja.example/", "https://a.loja.example@evil.example/", "https://evil.example/a.loja.example/", `https://evil\a.loja.example/`, "https://a.loja.example:@evil/", "https://%65vil.loja.example/", "https://a.loja.example/\n",
		},
	},
	{
		"https://**--time.netlify.app/**",
		[]string{"https://ramo--time.netlify.app/", "https://a.b--time.netlify.app/x"},
		[]string{"https://outro.netlify.app/", "https://evil.example/--time.netlify.app/", "https://evil?--time.netlify.app/x"},
	},
	{
		"https://loja.example/*/volta",
		[]string{"https://loja.example/a/volta", "https://loja.example/a/volta#x"},
		[]string{"https://loja.example/a/b/volta", "https://loja.example/a.b/volta", "https://loja.example/a/volta/", "https://loja.example/a"},
	},
	{
		"http://localhost:300?/[a-c]{x,y{1,2}}[!z]",
		[]string{"http://localhost:3000/ax1", "http://localhost:3009/cy2y"},
		[]string{"http://localhost:3000/dx1", "http://localhost:3000/ay3y", "http://localhost:3000/axz", "http://localhost:30001/ax1"},
	},
	{
		"http://localhost:3000**",
		[]string{"http://localhost:3000", "http://localhost:3000/a/b"},
		[]string{"http://localhost:3000@evil.example/", "http://localhost.evil.example:3000/"},
	},
	{"https://loja.example/volta?de=mail", []string{"https://loja.example/volta?de=mail#x"}, []string{"https://loja.example/volta", "https://loja.example/volta?de=mail2"}},
	{"https://loja.example?a=*", []string{"https://loja.example?a=1"}, []string{"https://loja.example/?a=1", "https://loja.examplexa=1"}},
	{`https://loja.example/a\?b=*`, []string{"https://loja.example/a?b=1"}, []string{"https://loja.example/axb=1"}},
	{"https://loja.example/#/volta", []string{"https://loja.example/#/volta"}, []string{"https://loja.example/#/outra"}},
	{"http://192.168.0.1:3000/**", nil, []string{"http://192.168.0.1:3000/"}},
	{"http://2130706433/**", nil, []string{"http://2130706433/"}},
	{"http://0x7f.1/**", nil, []string{"http://0x7f.1/"}},
	{"http://127.0.0.1:*/**", []string{"http://127.0.0.1:5173/x"}, []string{"http://127.0.0.2:5173/x"}},
	{"http://[::1]:3000/", []string{"http://[::1]:3000/"}, []string{"http://1:3000/"}},
	{"app.loja://**", []string{"app.loja://", "app.loja://volta/x"}, []string{"app.outra://volta", "app.loja://u@volta", "app.loja:x"}},
	{"exp://**", []string{"exp://projeto.exp.direct/--/volta"}, []string{"exp://10.0.0.1:8081/", "exp://167772161/"}},
}

func TestRedirectsFollowPatterns(t *testing.T) {
	t.Parallel()
	const site = "https://automacao.example"
	for _, c := range redirectCases {
		targets, err := Parse(site, []string{c.entry})
		if err != nil {
			t.Errorf("%s is refused: %v", c.entry, err)
		}
		for _, asked := range c.passes {
			if got := targets.Target(asked); got != asked {
				t.Errorf("%s does not let %s pass", c.entry, asked)
			}
		}
		for _, asked := range c.stays {
			if got := targets.Target(asked); got != site {
				t.Errorf("%s lets %q pass", c.entry, asked)
			}
		}
	}
}

func TestRedirectsStayAtHome(t *testing.T) {
	t.Parallel()
	const home = "https://automacao.example"
	targets, err := Parse(home, []string{"app://entrar"})
	if err != nil {
		t.Fatal(err)
	}
	for asked, want := range map[string]string{
		"":                            home,
		home + "/conta?x=1#y":         home + "/conta?x=1#y",
		"app://entrar":                "app://entrar",
		"app://entrar/mais":           home,
		"//evil.example":              home,
		`\\evil.example`:              home,
		home + `\@evil.example`:       home,
		home + "@evil.example":        home,
		home + ".evil.example":        home,
		"https://evil." + home[8:]:    home,
		"https://u:p@" + home[8:]:     home,
		home + ":444/":                home,
		"http://" + home[8:]:          home,
		"javascript:alert(1)":         home,
		"data:text/html,x":            home,
		home + "/\r\nSet-Cookie: a=b": home,
		"/conta":                      home,
	} {
		if got := targets.Target(asked); got != want {
			t.Errorf("%q leads to %q, want %q", asked, got, want)
		}
	}
}

func TestPatternsThatReachOthersAreRefused(t *testing.T) {
	t.Parallel()
	for _, entry := range []string{
		"*", "**", "https://**", "https://*", "https://*/volta", "*://loja.example/**", "https:**", "http*://loja.example/", "https://loja.example**", "https://*loja.example/", "https://*.com/**", "https://*.com.br/**",
		"https://loja.*/", "https://*.1/", "https://u:p@*.loja.example/", "https://*.loja.example@evil.example/", "javascript:**", "data:*", "JAVASCRIPT://*.loja.example/**", "volta/*", "https://*.loja.example/ x",
		"https://loja.example/[a", "https://loja.example/[]", "https://loja.example/[z-a]", "https://loja.example/{a", `https://loja.example/*\`, "https://*.{loja.example,com}/", "https://loja.example/{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}",
		"https://loja.example/*" + strings.Repeat("a", entryBytesMax), "https://é.example/*", "",
	} {
		if err := Check([]string{entry}); err == nil {
			t.Errorf("%q is taken", entry)
		}
	}
	if err := Check(slices.Repeat([]string{"https://loja.example/"}, entriesMax+1)); err == nil {
		t.Error("a list without an end is taken")
	}
}

// FuzzRedirect checks that a link leads only to the site or to what an entry of the list names, as
// a browser parses it: one address, or hosts of the domain after a wildcard.
func FuzzRedirect(f *testing.F) {
	// Inputs that earlier runs found.
	f.Add("https://listed.example/back", "https://app.example#00A0000000000")
	f.Add("0", "Https://app.example")
	f.Add("exp:**", "exp:/#000000uuuuuu%0#000===0000=====00000000000\x9b\x9b\"")
	f.Add("https://listed.example/back", "//:0000000\xe800")
	f.Add("https://listed.example/back", "https://app.example#A0A")
	f.Add("https://listed.example/back", "https://app.example#A\xbd\xbf0A")
	f.Add("http://1*.0.0.1:**", "http://127.0.0.1:51/x")
	f.Add("https://listed.example/back", "A0000000000000000")
	f.Add("https://listed.example/back", "https://app.example#00000000\x8f00a0")
	for _, asked := range []string{
		"", "https://app.example/x", "https://app.example.evil.com/", "//evil.com", `\\evil.com`, `https:\\evil.com`, "https://app.example@evil.com/", "https://app.example:443/", "javascript:alert(1)",
		"https:evil.com", "/\t/evil.com", "https://app.example/\r\nSet-Cookie: a", "HTTPS://APP.EXAMPLE/", "https://listed.example/back", "https://listed.example/back/", "data:text/html,x", "https://app.example/#access_token=x",
	} {
		f.Add("https://listed.example/back", asked)
		f.Add("https://*.listed.example/**", asked)
	}
	for _, c := range redirectCases {
		for _, asked := range slices.Concat(c.passes, c.stays) {
			f.Add(c.entry, asked)
		}
	}
	f.Fuzz(func(t *testing.T, entry, asked string) {
		targets, _ := Parse("https://app.example", []string{entry})
		leads := targets.Target(asked)
		if leads == targets.site {
			return
		}
		parsed, err := url.Parse(leads)
		if err != nil || leads != asked || strings.ContainsAny(leads, "\\\r\n\t ") {
			t.Fatalf("%q: %q leads to %q", entry, asked, leads)
		}
		with := WithFragment(WithQuery(leads, url.Values{"code": {"a b"}}), url.Values{"error": {asked}})
		if again, err := url.Parse(with); err != nil || again.Host != parsed.Host {
			t.Fatalf("%q: %q leads to %q", entry, leads, with)
		}
		if strings.HasPrefix(strings.ToLower(leads), "https://app.example") && parsed.Host == "app.example" && parsed.User == nil {
			return
		}
		bare, _, _ := strings.Cut(leads, "#")
		switch isPattern := strings.ContainsAny(entry, `*?[{\`); {
		case leads == entry || bare == entry:
		case !isPattern, parsed.User != nil, slices.Contains(inert, parsed.Scheme), !reaches(entry, leads, parsed):
			t.Fatalf("%q lets %q pass", entry, leads)
		}
	})
}

// reaches reports whether an entry names the domain of a host, as a browser parses it.
func reaches(entry, address string, parsed *url.URL) bool {
	if !slices.Contains(connects, parsed.Scheme) {
		return strings.HasPrefix(strings.ToLower(entry), parsed.Scheme+":") || strings.ContainsAny(entry, `[{\`)
	}
	_, rest, _ := strings.Cut(address, "://")
	if end := strings.IndexAny(rest, `/?#\`); end >= 0 {
		rest = rest[:end]
	}
	host, _, _ := strings.Cut(rest, ":")
	if ip := net.ParseIP(host); ip != nil {
		return ip.IsLoopback()
	}
	if strings.Contains(rest, "@") || host == "" || strings.Trim(host[strings.LastIndex(host, ".")+1:], "0123456789") == "" {
		return false
	}
	if strings.ContainsAny(entry, `[{\`) || strings.HasSuffix(host, ".localhost") {
		return true
	}
	domain, isICANN := publicsuffix.PublicSuffix(host)
	if isICANN || !strings.Contains(domain, ".") {
		if domain, _ = publicsuffix.EffectiveTLDPlusOne(host); domain == "" {
			return strings.Contains(entry, "//"+host)
		}
	}
	return strings.Contains(entry, "//"+host) || strings.Contains(entry, "."+domain)
}

func TestMain(m *testing.M) { leaktest.Main(m) }
