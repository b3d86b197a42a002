package functions

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
)

// These functions read a body as the kind that the client declares. A Handler returns their errors:
// a body of another kind is answered with 415, one that cannot be parsed with 400, and one that
// exceeds the function's limit with 413.

// mediaType is a body's declared media type; fallback if none is declared.
func mediaType(r *http.Request, fallback string) (media string, params map[string]string, err error) {
	said := r.Header.Get("Content-Type")
	if said == "" {
		return fallback, nil, nil
	}
	if media, params, err = mime.ParseMediaType(said); err != nil {
		return "", nil, errMedia.Because(err)
	}
	return media, params, nil
}

// JSON decodes a body of one JSON value and rejects unknown fields. An empty body is an empty
// object.
func JSON[In any](r *http.Request) (in In, err error) {
	media, _, err := mediaType(r, "application/json")
	if err != nil {
		return in, err
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return in, err
	}
	if len(bytes.TrimSpace(body)) == 0 {
		return in, nil
	}
	if media != "application/json" {
		return in, errMedia
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&in); err != nil {
		return in, errBody.Because(err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return in, errBody
	}
	return in, nil
}

// Text reads a body of text/plain.
func Text(r *http.Request) (string, error) {
	media, _, err := mediaType(r, "text/plain")
	if err == nil && media != "text/plain" {
		err = errMedia
	}
	if err != nil {
		return "", err
	}
	body, err := io.ReadAll(r.Body)
	return string(body), err
}

// Bytes reads a body of any kind.
func Bytes(r *http.Request) ([]byte, error) { return io.ReadAll(r.Body) }

// Form parses a form, urlencoded or multipart. Its files are in memory, within the body's limit.
func Form(r *http.Request) (url.Values, map[string][]*multipart.FileHeader, error) {
	media, _, err := mediaType(r, "application/x-www-form-urlencoded")
	if err != nil {
		return nil, nil, err
	}
	switch media {
	case "application/x-www-form-urlencoded":
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, nil, err
		}
		values, err := url.ParseQuery(string(body))
		if err != nil {
			return nil, nil, errBody.Because(err)
		}
		return values, nil, nil
	case "multipart/form-data":
		// The body is already bounded, and below formMemory no temporary files are written.
		if err := r.ParseMultipartForm(formMemory); err != nil {
			if _, isTooLarge := errors.AsType[*http.MaxBytesError](err); isTooLarge {
				return nil, nil, err
			}
			return nil, nil, errBody.Because(err)
		}
		return r.MultipartForm.Value, r.MultipartForm.File, nil
	}
	return nil, nil, errMedia
}

// formMemory is more than any function accepts, in bytes.
const formMemory = 1 << 40

// WriteJSON answers with a value as JSON.
func WriteJSON(w http.ResponseWriter, value any) error {
	body, err := json.Marshal(value)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_, err = w.Write(body)
	return err
}

// Attach makes the response a file to be saved under a name. The name may have letters, digits and
// the usual characters of file names.
func Attach(w http.ResponseWriter, media, name string) {
	w.Header().Set("Content-Type", media)
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
}
