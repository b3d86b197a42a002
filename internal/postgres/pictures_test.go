package postgres_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"automacao/internal/postgres"
	"automacao/internal/postgres/dbtest"
)

const (
	ownOrigin = "https://feira.exemplo.test"
	uploads   = "/storage/v1/object/public/public-uploads/"
)

// refusedPictures are addresses that a member might try to make other users load.
var refusedPictures = []string{
	"javascript:alert(1)", "JaVaScRiPt:alert(1)", "\tjavascript:alert(1)", "data:image/svg+xml;base64,PHN2Zz4=", "data:text/html,x", "blob:https://feira.exemplo.test/1",
	"vbscript:x", "file:///etc/passwd", "ftp://feira.exemplo.test" + uploads + "a", "x", "imagem.png", "avatars/a", "?x", "#x",
	"http://evil.test/a.png", "https://evil.test/a.png", "https://evil.test" + uploads + "a", "//evil.test/a.png", "//evil.test" + uploads + "a", "///evil.test/a", "/\\evil.test/a", "\\\\evil.test\\a",
	"http://feira.exemplo.test" + uploads + "a", "https://feira.exemplo.test.evil.test" + uploads + "a", "https://feira.exemplo.test@evil.test" + uploads + "a",
	"https://evil.test@feira.exemplo.test" + uploads + "a", "https://user:pw@feira.exemplo.test" + uploads + "a", "https://feira.exemplo.test:8443" + uploads + "a", "HTTPS://evil.test/a",
	"https:/evil.test/a", "https:evil.test/a", "https:\\\\evil.test\\a", "https://feira.exemplo.test\\@evil.test/a", "https://feira.exemplo.test\\" + uploads + "a",
	ownOrigin + "/rest/v1/profiles", ownOrigin + "/", ownOrigin, "/rest/v1/rpc/delete_account", "/auth/v1/logout", "/imagens/a.webp", "/storage/v1/object/sign/private/a", "/storage/v1/object/public/papers/a",
	uploads, uploads + "../papers/a", uploads + "a/../../papers/a", uploads + "%2e%2e/papers/a", uploads + "a/%2E%2E%2Fb", uploads + "a//b", uploads + ".hidden", uploads + "a\\..\\b", uploads + "a b",
	uploads + "a\"onerror=\"x", uploads + "a'b", uploads + "a<b", uploads + "a\nb", uploads + "a#b", uploads + "a?x=/../y", uploads + "%00", uploads + "%5c..",
	"https://cdn.exemplo.test.evil.test/a", "http://cdn.exemplo.test/a", "https://cdn.exemplo.test@evil.test/a", "https://cdn.exemplo.test\\a", "https://cdn.exemplo.test/a\"b", "https://cdn.exemplo.test/a b",
}

var acceptedPictures = []string{
	uploads + "avatars/0190b5a0-0000-7000-8000-000000000001-1", ownOrigin + uploads + "avatars/a-1.webp", ownOrigin + uploads + "avatars/a-1.webp?t=1700000000",
	uploads + "portfolio/a%20b(1).png", "https://cdn.exemplo.test/2026/a.png?w=100",
}

func allowOrigins(t *testing.T, db *dbtest.Database) {
	t.Helper()
	for name, value := range map[string]string{"storage_origins": "http://127.0.0.1:8080 " + ownOrigin, "picture_origins": "https://cdn.exemplo.test"} {
		fixture(t, db.Owner, `UPDATE private.settings SET value = $2 WHERE name = $1`, name, value)
	}
}

