package storage

import (
	"encoding/json"
	"errors"
	"slices"
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
