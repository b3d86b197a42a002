package storage

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"os"
	"regexp"
	"strings"

	"automacao/internal/files/tempfile"
	"automacao/internal/kernel/fault"
)

const (
	// jsonBytesMax has room for a thousand of the longest keys.
	jsonBytesMax = 2 << 20
	// formBytesMax bounds a form's size besides its file.
	formBytesMax = 64 << 10
	// formPartsMax is more parts than the client ever sends.
	formPartsMax = 16
)

func readJSON(w http.ResponseWriter, r *http.Request, into any) error {
	err := json.NewDecoder(http.MaxBytesReader(w, r.Body, jsonBytesMax)).Decode(into)
	if tooLong, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return errTooLarge.Because(tooLong)
	}
	if err != nil {
		return invalidRequest("The body is not the JSON that was expected")
	}
	return nil
}

// arrival is an uploaded file with the metadata that its sender gave.
type arrival struct {
	content      *bufferedFile
	contentType  string
	cacheControl string
	userMetadata json.RawMessage
}

func (a *arrival) fill(from io.Reader) error {
	_, err := io.Copy(a.content, from)
	return err
}

func formBoundary(r *http.Request) (boundary string, isForm bool) {
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return params["boundary"], err == nil && kind == "multipart/form-data" && params["boundary"] != ""
}

// readForm reads the file, which has the empty field name, and the other fields, in any order.
func (a *arrival) readForm(body io.Reader, boundary string) error {
	form := multipart.NewReader(body, boundary)
	a.cacheControl = cacheControl("")
	var found bool
	for range formPartsMax {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			if !found {
				return invalidRequest("The form holds no file")
			}
			return nil
		}
		if err != nil {
			return err
		}
		isFile := part.FormName() == "" || part.FileName() != ""
		if isFile && found {
			return invalidRequest("The form holds more than one file")
		}
		found = found || isFile
		if err := a.readPart(part, isFile); err != nil {
			return err
		}
	}
	return invalidRequest("The form holds too many fields")
}

func (a *arrival) readPart(part *multipart.Part, isFile bool) (err error) {
	if isFile {
		a.contentType = mediaType(part.Header.Get("Content-Type"))
		return a.fill(part)
	}
	value, err := io.ReadAll(io.LimitReader(part, formBytesMax))
	if err != nil {
		return err
	}
	switch part.FormName() {
	case "cacheControl":
		a.cacheControl = cacheControl(string(value))
	case "metadata":
		a.userMetadata, err = checkUserMetadata(value)
	case "contentType":
		a.contentType = mediaType(string(value))
	}
	return err
}

// bodyError maps the error that ended reading a body to a public error.
func bodyError(err error) error {
	if _, ok := errors.AsType[*fault.Error](err); ok {
		return err
	}
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return errTooLarge.Because(err)
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return errSlow.Because(err)
	}
	if _, ok := errors.AsType[*os.PathError](err); ok {
		return fmt.Errorf("buffer the body: %w", err)
	}
	return fault.New(http.StatusBadRequest, "InvalidRequest", "The body could not be read").Because(err)
}

// mediaTypeBytesMax bounds a stored Content-Type.
const mediaTypeBytesMax = 255

// mediaType is the Content-Type as sent, with its charset. An invalid one, or one that could not be
// sent as a header again, becomes application/octet-stream.
func mediaType(header string) string {
	header = strings.TrimSpace(header)
	kind, _, err := mime.ParseMediaType(header)
	isPrintable := !strings.ContainsFunc(header, func(char rune) bool { return char < ' ' || char > '~' })
	if err != nil || !strings.Contains(kind, "/") || !isPrintable || len(header) > mediaTypeBytesMax {
		return "application/octet-stream"
	}
	return header
}

// bareType is a media type without its parameters, in lower case.
func bareType(header string) string {
	kind, _, _ := strings.Cut(header, ";")
	return strings.ToLower(strings.TrimSpace(kind))
}

var maxAge = regexp.MustCompile(`^(?:max-age=)?([0-9]{1,8})$`)

// cacheControl keeps only the one directive that the client knows. Any other would let an uploader
// control every cache on the way.
func cacheControl(wanted string) string {
	found := maxAge.FindStringSubmatch(strings.TrimSpace(wanted))
	if found == nil {
		return "no-cache"
	}
	return "max-age=" + found[1]
}

// checkUserMetadata accepts a JSON object, or nothing.
func checkUserMetadata(raw []byte) (json.RawMessage, error) {
	if len(raw) == 0 {
		return nil, nil //nolint:nilnil // no metadata is a value here
	}
	var fields map[string]any
	if err := json.Unmarshal(raw, &fields); err != nil || fields == nil {
		return nil, invalidRequest("The metadata is not a JSON object")
	}
	return raw, nil
}

// bufferedFile is an uploaded file with its checksum, in a temporary file, so that many concurrent
// uploads use disk instead of memory.
type bufferedFile struct {
	*tempfile.File
	sum hash.Hash
}

func newBufferedFile(bytesMax int64) (*bufferedFile, error) {
	file, err := tempfile.New(bytesMax)
	if err != nil {
		return nil, err
	}
	return &bufferedFile{file, sha256.New()}, nil
}

// Write appends, or fails with errTooLarge.
func (s *bufferedFile) Write(bytes []byte) (int, error) {
	n, err := s.File.Write(bytes)
	_, _ = s.sum.Write(bytes[:n])
	if errors.Is(err, tempfile.ErrFull) {
		err = errTooLarge
	}
	return n, err
}

// etag identifies the content: equal bytes have equal tags.
func (s *bufferedFile) etag() string { return `"` + hex.EncodeToString(s.sum.Sum(nil)[:16]) + `"` }
