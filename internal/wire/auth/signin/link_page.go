package signin

import (
	"html/template"
	"net/http"
	"net/url"
	"strings"
)

// linkPage asks the reader of a mail's link to press a button: mail filters open links but press no
// buttons. It has no script, and posts to its own URL.
var linkPage = template.Must(template.New("link").Parse(`<!doctype html>
<html lang="{{.Language}}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>{{.Title}}</title><style>` + linkStyle + `</style></head>
<body><main><h1>{{.Title}}</h1><p>{{.Ask}}</p>
<form method="post" action="verify"><input type="hidden" name="token" value="{{.Token}}"><input type="hidden" name="type" value="{{.Type}}"><input type="hidden" name="redirect_to" value="{{.RedirectTo}}"><button autofocus>{{.Button}}</button></form>
</main></body></html>
`))

const linkStyle = `body{font:1rem/1.6 system-ui,sans-serif;color-scheme:light dark;margin:0}main{max-width:28rem;margin:15vh auto;padding:0 1rem}button{font:inherit;padding:.75rem 1.5rem}`

// linkWords are the page's texts in one language.
type linkWords struct{ Language, Title, Ask, Button string }

var (
	linkEnglish    = linkWords{"en", "One more step", "Press the button to use the link of the e-mail that you were sent.", "Continue"}
	linkPortuguese = linkWords{"pt-BR", "Falta um passo", "Aperte o botão para usar o link do e-mail que você recebeu.", "Continuar"}
)

// showLinkPage answers GET and HEAD of a mail's link, without using the proof up.
func (s *Server) showLinkPage(w http.ResponseWriter, r *http.Request) error {
	asked := r.URL.Query()
	words := linkEnglish
	if strings.HasPrefix(strings.ToLower(r.Header.Get("Accept-Language")), "pt") {
		words = linkPortuguese
	}
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("X-Frame-Options", "DENY")
	header.Set("Vary", "Accept-Language")
	header.Set("Content-Security-Policy", linkPolicy(s.Config.Redirects.Target(asked.Get("redirect_to"))))
	w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodHead {
		return nil
	}
	// An error means that the reader is gone.
	_ = linkPage.Execute(w, struct {
		linkWords
		Token, Type, RedirectTo string
	}{words, asked.Get("token"), asked.Get("type"), asked.Get("redirect_to")})
	return nil
}

// linkPolicy allows the page to post to itself, and to be redirected from there to the site:
// browsers apply form-action to redirects too.
func linkPolicy(target string) string {
	action := "'self'"
	if parsed, err := url.Parse(target); err == nil && parsed.Scheme != "" && !strings.ContainsAny(parsed.Host, " ;,'") {
		if parsed.Host != "" && (parsed.Scheme == "http" || parsed.Scheme == "https") {
			action += " " + parsed.Scheme + "://" + parsed.Host
		} else {
			action += " " + parsed.Scheme + ":"
		}
	}
	return "default-src 'none'; style-src 'unsafe-inline'; form-action " + action + "; base-uri 'none'; frame-ancestors 'none'"
}
