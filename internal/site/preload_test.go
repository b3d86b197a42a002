package site_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"net/textproto"
	"slices"
	"strings"
	"testing"
)

const somePage = "/projetos/00000000-0000-7000-8000-000000000000"

// TestABrowserHearsEarlyWhatAPageNeeds checks the early hints over HTTP/2 when a browser opens a
// page about data: they equal the hints of the answer, and the HTML contains their links.
func TestABrowserHearsEarlyWhatAPageNeeds(t *testing.T) {
	b := setup(t)
	for name, one := range map[string]struct {
		path, mode string
		isHTTP2    bool
		want       bool
	}{
		"APageAboutData": {somePage, "navigate", true, true},
		"ADirectory":     {"/projetos", "navigate", true, true},
		"AFixedPage":     {"/termos", "navigate", true, false},
		"AFetch":         {somePage, "cors", true, false},
		"WithoutAMode":   {somePage, "", true, false},
		"OlderProtocol":  {somePage, "navigate", false, false},
	} {
		t.Run(name, func(t *testing.T) {
			early, answer, body := b.open(t, one.path, one.mode, one.isHTTP2)
			// Without a build there is nothing to hint at.
			if isBuilt := len(answer["Link"]) > 0; (early != nil) != (one.want && isBuilt) {
				t.Fatalf("early hints: %v", early)
			}
			if early != nil && !slices.Equal(early["Link"], answer["Link"]) {
				t.Errorf("%v, then %v", early["Link"], answer["Link"])
			}
			for _, hint := range answer["Link"] {
				address, _, _ := strings.Cut(strings.TrimPrefix(hint, "<"), ">")
				if !strings.Contains(body, `href="`+address+`"`) {
					t.Errorf("the document does not ask for %s", address)
				}
			}
		})
	}
}

// open requests a page from a real server as a browser does.
func (b bundle) open(t *testing.T, path, mode string, isHTTP2 bool) (early textproto.MIMEHeader, answer http.Header, body string) {
	t.Helper()
	server := httptest.NewUnstartedServer(b.site)
	protocols := new(http.Protocols)
	protocols.SetHTTP1(!isHTTP2)
	protocols.SetUnencryptedHTTP2(isHTTP2)
	server.Config.Protocols = protocols
	server.Start()
	defer server.Close()
	transport := &http.Transport{Protocols: protocols}
	defer transport.CloseIdleConnections()
	traced := httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{Got1xxResponse: func(status int, header textproto.MIMEHeader) error {
		early = header
		return nil
	}})
	request, err := http.NewRequestWithContext(traced, http.MethodGet, server.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	if mode != "" {
		request.Header.Set("Sec-Fetch-Mode", mode)
	}
	response, err := transport.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	var whole strings.Builder
	if _, err := io.Copy(&whole, response.Body); err != nil {
		t.Fatal(err)
	}
	return early, response.Header, whole.String()
}
