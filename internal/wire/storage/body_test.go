package storage

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"automacao/internal/kernel/fault"
)

func TestAFormCarriesAFile(t *testing.T) {
	t.Parallel()
	b := withNotes(setup(t, Config{}))
	form := func(files int, fields map[string]string) (string, string) {
		var body bytes.Buffer
		writer := multipart.NewWriter(&body)
		for name, value := range fields {
			_ = writer.WriteField(name, value)
		}
		for range files {
			part, _ := writer.CreatePart(map[string][]string{
				"Content-Disposition": {`form-data; name=""; filename="x.txt"`}, "Content-Type": {"text/csv"}})
			_, _ = io.WriteString(part, "a;b")
		}
		_ = writer.Close()
		return body.String(), writer.FormDataContentType()
	}
	body, kind := form(1, map[string]string{"cacheControl": "120", "metadata": `{"origin":"obra"}`})
	b.want(b.do("service_role", "POST", "/object/notes/x.csv", strings.NewReader(body), "Content-Type", kind), "")
	var got info
	b.decode(b.do("service_role", "GET", "/object/info/notes/x.csv", nil), &got)
	if got.CacheControl != "max-age=120" || got.ContentType != "text/csv" || string(got.Metadata) != `{"origin":"obra"}` {
		t.Errorf("got %+v %s", got, got.Metadata)
	}
	for fact, bad := range map[string][2]any{"NoFile": {0, nil}, "TwoFiles": {2, nil}, "MetadataIsNoObject": {1, map[string]string{"metadata": "[1]"}}} {
		fields, _ := bad[1].(map[string]string)
		body, kind := form(bad[0].(int), fields)
		if code := b.do("service_role", "PUT", "/object/notes/x.csv", strings.NewReader(body), "Content-Type", kind).code(); code != "InvalidRequest" {
			t.Errorf("%s: %s", fact, code)
		}
	}
}

func TestABodyThatIsTooLong(t *testing.T) {
	t.Parallel()
	b := withNotes(setup(t, Config{}))
	long := strings.Repeat("x", 1001)
	t.Run("IsRefusedByItsLength", func(t *testing.T) {
		got := b.do("service_role", "POST", "/object/notes/x", strings.NewReader(long))
		want := `{"code":"EntityTooLarge","error":"Payload too large","message":"The object exceeded the maximum allowed size","statusCode":"413"}`
		if string(got.body) != want {
			t.Errorf("got %s", got.body)
		}
	})
	t.Run("IsCutWhenItNamesNoLength", func(t *testing.T) {
		b.want(b.do("service_role", "POST", "/object/notes/x", io.MultiReader(strings.NewReader(long))), "EntityTooLarge")
	})
	t.Run("IsCutInsideAForm", func(t *testing.T) {
		var body bytes.Buffer
		writer := multipart.NewWriter(&body)
		part, _ := writer.CreateFormFile("", "x")
		_, _ = io.WriteString(part, long)
		_ = writer.Close()
		b.want(b.do("service_role", "POST", "/object/notes/x", &body, "Content-Type", writer.FormDataContentType()), "EntityTooLarge")
	})
	t.Run("FitsToTheByte", func(t *testing.T) {
		b.want(b.do("service_role", "POST", "/object/notes/x", strings.NewReader(long[1:])), "")
	})
	if b.stored() != 1 {
		t.Errorf("left %d versions", b.stored())
	}
}

func TestABodyThatTricklesIsCut(t *testing.T) {
	t.Parallel()
	b := withNotes(setup(t, Config{UploadTimeout: 50 * time.Millisecond}))
	conn, err := net.Dial("tcp", strings.TrimPrefix(b.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_, _ = fmt.Fprintf(conn, "POST /object/notes/x HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Length: 100\r\n\r\nx", b.bearer("service_role"))
	got, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer got.Body.Close()
	body, _ := io.ReadAll(got.Body)
	if !strings.Contains(string(body), "RequestTimeout") || b.rows() != 0 || b.stored() != 0 {
		t.Errorf("got %d %s", got.StatusCode, body)
	}
}

// FuzzForm checks that a form is one file with its metadata, within its bounds, or refused by a
// known error.
func FuzzForm(f *testing.F) {
	// Inputs that earlier runs found.
	for _, seed := range []string{
		"--b\r\nContent-Disposition: form-data; name=\"cacheControl\"\r\n\r\n120\r\n--b\r\nContent-Disposition: form-data; name=\"\"; filename=\"x.txt\"\r\nContent-Type: text/csv\r\n\r\na;b\r\n--b--\x83\x83\x83\x83\x83\x83\x83\r\n",
		"--b\r\n\r\n--b\r\n\n",
		"--b\n000(00000000:000",
		"--b\r\n0:0000\n\r\n000000000000000000000000000\r\n0000000000000000000000\r000000\r\n--b00",
		"--b\nContent-TYpe:A/0\n\n--b",
		"--b\n\xac\x03\xe600",
		"00\n00000\n00\n0000\n",
	} {
		f.Add(seed)
	}
	part := func(headers, body string) string { return "--b\r\n" + headers + "\r\n\r\n" + body + "\r\n" }
	file := part(`Content-Disposition: form-data; name=""; filename="x.txt"`+"\r\nContent-Type: text/csv", "a;b")
	for _, seed := range []string{
		file + "--b--\r\n", part(`Content-Disposition: form-data; name="cacheControl"`, "120") + file + "--b--\r\n", file + file + "--b--\r\n", "--b--\r\n", "", "--b\r\n",
		part(`Content-Disposition: form-data; name="metadata"`, "[1]") + file + "--b--\r\n", part("Content-Type: a", "x") + "--b--\r\n",
		strings.Repeat(part(`Content-Disposition: form-data; name="x"`, ""), formPartsMax+1), part(strings.Repeat("X: y\r\n", 2000), "x"),
		part(`Content-Disposition: form-data; name=""; filename="x"`+"\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable", "=3Cscript=3E") + "--b--\r\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) {
		content, err := newBufferedFile(1 << 10)
		if err != nil {
			t.Fatal(err)
		}
		defer content.Close()
		arrived := arrival{content: content}
		if err := arrived.readForm(strings.NewReader(body), "b"); err != nil {
			if _, ok := errors.AsType[*fault.Error](bodyError(err)); !ok {
				t.Fatalf("%q: %v", body, err)
			}
			return
		}
		kind, _, err := mime.ParseMediaType(arrived.contentType)
		isObject := arrived.userMetadata == nil || json.Valid(arrived.userMetadata)
		if err != nil || kind != bareType(arrived.contentType) || len(arrived.contentType) > mediaTypeBytesMax || content.Size() > 1<<10 || !isObject || (arrived.cacheControl != "no-cache" && !maxAge.MatchString(arrived.cacheControl)) {
			t.Fatalf("%q is read as %+v: %v", body, arrived, err)
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
