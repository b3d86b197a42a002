package storage

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"
)

func TestWhoMayWriteWhere(t *testing.T) {
	t.Parallel()
	b := setup(t, Config{})
	own := marina.String()
	allowed := func(who ...any) map[any]bool {
		names := map[any]bool{"service_role": true}
		for _, each := range who {
			names[each] = true
		}
		return names
	}
	for key, may := range map[string]map[any]bool{
		"avatars/" + own + "-1.png":                  allowed(marina),
		"banners/" + own + "-1.png":                  allowed(marina),
		"portfolio/" + own + "-1.png":                allowed(marina),
		"portfolio/" + own + "/deep/1.png":           allowed(marina),
		"avatars/" + own + "/1.png":                  allowed(),
		"avatars/" + own + "-x/1.png":                allowed(),
		"avatars/" + own + ".png":                    allowed(),
		"avatars/" + strings.ToUpper(own) + "-1.png": allowed(),
		"avatars/1.png":                              allowed(),
		"portfolio/" + serraAzul.String() + "/1.png": allowed(serraAzul),
		"site-images/hero.png":                       allowed(admin),
		"site-images":                                allowed(),
		"elsewhere/" + own + "-1.png":                allowed(),
		own + "-1.png":                               allowed(),
	} {
		for _, who := range []any{nil, "anon", marina, serraAzul, admin, "service_role"} {
			code := "AccessDenied"
			if may[who] {
				code = ""
			}
			b.want(b.put(who, key, pngOf(1, 1), "X-Upsert", "true"), code)
			b.want(b.do(who, http.MethodPost, "/object/upload/sign/"+uploads+"/"+key, nil, "X-Upsert", "true"), code)
			if t.Failed() {
				t.Fatalf("%v on %s", who, key)
			}
		}
	}
}

func TestSomebodyElsesFile(t *testing.T) {
	t.Parallel()
	b := setup(t, Config{})
	theirs, mine := "portfolio/"+serraAzul.String()+"/1.png", "portfolio/"+marina.String()+"/1.png"
	b.want(b.put(serraAzul, theirs, pngOf(1, 1)), "")
	b.want(b.put(marina, mine, pngOf(1, 1)), "")
	relocate := func(from, to string) string {
		return fmt.Sprintf(`{"bucketId":%q,"sourceKey":%q,"destinationKey":%q}`, uploads, from, to)
	}
	for fact, got := range map[string]struct {
		answer
		code string
	}{
		"CannotBeReplaced":      {b.put(marina, theirs, pngOf(1, 1), "X-Upsert", "true"), "AccessDenied"},
		"CannotBeReadPrivately": {b.do(marina, "GET", "/object/authenticated/"+uploads+"/"+theirs, nil), "NoSuchKey"},
		"CannotBeDescribed":     {b.do(marina, "GET", "/object/info/"+uploads+"/"+theirs, nil), "NoSuchKey"},
		"CannotBeRemoved":       {b.do(marina, "DELETE", "/object/"+uploads+"/"+theirs, nil), "NoSuchKey"},
		"CannotBeMoved":         {b.json(marina, "POST", "/object/move", relocate(theirs, mine+"2")), "NoSuchKey"},
		"CannotBeCopied":        {b.json(marina, "POST", "/object/copy", relocate(theirs, mine+"2")), "NoSuchKey"},
		"CannotBeMovedOnto":     {b.json(marina, "POST", "/object/move", relocate(mine, theirs+"2")), "AccessDenied"},
		"CannotBeCopiedOnto":    {b.json(marina, "POST", "/object/copy", relocate(mine, theirs+"2")), "AccessDenied"},
		"CannotBeSigned":        {b.json(marina, "POST", "/object/sign/"+uploads+"/"+theirs, `{"expiresIn":60}`), "NoSuchKey"},
	} {
		if got.code != got.answer.code() {
			t.Errorf("%s: got %d %s", fact, got.status, got.body)
		}
	}
	removed := b.json(marina, "DELETE", "/object/"+uploads, fmt.Sprintf(`{"prefixes":[%q]}`, theirs))
	if string(removed.body) != "[]" || b.rows() != 2 || b.stored() != 2 {
		t.Errorf("removed %s, left %d rows and %d versions", removed.body, b.rows(), b.stored())
	}
}

func TestListsShowOnlyWhatIsOnesOwn(t *testing.T) {
	t.Parallel()
	b := setup(t, Config{})
	b.want(b.put(marina, "avatars/"+marina.String()+"-1.png", pngOf(1, 1)), "")
	for who, count := range map[any]int{"anon": 0, serraAzul: 0, admin: 0, marina: 1, "service_role": 1} {
		var entries []listEntry
		b.decode(b.json(who, "POST", "/object/list/"+uploads, `{"prefix":"avatars"}`), &entries)
		if len(entries) != count {
			t.Errorf("%v sees %v", who, entries)
		}
	}
	b.want(b.json(nil, "POST", "/object/list/"+uploads, `{"prefix":""}`), "AccessDenied")
}

func TestBucketsAreTheServers(t *testing.T) {
	t.Parallel()
	b := setup(t, Config{})
	for _, who := range []any{nil, "anon", marina, admin} {
		b.want(b.json(who, "POST", "/bucket", `{"id":"mine"}`), "AccessDenied")
		b.want(b.json(who, "PUT", "/bucket/"+uploads, `{"public":false}`), "AccessDenied")
		b.want(b.json(who, "POST", "/bucket/"+uploads+"/empty", `{}`), "AccessDenied")
		b.want(b.do(who, "DELETE", "/bucket/"+uploads, nil), "AccessDenied")
	}
	b.want(b.do(marina, "GET", "/bucket/"+uploads, nil), "NoSuchBucket")
	if got := b.do(marina, "GET", "/bucket", nil); string(got.body) != "[]" {
		t.Errorf("got %s", got.body)
	}
}

