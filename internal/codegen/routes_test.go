package codegen

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRoutes(t *testing.T) {
	t.Parallel()
	write := func(t *testing.T, text string) Sources {
		t.Helper()
		root := t.TempDir()
		path := filepath.Join(root, filepath.FromSlash(routesSource))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return Sources{Root: root}
	}

	t.Run("PagesAndNoticesAreWrittenInTheirOrder", func(t *testing.T) {
		t.Parallel()
		s := write(t, `{"members": {"zone": "/z", "admin": "/z/admin"}, "data": {"thing": "/t/:thingId"}, "notices": {"report": "admin?aba=x", "thing": "thing"}}`)
		inGo, err := s.goRoutes(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		inWeb, err := s.webRoutes(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for text, wanted := range map[string][]string{
			string(inGo):  {"Zone  = \"/z\"\n\tAdmin = \"/z/admin\"", "var members = []string{\n\tZone,\n\tAdmin,\n}", `"report": "/z/admin?aba=x"`},
			string(inWeb): {"  zone: '/z',\n  admin: '/z/admin',\n  thing: '/t/:thingId',\n", "  report: '/z/admin?aba=x',\n  thing: '/t/:thingId',\n"},
		} {
			for _, part := range wanted {
				if !strings.Contains(text, part) {
					t.Errorf("%q is missing in\n%s", part, text)
				}
			}
		}
	})

	t.Run("ANoticeThatLeadsNowhereFails", func(t *testing.T) {
		t.Parallel()
		s := write(t, `{"members": {"zone": "/z"}, "notices": {"report": "admin"}}`)
		if _, err := s.webRoutes(t.Context()); err == nil || !strings.Contains(err.Error(), `"admin"`) {
			t.Errorf("got %v", err)
		}
	})
}