func TestAPictureIsOfOurStorageOrOfWhoIsAllowed(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)
	allowOrigins(t, db)
	fixture(t, db.Owner, `INSERT INTO auth.users (id) VALUES ($1)`, marina)
	fixture(t, db.Owner, `INSERT INTO public.profiles (id, role, name) VALUES ($1, 'professional', 'Marina')`, marina)
	fixture(t, db.Owner, `INSERT INTO public.portfolio_projects (profile_id, title, description, role) VALUES ($1, 'Envase', 'Linha', 'CLP')`, marina)
	columns := map[string]string{
		"avatar":    `UPDATE public.profiles SET avatar_url = $1`,
		"banner":    `UPDATE public.profiles SET banner_url = $1`,
		"portfolio": `UPDATE public.portfolio_projects SET image_urls = ARRAY['` + uploads + `a', $1]`,
		"exhibited": `INSERT INTO public.portfolio_projects (profile_id, title, description, role, image_urls) SELECT id, 'Envase', 'Linha', 'CLP', ARRAY[$1] FROM public.profiles`,
		"site":      `UPDATE public.site_images SET url = $1 WHERE key = 'landingHero'`,
	}
	refused := 0
	for column, statement := range columns {
		for _, address := range refusedPictures {
			if column == "site" && strings.HasPrefix(address, "/imagens/") {
				continue
			}
			_, err := db.Pool.Exec(t.Context(), statement, address)
			if refusal, ok := errors.AsType[*pgconn.PgError](err); !ok || !strings.Contains(refusal.Message, "picture_address_refused") {
				t.Errorf("%s of %q: %v", column, address, err)
				continue
			}
			refused++
		}
		for _, address := range acceptedPictures {
			err := pgx.BeginFunc(t.Context(), db.Pool, func(tx pgx.Tx) error {
				_, err := tx.Exec(t.Context(), statement, address)
				return err
			})
			if err != nil {
				t.Errorf("%s of %q: %v", column, address, err)
			}
		}
	}
	t.Attr("figure", fmt.Sprintf("%d addresses in %d columns: %d of %d refused", len(refusedPictures), len(columns), refused, len(columns)*len(refusedPictures)-1))
}

func TestAPictureThatStandsThereStaysWhenTheServerMoves(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)
	allowOrigins(t, db)
	fixture(t, db.Owner, `INSERT INTO auth.users (id) VALUES ($1)`, marina)
	fixture(t, db.Owner, `INSERT INTO public.profiles (id, role, name, avatar_url) VALUES ($1, 'professional', 'Marina', $2)`, marina, ownOrigin+uploads+"a")
	fixture(t, db.Owner, `UPDATE private.settings SET value = 'https://nova.exemplo.test' WHERE name = 'storage_origins'`)
	fixture(t, db.Pool, `UPDATE public.profiles SET avatar_url = avatar_url, headline = 'CLP'`)
	if _, err := db.Pool.Exec(t.Context(), `UPDATE public.profiles SET banner_url = $1`, ownOrigin+uploads+"b"); err == nil {
		t.Error("another one of the old address is taken")
	}
}

func TestStoredPicturesKeepTheirPathOrGo(t *testing.T) {
	t.Parallel()
	pool := before(t, "00281")
	fixture(t, pool, `INSERT INTO auth.users (id) VALUES ($1)`, marina)
	fixture(t, pool, `INSERT INTO storage.objects (bucket_id, name, owner, version, size_bytes, metadata) VALUES ('public-uploads', 'avatars/a-1', $1, $1, 1, '{}')`, marina)
	fixture(t, pool, `INSERT INTO public.profiles (id, role, name, avatar_url, banner_url) VALUES ($1, 'professional', 'Marina', $2, 'javascript:alert(1)')`,
		marina, "http://127.0.0.1:8080"+uploads+"avatars/a-1")
	fixture(t, pool, `INSERT INTO public.portfolio_projects (profile_id, title, description, role, image_urls) VALUES ($1, 'Envase', 'Linha', 'CLP', $2)`,
		marina, []string{"https://evil.test/a", "https://old.test" + uploads + "avatars/a-1", "https://evil.test" + uploads + "avatars/none"})
	fixture(t, pool, `UPDATE public.site_images SET url = CASE key WHEN 'landingHero' THEN 'https://evil.test/a' ELSE '//evil.test' END WHERE key IN ('landingHero', 'howItWorksFlowchart')`)
	if err := postgres.Migrate(t.Context(), pool.Config().ConnString(), silence); err != nil {
		t.Fatal(err)
	}
	got := textOf(t, pool, `SELECT concat_ws(' ', avatar_url, coalesce(banner_url, 'none'), (SELECT image_urls FROM public.portfolio_projects),
		(SELECT string_agg(url, ' ' ORDER BY key) FROM public.site_images WHERE key IN ('landingHero', 'howItWorksFlowchart'))) FROM public.profiles`)
	if want := uploads + "avatars/a-1 none {" + uploads + "avatars/a-1} /imagens/howItWorksFlowchart.svg /imagens/landingHero-1280.webp"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
