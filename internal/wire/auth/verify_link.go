package auth

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/fault"
)

// verifyGet is GET and HEAD /verify: a mail's link. If there is a page that asks the reader, it
// only redirects there.
func (s *Server) verifyGet(w http.ResponseWriter, r *http.Request) error {
	switch {
	case s.cfg.LinkPage != "":
		w.Header().Set("Referrer-Policy", "no-referrer")
		http.Redirect(w, r, withFragment(s.cfg.LinkPage, r.URL.Query()), http.StatusSeeOther)
		return nil
	case s.cfg.OwnLinkPage:
		return s.showLinkPage(w, r)
	}
	return s.landLink(w, r, r.URL.Query())
}

// These bound the form that LinkPage posts.
const (
	formType = "application/x-www-form-urlencoded"
	formMax  = 4 << 10
)

// verifyForm accepts a link's proof only from this site: another site could sign a visitor in as
// somebody else.
func (s *Server) verifyForm(w http.ResponseWriter, r *http.Request) error {
	if from := r.Header.Get("Sec-Fetch-Site"); from != "" && from != "same-origin" {
		return invalid("This form is posted by the site itself only")
	}
	r.Body = http.MaxBytesReader(w, r.Body, formMax)
	if err := r.ParseForm(); err != nil {
		return invalid("Could not read the form")
	}
	return s.landLink(w, r, r.PostForm)
}

// landLink handles a link. Whatever happens, it redirects to the site with the outcome.
func (s *Server) landLink(w http.ResponseWriter, r *http.Request, values url.Values) error {
	target := s.cfg.redirects.target(values.Get("redirect_to"))
	linkToken := values.Get("token")
	location, err := s.follow(r.Context(), linkToken, values.Get("type"), target)
	if err != nil {
		s.log.DebugContext(r.Context(), "auth link refused", "error", err)
		location = failedLink(target, asFault(err), strings.HasPrefix(linkToken, pkcePrefix))
	}
	w.Header().Set("Referrer-Policy", "no-referrer")
	http.Redirect(w, r, location, http.StatusSeeOther)
	return nil
}

func (s *Server) follow(ctx context.Context, linkToken, linkType, target string) (string, error) {
	kinds, known := verifiable[linkType]
	switch {
	case linkType == "":
		return "", invalid("Verify requires a verification type")
	case linkToken == "":
		return "", invalid("Verify requires a token or a token hash")
	case !known:
		return "", invalid("Invalid email verification type")
	}
	var location string
	err := s.inTx(ctx, func(tx pgx.Tx) error {
		proved, err := s.findLink(ctx, tx, linkToken, kinds)
		if err != nil {
			return err
		}
		waiting, err := s.accept(ctx, tx, proved)
		if err != nil {
			return err
		}
		if waiting {
			location = waitingLink(target, proved.flow != nil)
			return nil
		}
		location, err = s.arrive(ctx, tx, proved, linkType, target)
		return err
	})
	return location, err
}

// arrive returns the site's URL with a code, or with a session in its fragment.
func (s *Server) arrive(ctx context.Context, tx pgx.Tx, proved oneTime, linkType, target string) (string, error) {
	if proved.flow != nil {
		code, err := s.issueCode(ctx, tx, *proved.flow)
		return withQuery(target, url.Values{"code": {code}}), err
	}
	out, err := s.openSession(ctx, tx, proved.userID, methodOf(proved.kind))
	if err != nil {
		return "", err
	}
	return withFragment(target, url.Values{
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
	values := url.Values{"message": {otherAddress}}
	if pkce {
		target = withQuery(target, values)
	}
	values.Set("sb", "")
	return withFragment(target, values)
}

func failedLink(target string, why *fault.Error, pkce bool) string {
	values := errorValues(why)
	if pkce {
		target = withQuery(target, values)
	}
	values.Set("sb", "")
	return withFragment(target, values)
}
