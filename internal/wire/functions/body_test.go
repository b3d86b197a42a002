package functions

import (
	"encoding/json"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
)

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
