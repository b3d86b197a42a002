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
		s := write(t, `{"members": {"zone": {"path": "/z"}, "admin": {"path": "/z/admin"}}, "data": {"thing": {"path": "/t/:thingId"}}, "notices": {"report": "admin?aba=x", "thing": "thing"}}`)
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

	t.Run("PagesStandUnderTheirGuards", func(t *testing.T) {
		t.Parallel()
		s := write(t, `{"public": {"home": {"path": "/", "page": "home", "title": ""}},
			"members": {"zone": {"path": "/z"}, "desk": {"path": "/z/d", "page": "the-desk", "roles": ["admin"]}, "talk": {"path": "/z/t", "page": "talk"},
			"pay": {"path": "/z/p", "page": "pay", "roles": ["admin"], "right": "pay"}}}`)
		text, err := s.webPages(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		const wanted = "= [\n  members(\n    page(ROUTES.talk, () => import('@/pages/talk'), 'TalkPage'),\n  ),\n" +
			"  only(\n    ['admin'],\n    page(ROUTES.desk, () => import('@/pages/the-desk'), 'TheDeskPage'),\n" +
			"    who(\n      'pay',\n      page(ROUTES.pay, () => import('@/pages/pay'), 'PayPage'),\n    ),\n  ),\n]\n"
		if !strings.HasSuffix(string(text), wanted) || !strings.Contains(string(text), "= [\n  page(ROUTES.home, () => import('@/pages/home'), 'HomePage'),\n]") {
			t.Errorf("got\n%s", text)
		}
	})

	t.Run("AnUnknownWordFails", func(t *testing.T) {
		t.Parallel()
		s := write(t, `{"members": {"zone": {"path": "/z", "role": "admin"}}}`)
		if _, err := s.webPages(t.Context()); err == nil || !strings.Contains(err.Error(), `"role"`) {
			t.Errorf("got %v", err)
		}
	})

	t.Run("ANoticeThatLeadsNowhereFails", func(t *testing.T) {
		t.Parallel()
		s := write(t, `{"members": {"zone": {"path": "/z"}}, "notices": {"report": "admin"}}`)
		if _, err := s.webRoutes(t.Context()); err == nil || !strings.Contains(err.Error(), `"admin"`) {
			t.Errorf("got %v", err)
		}
	})
}
