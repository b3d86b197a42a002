package storage

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"automacao/internal/kernel/fault"
)

// FuzzBucket checks that a bucket's name can be part of a URL, that its sizes and types can be
// compared with a file's, and that its files are listed by one of few statements.
func FuzzBucket(f *testing.F) {
	for _, seed := range []string{
		`{"name":"notes","public":true,"file_size_limit":"20MB","allowed_mime_types":["image/*","text/plain"]}`, `{"id":"..","type":"VECTOR"}`, `{"id":"sign"}`, `{"allowed_mime_types":"image/png"}`, `{"allowed_mime_types":["*","*/*","a/b;c=d","\u0000/a"]}`,
		`{"id":"a/b","file_size_limit":"99999999999999999GB"}`, `{"id":"é"}`, `{"allowed_mime_types":[null]}`, `{"id":"a","allowed_mime_types":["IMAGE/PNG"]}`,
	} {
		f.Add(seed, "name", "ASC")
		f.Add(seed, "name; DROP TABLE storage.objects", "desc, 1")
	}
	const bytesMax = 50 << 20
	columns := []string{"name", "updated_at", "created_at", "last_accessed_at"}
	f.Fuzz(func(t *testing.T, body, column, direction string) {
		order, err := orderBy(column, direction, columns...)
		if words := strings.Fields(order); err == nil && (len(words) != 3 || !slices.Contains(columns, words[0]) || words[1] != "asc," && words[1] != "desc," || words[2] != "name") {
			t.Fatalf("%q %q orders by %q", column, direction, order)
		}
		var wanted bucketChange
		if json.NewDecoder(strings.NewReader(body)).Decode(&wanted) != nil {
			return
		}
		if checkBucketName(wanted.ID) == nil && (wanted.ID == "" || len(wanted.ID) > 100 || strings.ContainsAny(wanted.ID, "/\\\x00") || strings.Trim(wanted.ID, ".") == "" && len(wanted.ID) < 3 || !isPlain([]string{wanted.ID})) {
			t.Fatalf("%q is a bucket's name", wanted.ID)
		}
		size, types, err := wanted.limits(bytesMax)
		if err != nil {
			if told, ok := errors.AsType[*fault.Error](err); !ok || told.Status >= 500 || size != nil || types != nil {
				t.Fatalf("%q is refused by %v, %v, %v", body, err, size, types)
			}
			return
		}
		if size != nil && (*size < 1 || *size > bytesMax) {
			t.Fatalf("%q takes %d bytes", body, *size)
		}
		for _, each := range types {
			family, _, _ := strings.Cut(each, "/")
			if each == "" || strings.ContainsAny(each, " ;,\x00\r\n\"") || strings.Count(each, "/") > 1 || family == "" {
				t.Fatalf("%q takes %q", body, each)
			}
		}
	})
}

func TestBucketsAreKept(t *testing.T) {
	t.Parallel()
	b := withNotes(setup(t, Config{}))
	b.want(b.json("service_role", "POST", "/bucket", `{"id":"notes"}`), "BucketAlreadyExists")
	for _, name := range []string{"", "a/b", "sign", "..", strings.Repeat("a", 101)} {
		b.want(b.json("service_role", "POST", "/bucket", fmt.Sprintf(`{"id":%q}`, name)), "InvalidBucketName")
	}
	for _, size := range []string{`0`, `-1`, `"x"`, `"1e400"`, `{}`, `"NaN"`, `"9999999GB"`} {
		b.want(b.json("service_role", "POST", "/bucket", `{"id":"sized","file_size_limit":`+size+`}`), "InvalidRequest")
	}
	b.want(b.json("service_role", "PUT", "/bucket/notes", `{"public":true,"allowed_mime_types":["text/*"]}`), "")
	var got bucketRow
	b.decode(b.do("service_role", "GET", "/bucket/notes", nil), &got)
	if !got.Public || *got.FileSizeLimit != 1000 || !reflect.DeepEqual(got.AllowedMimeTypes, []string{"text/*"}) {
		t.Errorf("got %+v", got)
	}
	b.want(b.json("service_role", "POST", "/bucket", `{"id":"vectors","type":"VECTOR"}`), "NotSupported")
	b.want(b.json("service_role", "PUT", "/bucket/none", `{}`), "NoSuchBucket")
	b.want(b.note("x", "x"), "")
	b.want(b.do("service_role", "POST", "/object/notes/y", strings.NewReader("x"), "Content-Type", "application/pdf"), "InvalidMimeType")
	b.want(b.do("service_role", "DELETE", "/bucket/notes", nil), "ResourceNotEmpty")
	b.want(b.json("service_role", "POST", "/bucket/notes/empty", `{}`), "")
	b.want(b.do("service_role", "DELETE", "/bucket/notes", nil), "")
	missing := b.do("service_role", "GET", "/bucket/notes", nil)
	want := `{"code":"NoSuchBucket","error":"Bucket not found","message":"Bucket not found","statusCode":"404"}`
	if missing.status != http.StatusBadRequest || string(missing.body) != want || b.stored() != 0 {
		t.Errorf("got %d %s", missing.status, missing.body)
	}
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

// FuzzKey checks that decoding or normalising a valid key again does not change it, and that it
// stays inside the prefix.
func FuzzKey(f *testing.F) {
	// Inputs that earlier runs found.
	for _, seed := range []string{
		"0000000000000000000000000000000000000000000000000000000000000000000000000",
		"0000000000000000000000000000000000000000000000000000000000000000 000000000000",
		"0/0/0/0/0/0/0/0/0/0/0/0/0/0",
		"0/0/0/0/0/0/0/0/0/0/0",
		"0/0/0/0/0/0/0/0",
		"00000000000000000000000000000000000000000000000000 ",
	} {
		f.Add(seed)
	}
	for _, seed := range []string{
		"a/b.png", "../a", "a/../b", "a//b", "%2e%2e/a", "a%2fb", "a\\b", "a\x00b", ".", "..", "a/", "/a", "...", "a/.../b", "ação", "a?b", "a&b=c", "a\nb", "a b", "con", strings.Repeat("a", 1001),
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, key string) {
		if checkKey(key) != nil {
			return
		}
		if len(key) > keyBytesMax || path.Clean("/"+key) != "/"+key || strings.ContainsAny(key, "\\\x00\r\n%#<>\"") {
			t.Fatalf("%q is taken", key)
		}
		address := &url.URL{Path: "/object/notes/" + key}
		again, err := url.ParseRequestURI(address.EscapedPath())
		if err != nil || again.Path != address.Path || !isPlainPath(again) {
			t.Fatalf("%q is not what is sent for it: %v, %v", key, again, err)
		}
	})
}
