package functions

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
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

// Attach makes the response a file to be saved under a name. The name may have letters, digits and
// the usual characters of file names.
func Attach(w http.ResponseWriter, media, name string) {
	w.Header().Set("Content-Type", media)
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
}
