package core_test

import (
	"net/http"
	"reflect"
	"testing"

	"automacao/internal/wire/auth/authtest"
	"automacao/internal/wire/auth/core"
)

func TestErrorsBeforeTheirCodesHadNames(t *testing.T) {
	b := authtest.Setup(t)
	got := b.Do(authtest.Request{Method: "POST", Path: "/token?grant_type=password", Body: map[string]any{"email": authtest.Marina, "password": "x"}, Header: http.Header{core.VersionHeader: {""}}})
	want := map[string]any{"code": 400.0, "error_code": "invalid_credentials", "msg": "Invalid login credentials"}
	if !reflect.DeepEqual(got.Body, want) || got.Header.Get(core.VersionHeader) != "" {
		t.Errorf("got %v, want %v", got.Body, want)
	}
	got = b.TryPassword(authtest.Marina, "x", authtest.HomeIP)
	want = map[string]any{"code": "invalid_credentials", "message": "Invalid login credentials"}
	if !reflect.DeepEqual(got.Body, want) || got.Header.Get(core.VersionHeader) != core.CodesVersion || got.Header.Get("X-Sb-Error-Code") != "invalid_credentials" {
		t.Errorf("got %v with %v", got.Body, got.Header)
	}
}
