package storage

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
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

func TestPoliciesMayAskWhatIsDone(t *testing.T) {
	t.Parallel()
	b := withNotes(setup(t, Config{}))
	b.want(b.note("a/1", "x"), "")
	b.exec(`CREATE POLICY "members list notes" ON storage.objects FOR SELECT TO authenticated
		USING (bucket_id = 'notes' AND storage.allow_only_operation('object.list'))`)
	var listed []map[string]any
	b.decode(b.json(marina, "POST", "/object/list/notes", `{"prefix":"a"}`), &listed)
	if len(listed) != 1 {
		t.Errorf("listed %v", listed)
	}
	if got := b.do(marina, "GET", "/object/authenticated/notes/a/1", nil); got.status != 400 {
		t.Errorf("read %d %s", got.status, got.body)
	}
}
