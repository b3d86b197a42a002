package functions

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
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

// Attach says of an answer that it is a file to be saved under a name, of letters,
// digits and what stands in file names.
func Attach(w http.ResponseWriter, media, name string) {
	w.Header().Set("Content-Type", media)
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
}
