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

// TestABrowserHearsEarlyWhatAPageNeeds over HTTP/2, when it opens a page about
// data: the hints are those of the answer, and of links that the HTML has.
func TestABrowserHearsEarlyWhatAPageNeeds(t *testing.T) {
	b := setup(t)
	for name, one := range map[string]struct {
		path, mode string
		isHTTP2    bool
		want       bool
	}{
		"APageAboutData":  {somePage, "navigate", true, true},
		"ADirectory":      {"/projetos", "navigate", true, true},
		"AFixedPage":      {"/termos", "navigate", true, false},
		"WhatIsFetched":   {somePage, "cors", true, false},
		"WhatSaysNothing": {somePage, "", true, false},
		"OlderProtocol":   {somePage, "navigate", false, false},
	} {
		t.Run(name, func(t *testing.T) {
			early, answer, body := b.open(t, one.path, one.mode, one.isHTTP2)
			// An application that is not built has nothing to hint at.
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

// open asks a real server for a page as a browser does.
func (b bundle) open(t *testing.T, path, mode string, isHTTP2 bool) (early textproto.MIMEHeader, answer http.Header, body string) {
	t.Helper()
	server := httptest.NewUnstartedServer(b.site)
	spoken := new(http.Protocols)
	spoken.SetHTTP1(!isHTTP2)
	spoken.SetUnencryptedHTTP2(isHTTP2)
	server.Config.Protocols = spoken
	server.Start()
	defer server.Close()
	transport := &http.Transport{Protocols: spoken}
	defer transport.CloseIdleConnections()
	heard := httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{Got1xxResponse: func(status int, header textproto.MIMEHeader) error {
		early = header
		return nil
	}})
	request, err := http.NewRequestWithContext(heard, http.MethodGet, server.URL+path, nil)
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
