package session

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/hook"
)

// ClaimsMax bounds a token's claims, in bytes, if a hook wrote them: every request carries them.
const ClaimsMax = 16 << 10

// claimKinds are the claims for which the protocol defines a type.
var claimKinds = map[string]string{
	"aud": "string or array", "exp": "integer", "iat": "integer", "nbf": "integer", "jti": "string", "iss": "string", "sub": "string",
	"email": "string", "phone": "string", "role": "string", "aal": "string", "session_id": "string", "client_id": "string",
	"app_metadata": "object", "user_metadata": "object", "amr": "array", "is_anonymous": "boolean",
}

// claimsRequired are in every token. claimsOurs identify the user and how that was proved. Other
// protocols rely on these, so no hook may change them.
var (
	claimsRequired = []string{"aud", "exp", "iat", "sub", "email", "phone", "role", "aal", "session_id", "is_anonymous"}
	claimsOurs     = []string{"iss", "aud", "exp", "iat", "nbf", "sub", "session_id", "aal", "amr", "is_anonymous", "client_id", "scope"}
)

// customised are a token's claims after the hook.
func (s *Server) customised(ctx context.Context, tx pgx.Tx, userID uuid.UUID, method string, claims jwt.MapClaims) (jwt.MapClaims, error) {
	program := s.Config.Hooks.CustomAccessToken
	if program == nil {
		return claims, nil
	}
	var said struct {
		Claims json.RawMessage `json:"claims"`
	}
	about := map[string]any{"user_id": userID, "claims": claims, "authentication_method": method}
	if err := s.Ask(ctx, tx, program, hook.CustomizeAccessToken, about, &said); err != nil {
		return nil, err
	}
	if len(said.Claims) == 0 {
		return nil, hook.ErrNoClaims
	}
	if len(said.Claims) > ClaimsMax {
		told := *hook.ErrTooLarge
		told.Message = fmt.Sprintf("Payload size exceeded size limit of %d bytes", ClaimsMax)
		return nil, &told
	}
	before, err := json.Marshal(claims)
	if err != nil {
		return nil, fmt.Errorf("write claims: %w", err)
	}
	given, err := readClaims(before)
	if err != nil {
		return nil, err
	}
	wanted, err := readClaims(said.Claims)
	if err != nil {
		return nil, hook.ErrOutput.Because(err)
	}
	return wanted, checkClaims(given, wanted)
}

// readClaims decodes claims and keeps numbers as they are written.
func readClaims(raw []byte) (claims jwt.MapClaims, err error) {
	from := json.NewDecoder(bytes.NewReader(raw))
	from.UseNumber()
	if err := from.Decode(&claims); err != nil {
		return nil, fmt.Errorf("read claims: %w", err)
	}
	return claims, nil
}

// checkClaims lists everything that is wrong with claims, in the protocol's format.
func checkClaims(given, wanted jwt.MapClaims) error {
	var wrong []string
	for _, name := range claimsRequired {
		if _, isThere := wanted[name]; !isThere {
			wrong = append(wrong, "(root): "+name+" is required")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(claimKinds)) {
		value, isThere := wanted[name]
		if isThere && !strings.Contains(claimKinds[name], kindOf(value)) {
			wrong = append(wrong, fmt.Sprintf("%s: Invalid type. Expected: %s, given: %s", name, claimKinds[name], kindOf(value)))
		}
	}
	for _, name := range claimsOurs {
		if !reflect.DeepEqual(given[name], wanted[name]) {
			wrong = append(wrong, name+": may not be changed")
		}
	}
	if role, _ := wanted["role"].(string); role != given["role"] && (core.IsAdminRole(role) || !roleShape.MatchString(role)) {
		wrong = append(wrong, "role: may not be that of an administrator, and is a plain name")
	}
	if len(wrong) == 0 {
		return nil
	}
	told := *hook.ErrClaims
	told.Message += ": \n- " + strings.Join(wrong, "\n- ") + "\n"
	return &told
}

// roleShape is a role as the users' column limits it.
var roleShape = regexp.MustCompile(`^[a-z_][a-z0-9_]{0,62}$`)

func kindOf(value any) string {
	switch value := value.(type) {
	case string:
		return "string"
	case bool:
		return "boolean"
	case json.Number:
		if _, err := value.Int64(); err == nil {
			return "integer"
		}
		return "number"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	}
	return "null"
}
