package storage

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"automacao/internal/kernel/fault"
	"automacao/internal/wire/token"
)

// FuzzRange checks that a response contains the whole file, ranges within it, or the protocol's
// error and nothing of the file.
func FuzzRange(f *testing.F) {
	for _, seed := range []string{"", "bytes=0-0", "bytes=2-4,7-", "bytes=-3", "bytes=50-", "bytes=4-2", "bytes=--1", "bytes=9223372036854775807-", "bytes=0-1,0-1,0-1", "lines=1-2", "bytes=\x00", "bytes=+1-2", "bytes=-0", "bytes=-0,1-2"} {
		f.Add(seed)
	}
	const content = "0123456789"
	f.Fuzz(func(t *testing.T, asked string) {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Header["Range"] = []string{asked}
		answer := httptest.NewRecorder()
		err := serveParts(answer, r, time.Time{}, strings.NewReader(content))
		if err != nil {
			if !errors.Is(err, errRange) || answer.Body.Len() > 0 {
				t.Fatalf("%q: %v and %q", asked, err, answer.Body)
			}
			return
		}
		body, told := answer.Body.String(), answer.Header().Get("Content-Range")
		isWhole := answer.Code == http.StatusOK && body == content
		isOne := answer.Code == http.StatusPartialContent && strings.HasSuffix(told, "/10") && strings.Contains(content, body)
		isMany := answer.Code == http.StatusPartialContent && strings.HasPrefix(answer.Header().Get("Content-Type"), "multipart/byteranges")
		if !isWhole && !isOne && !isMany || len(body) > 10_000 {
			t.Fatalf("%q: %d %q of %s", asked, answer.Code, body, told)
		}
	})
}

// FuzzPageRequest checks that a page is read by one of few statements, and that only cursors that
// were handed out are accepted.
func FuzzPageRequest(f *testing.F) {
	cursor := pageCursor{Column: "created_at", Order: "asc", Name: "a/1"}.String()
	for _, seed := range []string{
		`{}`, `{"limit":0}`, `{"limit":9223372036854775807,"prefix":"a/"}`, `{"sortBy":{"column":"created_at","order":"DESC"}}`, `{"sortBy":{"column":"name; DROP TABLE x"}}`,
		`{"cursor":"` + cursor + `","sortBy":{"column":"created_at"}}`, `{"cursor":"e30"}`, `{"cursor":"bnVsbA"}`, `{"prefix":"%"}`, `{"with_delimiter":true,"prefix":"a\u007f"}`, `[`,
	} {
		f.Add(seed)
	}
	columns := []string{"name", "updated_at", "created_at"}
	f.Fuzz(func(t *testing.T, body string) {
		var asked pageRequest
		if json.NewDecoder(strings.NewReader(body)).Decode(&asked) != nil {
			return
		}
		limit, from, err := asked.check()
		if err != nil {
			if _, ok := errors.AsType[*fault.Error](err); !ok {
				t.Fatalf("%q: %v", body, err)
			}
			return
		}
		if limit < 1 || limit > listMax || !slices.Contains(columns, asked.SortBy.Column) || !slices.Contains([]string{"asc", "desc"}, asked.SortBy.Order) {
			t.Fatalf("%q is read as %d %+v", body, limit, asked)
		}
		if from != nil {
			again, err := readCursor(from.String(), asked.SortBy.Column, asked.SortBy.Order)
			if err != nil || again.Name != from.Name || !again.At.Equal(from.At) {
				t.Fatalf("%q: %+v, then %+v, %v", body, from, again, err)
			}
		}
	})
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

// FuzzTransform checks that a transformation is within its bounds, and that a token preserves it.
func FuzzTransform(f *testing.F) {
	for _, seed := range [][5]string{{"10", "20", "cover", "80", "webp"}, {"", "", "", "", ""}, {"-1", "1e9", "fill", "19", "avif"}, {"9999999999", "0", "grow", "100", "origin"}, {"+5", " 5", "contain", "0x20", "gif"}} {
		f.Add(seed[0], seed[1], seed[2], seed[3], seed[4])
	}
	f.Fuzz(func(t *testing.T, width, height, resize, quality, format string) {
		options := map[string]string{"width": width, "height": height, "resize": resize, "quality": quality, "format": format}
		wanted, err := readTransform(func(name string) string { return options[name] })
		if err != nil {
			return
		}
		toWidth, toHeight, _ := wanted.fit(640, 480)
		if toWidth < 1 || toHeight < 1 || toWidth > 640 || toHeight > 480 {
			t.Fatalf("%+v is %dx%d", wanted, toWidth, toHeight)
		}
		again, err := readSigned(wanted.signed(), wanted.format)
		if err != nil || again != wanted {
			t.Fatalf("%+v is signed as %q, which is %+v, %v", wanted, wanted.signed(), again, err)
		}
	})
}

// FuzzByteCount checks that a size is a whole number of bytes that a bucket can have.
func FuzzByteCount(f *testing.F) {
	for _, seed := range []string{"20000000", `"20MB"`, `"1.5gb"`, `"1e400"`, "-1", "0", "null", `""`, "1e9", `"0.4b"`, "[", `"999999999999999GB"`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		count, err := byteCount(json.RawMessage(text))
		if err == nil && count != nil && (*count < 1 || *count > 1<<50) {
			t.Fatalf("%q is %s bytes", text, strconv.FormatInt(*count, 10))
		}
	})
}

// FuzzUserMetadata checks that a file's metadata is a JSON object or absent.
func FuzzUserMetadata(f *testing.F) {
	for _, seed := range []string{"e30=", "bnVsbA==", "WzFd", "eyJhIjp7fX0=", "e30", "", "%", "eyJhIjoxfXt9"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, header string) {
		raw, err := userMetadataOf(&http.Request{Header: http.Header{"X-Metadata": {header}}, Body: io.NopCloser(strings.NewReader(""))})
		if err == nil && raw != nil && (!json.Valid(raw) || !bytes.HasPrefix(bytes.TrimSpace(raw), []byte("{"))) {
			t.Fatalf("%q is kept as %q", header, raw)
		}
	})
}