func TestASessionThatEndedWritesNothing(t *testing.T) {
	t.Parallel()
	b := setup(t, Config{})
	key := "avatars/" + marina.String() + "-1.png"
	b.want(b.put(marina, key, pngOf(1, 1)), "")
	signed := b.do(marina, "POST", "/object/upload/sign/"+uploads+"/"+key, nil, "X-Upsert", "true")
	var offer struct{ URL string }
	b.decode(signed, &offer)
	b.exec(`UPDATE auth.users SET banned_until = now() + interval '1 day' WHERE id = $1`, marina)
	b.want(b.put(marina, key, pngOf(1, 1), "X-Upsert", "true"), "AccessDenied")
	b.want(b.do(marina, "GET", "/object/"+uploads+"/"+key, nil), "AccessDenied")
	b.want(b.do(marina, "DELETE", "/object/"+uploads+"/"+key, nil), "AccessDenied")
	b.want(b.do(nil, "PUT", offer.URL, strings.NewReader(string(pngOf(1, 1))), "Content-Type", "image/png"), "AccessDenied")
	b.want(b.do(nil, "GET", "/object/public/"+uploads+"/"+key, nil), "")
	b.exec(`UPDATE auth.users SET banned_until = NULL, deleted_at = now(), email = NULL WHERE id = $1`, marina)
	b.want(b.do(nil, "PUT", offer.URL, strings.NewReader(string(pngOf(1, 1))), "Content-Type", "image/png"), "AccessDenied")
}

// TestAVisitorsUploadURLIsAVisitors checks that an anonymous caller's upload URL, signed before the
// file existed, cannot replace another's file, and stops working when anonymous callers may no
// longer write.
func TestAVisitorsUploadURLIsAVisitors(t *testing.T) {
	t.Parallel()
	b := withNotes(setup(t, Config{}))
	b.exec(`GRANT SELECT, INSERT, UPDATE ON storage.objects TO anon;
		CREATE POLICY "everybody drops notes" ON storage.objects FOR INSERT TO anon, authenticated WITH CHECK (bucket_id = 'notes');
		CREATE POLICY "everybody sees notes" ON storage.objects FOR SELECT TO anon, authenticated USING (bucket_id = 'notes')`)
	signed := func(who any, key string) (url, token string) {
		var offer struct{ URL, Token string }
		b.decode(b.do(who, "POST", "/object/upload/sign/notes/"+key, nil, "X-Upsert", "true"), &offer)
		return offer.URL, offer.Token
	}
	put := func(url, text string) answer {
		return b.do(nil, "PUT", url, strings.NewReader(text), "Content-Type", "text/plain")
	}
	url, token := signed("anon", "a.txt")
	late, _ := signed("anon", "late.txt")
	b.want(b.do(marina, "POST", "/object/notes/a.txt", strings.NewReader("hers"), "Content-Type", "text/plain"), "")
	b.want(put(url, "his"), "AccessDenied")
	if a, _ := b.begunAt(resumableSigned, nil, "a.txt", 3, "X-Signature", token); a.status != http.StatusForbidden {
		t.Errorf("in parts: %d %s", a.status, a.body)
	}
	if got := b.text("a.txt"); got != "hers" {
		t.Errorf("the file is %q", got)
	}
	free, _ := signed("anon", "free.txt")
	b.want(put(free, "his"), "")
	b.exec(`DROP POLICY "everybody drops notes" ON storage.objects`)
	b.want(put(late, "his"), "AccessDenied")
	service, _ := signed("service_role", "a.txt")
	b.want(put(service, "the server's"), "")
}

func TestTokensThatProveNothing(t *testing.T) {
	t.Parallel()
	b := setup(t, Config{})
	for _, who := range []any{"postgres", "authenticated", "", uuid.Nil} {
		b.want(b.json(who, "POST", "/object/list/"+uploads, `{}`), "AccessDenied")
	}
	b.want(b.do(nil, "GET", "/bucket", nil, "Authorization", "Bearer x.y.z"), "AccessDenied")
	got := b.do(nil, "GET", "/bucket", nil)
	want := `{"code":"AccessDenied","error":"Unauthorized","message":"Missing authorization token","statusCode":"403"}`
	if got.status != http.StatusBadRequest || string(got.body) != want {
		t.Errorf("got %d %s", got.status, got.body)
	}
}

func TestTheQuotaHoldsForUploadsSideBySide(t *testing.T) {
	t.Parallel()
	b := setup(t, Config{UserBytesMax: 5 * objectCost})
	codes := make(chan string)
	for i := range 12 {
		go func() { codes <- b.put(marina, fmt.Sprintf("portfolio/%s/%d.png", marina, i), pngOf(1, 1)).code() }()
	}
	count := map[string]int{}
	for range 12 {
		count[<-codes]++
	}
	if count[""] != 5 || count["QuotaExceeded"] != 7 || b.rows() != 5 || b.stored() != 5 {
		t.Errorf("got %v, %d rows, %d versions", count, b.rows(), b.stored())
	}
	b.want(b.put(serraAzul, fmt.Sprintf("portfolio/%s/1.png", serraAzul), pngOf(1, 1)), "")
}
