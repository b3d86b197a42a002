package signin

import (
	"context"
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/fault"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/message"
	"automacao/internal/wire/auth/redirect"
)

// VerifyGet is GET and HEAD /verify: a mail's link. If there is a page that asks the reader, it
// only redirects there.
func (s *Server) VerifyGet(w http.ResponseWriter, r *http.Request) error {
	switch {
	case s.Config.LinkPage != "":
		w.Header().Set("Referrer-Policy", "no-referrer")
		http.Redirect(w, r, redirect.WithFragment(s.Config.LinkPage, r.URL.Query()), http.StatusSeeOther)
		return nil
	case s.Config.OwnLinkPage:
		return s.showLinkPage(w, r)
	}
	return s.landLink(w, r, r.URL.Query())
}

// formMax bounds the form that LinkPage posts, in bytes.
const formMax = 4 << 10

// verifyForm accepts a link's proof only from this site: another site could sign a visitor in as
// somebody else.
func (s *Server) verifyForm(w http.ResponseWriter, r *http.Request) error {
	if from := r.Header.Get("Sec-Fetch-Site"); from != "" && from != "same-origin" {
		return core.Invalid("This form is posted by the site itself only")
	}
	r.Body = http.MaxBytesReader(w, r.Body, formMax)
	if err := r.ParseForm(); err != nil {
		return core.Invalid("Could not read the form")
	}
	return s.landLink(w, r, r.PostForm)
}

// landLink handles a link. Whatever happens, it redirects to the site with the outcome.
func (s *Server) landLink(w http.ResponseWriter, r *http.Request, values url.Values) error {
	target := s.Config.Redirects.Target(values.Get("redirect_to"))
	linkToken := values.Get("token")
	location, err := s.follow(r.Context(), linkToken, values.Get("type"), target)
	if err != nil {
		s.Log.DebugContext(r.Context(), "auth link refused", "error", err)
		location = failedLink(target, core.AsFault(err), strings.HasPrefix(linkToken, message.PKCEPrefix))
	}
	w.Header().Set("Referrer-Policy", "no-referrer")
	http.Redirect(w, r, location, http.StatusSeeOther)
	return nil
}

func (s *Server) follow(ctx context.Context, linkToken, linkType, target string) (string, error) {
	kinds, known := message.Verifiable[linkType]
	switch {
	case linkType == "":
		return "", core.Invalid("Verify requires a verification type")
	case linkToken == "":
		return "", core.Invalid("Verify requires a token or a token hash")
	case !known:
		return "", core.Invalid("Invalid email verification type")
	}
	var location string
	err := s.InTx(ctx, func(tx pgx.Tx) error {
		proved, err := s.messages.FindLink(ctx, tx, linkToken, kinds)
		if err != nil {
			return err
		}
		waiting, err := s.accept(ctx, tx, proved)
		if err != nil {
			return err
		}
		if waiting {
			location = waitingLink(target, proved.Flow != nil)
			return nil
		}
		location, err = s.arrive(ctx, tx, proved, linkType, target)
		return err
	})
	return location, err
}

// arrive returns the site's URL with a code, or with a session in its fragment.
func (s *Server) arrive(ctx context.Context, tx pgx.Tx, proved message.OneTime, linkType, target string) (string, error) {
	if proved.Flow != nil {
		code, err := s.messages.IssueCode(ctx, tx, *proved.Flow)
		return redirect.WithQuery(target, url.Values{"code": {code}}), err
	}
	out, err := s.sessions.Open(ctx, tx, proved.UserID, message.MethodOf(proved.Kind))
	if err != nil {
		return "", err
	}
	return redirect.WithFragment(target, url.Values{
		"access_token":  {out.AccessToken},
		"expires_at":    {strconv.FormatInt(out.ExpiresAt, 10)},
		"expires_in":    {strconv.Itoa(out.ExpiresIn)},
		"refresh_token": {out.RefreshToken},
		"sb":            {""},
		"token_type":    {out.TokenType},
		"type":          {linkType},
	}), nil
}

// waitingLink returns the site's URL with the message that the other address must still agree.
func waitingLink(target string, pkce bool) string {
	values := url.Values{"message": {OtherAddress}}
	if pkce {
		target = redirect.WithQuery(target, values)
	}
	values.Set("sb", "")
	return redirect.WithFragment(target, values)
}

func failedLink(target string, why *fault.Error, pkce bool) string {
	values := core.ErrorValues(why)
	if pkce {
		target = redirect.WithQuery(target, values)
	}
	values.Set("sb", "")
	return redirect.WithFragment(target, values)
}

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
