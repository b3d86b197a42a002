package authtest

import (
	"net/http"
	"net/url"
	"testing"

	"automacao/internal/wire/auth/core"
)

// FormFrom is the header of a form that a page of this origin posts.
func FormFrom(site string) http.Header {
	return http.Header{"Content-Type": {core.FormType}, "Sec-Fetch-Site": {site}}
}

// QueryOf returns the values in an address's query.
func QueryOf(t *testing.T, address string) url.Values {
	t.Helper()
	parsed, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return parsed.Query()
}

// FragmentOf returns the values in an address's fragment.
func FragmentOf(t *testing.T, address string) url.Values {
	t.Helper()
	parsed, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	values, err := url.ParseQuery(parsed.Fragment)
	if err != nil {
		t.Fatal(err)
	}
	return values
}
