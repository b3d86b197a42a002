package middleware

import (
	"cmp"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"automacao/internal/kernel/fault"
)

// restOfBody is how long the rest of a refused request's body may take to arrive.
const restOfBody = time.Second

// Refuse refuses a request before it reaches its protocol. The body has the form of that protocol's
// errors, and Retry-After says when to try again.
func Refuse(w http.ResponseWriter, r *http.Request, refusal *fault.Error) {
	var body any
	status := strconv.Itoa(refusal.Status)
	switch base, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/"); base {
	case "auth":
		body = map[string]any{"code": refusal.Status, "error_code": refusal.Code, "msg": refusal.Message}
	case "storage":
		body = map[string]any{"statusCode": status, "error": refusal.Code, "message": refusal.Message, "code": refusal.Code}
	case "functions":
		body = map[string]any{"code": refusal.Code, "message": refusal.Message}
		w.Header().Set("Sb-Error-Code", refusal.Code)
		w.Header().Set("X-Relay-Error", "true")
	case "realtime":
		body = map[string]any{"error": refusal.Message}
	default:
		body = map[string]any{"code": refusal.Code, "message": refusal.Message, "details": nil, "hint": nil}
	}
	if r.ContentLength != 0 {
		// A refused client must not hold the connection by sending slowly.
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(restOfBody))
	}
	document, _ := json.Marshal(body)
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Retry-After", cmp.Or(refusal.RetryHeader(), "1"))
	w.WriteHeader(refusal.Status)
	_, _ = w.Write(document)
}
