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

// The readers below take a body as what the client says it is. Their errors are for a
// Handler to return: a body of another kind is answered 415, one that cannot be read
// 400, and one beyond the function's bound 413.

// mediaType is what a body is said to be; where nothing is said, what is fallback.
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

// JSON reads a body of one JSON value, without fields that In has not. No body is an
// empty object.
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

// Bytes reads any body as it is.
func Bytes(r *http.Request) ([]byte, error) { return io.ReadAll(r.Body) }

// Form reads a form, urlencoded or in parts. Its files are in memory, within the
// bound of the body.
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
		// All of it is bounded already, and nothing is left in a folder.
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

// formMemory is more than any function takes.
const formMemory = 1 << 40

// WriteJSON answers with a value.
func WriteJSON(w http.ResponseWriter, value any) error {
	body, err := json.Marshal(value)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_, err = w.Write(body)
	return err
}

// Attach says of an answer that it is a file to be saved under a name, of letters,
// digits and what stands in file names.
func Attach(w http.ResponseWriter, media, name string) {
	w.Header().Set("Content-Type", media)
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
}
