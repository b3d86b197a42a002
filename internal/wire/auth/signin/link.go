package signin

import (
	"context"
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
