package storage

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"

	"automacao/internal/kernel/fault"
	"automacao/internal/wire/token"
)

func TestSignedDownloads(t *testing.T) {
	t.Parallel()
	b := withNotes(setup(t, Config{}))
	b.want(b.note("a b.txt", "A"), "")
	b.want(b.note("c.txt", "C"), "")
	var one struct{ SignedURL string }
	b.decode(b.json("service_role", "POST", "/object/sign/notes/a%20b.txt", `{"expiresIn":60}`), &one)
	path := strings.ReplaceAll(one.SignedURL, " ", "%20")
	if got := b.do(nil, "GET", path, nil); string(got.body) != "A" || got.header.Get("Expires") == "" {
		t.Errorf("got %s %v", got.body, got.header)
	}
	b.want(b.do(nil, "GET", strings.Replace(path, "a%20b.txt", "c.txt", 1), nil), "InvalidSignature")
	b.want(b.do(nil, "GET", path[:len(path)-6]+"AAAAAA", nil), "InvalidSignature")
	b.want(b.do(nil, "GET", strings.Split(path, "?")[0], nil), "InvalidJWT")
	b.want(b.do(nil, "GET", "/object/sign/notes/c.txt?token="+b.bearer("service_role"), nil), "InvalidSignature")
	b.want(b.do(nil, "PUT", strings.Replace(path, "/object/", "/object/upload/", 1), strings.NewReader("evil")), "InvalidSignature")
	b.want(b.do(nil, "GET", "/object/notes/c.txt", nil, "Authorization", "Bearer "+strings.Split(path, "token=")[1]), "AccessDenied")
	unsigned, _ := jwt.NewWithClaims(jwt.SigningMethodNone, jwt.MapClaims{
		"url": "notes/c.txt", "scope": scopeDownload, "exp": time.Now().Add(time.Hour).Unix()}).SignedString(jwt.UnsafeAllowNoneSignatureType)
	if code := b.do(nil, "GET", "/object/sign/notes/c.txt?token="+unsigned, nil).code(); !strings.HasPrefix(code, "Invalid") {
		t.Errorf("got %s", code)
	}
	for _, lifetime := range []string{"0", "-1", "99999999999"} {
		b.want(b.json("service_role", "POST", "/object/sign/notes/c.txt", `{"expiresIn":`+lifetime+`}`), "InvalidRequest")
	}
	var several []signedEntry
	b.decode(b.json("service_role", "POST", "/object/sign/notes", `{"expiresIn":60,"paths":["c.txt","none","a b.txt","relatório.pdf","x\u0000"]}`), &several)
	if len(several) != 5 || several[3].Error == nil || several[3].Path != "relatório.pdf" || several[4].Error == nil || several[0].SignedURL == nil || several[1].Error == nil || several[1].SignedURL != nil || several[2].Error != nil {
		t.Errorf("got %+v", several)
	}
	b.ahead.Store(int64(61 * time.Second))
	b.want(b.do(nil, "GET", path, nil), "ExpiredToken")
}

func TestSignedUploads(t *testing.T) {
	t.Parallel()
	b := setup(t, Config{})
	key := uploads + "/portfolio/" + marina.String() + "/1.png"
	var offer struct{ URL, Token string }
	b.decode(b.do(marina, "POST", "/object/upload/sign/"+key, nil), &offer)
	send := func(url string) answer {
		return b.do(nil, "PUT", url, bytes.NewReader(pngOf(2, 2)), "Content-Type", "image/png")
	}
	b.want(send(strings.Replace(offer.URL, "1.png", "2.png", 1)), "InvalidSignature")
	b.want(send(offer.URL), "")
	b.want(send(offer.URL), "KeyAlreadyExists")
	b.want(b.do(marina, "POST", "/object/upload/sign/"+key, nil), "KeyAlreadyExists")
	b.want(b.do(nil, "GET", "/object/sign/"+key+"?token="+offer.Token, nil), "InvalidSignature")
	var owner uuid.UUID
	if err := b.db.Owner.QueryRow(context.Background(), `SELECT owner FROM storage.objects`).Scan(&owner); err != nil || owner != marina {
		t.Errorf("it belongs to %v, %v", owner, err)
	}
	b.ahead.Store(int64(3 * time.Hour))
	b.want(send(offer.URL), "ExpiredToken")
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

// FuzzSignedToken checks that nobody without the key can make the token of a signed URL, and that a
// token is valid only for its place and scope.
func FuzzSignedToken(f *testing.F) {
	keys, err := token.FromSecret(secret)
	if err != nil {
		f.Fatal(err)
	}
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	server := &Server{keys: keys, cfg: Config{Now: func() time.Time { return now }}}
	good, err := server.signPermit(permit{Scope: scopeDownload, URL: "notes/a"}, time.Hour)
	if err != nil {
		f.Fatal(err)
	}
	upload, _ := server.signPermit(permit{Scope: scopeUpload, URL: "notes/a"}, time.Hour)
	late, _ := server.signPermit(permit{Scope: scopeDownload, URL: "notes/a"}, -time.Hour)
	unsigned, _ := jwt.NewWithClaims(jwt.SigningMethodNone, jwt.MapClaims{"url": "notes/a", "scope": scopeDownload, "exp": now.Add(time.Hour).Unix()}).SignedString(jwt.UnsafeAllowNoneSignatureType)
	for _, seed := range []string{good, upload, late, unsigned, "", "..", good + ".", good + "A", strings.Replace(good, ".", "..", 1), strings.ToUpper(good), "null.null.null"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, compact string) {
		p, _, err := server.checkToken(compact, scopeDownload, place{"notes", "a"})
		// The last letter of a signature has unused bits.
		signed := good[:strings.LastIndexByte(good, '.')+1]
		if err == nil && (!strings.HasPrefix(compact, signed) || p.URL != "notes/a") {
			t.Fatalf("%q is taken as %+v", compact, p)
		}
		if err != nil {
			if _, ok := errors.AsType[*fault.Error](err); !ok || compact == good {
				t.Fatalf("%q: %v", compact, err)
			}
		}
		if _, _, err := server.checkToken(compact, scopeDownload, place{"notes", "b"}); err == nil {
			t.Fatalf("%q is good for another file", compact)
		}
	})
}
