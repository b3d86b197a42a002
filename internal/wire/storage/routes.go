package storage

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/postgres"
	"automacao/internal/postgres/become"
)

// An open handler answers anybody; a closed one answers a caller whose token was verified. Either
// returns an error if it did not answer.
type (
	open   func(w http.ResponseWriter, r *http.Request) error
	closed func(w http.ResponseWriter, r *http.Request, c caller.Caller) error
)

// route registers each route with its operation, which policies can read (storage.operation).
func (s *Server) route() {
	s.closed("GET /bucket", "bucket.list", s.listBuckets)
	s.closed("POST /bucket", "bucket.create", s.createBucket)
	s.closed("GET /bucket/{bucket}", "bucket.get", s.getBucket)
	s.closed("PUT /bucket/{bucket}", "bucket.update", s.updateBucket)
	s.closed("POST /bucket/{bucket}/empty", "bucket.empty", s.emptyBucket)
	s.closed("DELETE /bucket/{bucket}", "bucket.delete", s.deleteBucket)

	s.closed("POST /object/{bucket}/{key...}", "object.upload", s.upload)
	s.closed("PUT /object/{bucket}/{key...}", "object.upload_update", s.upload)
	s.closed("DELETE /object/{bucket}/{key...}", "object.delete", s.removeOne)
	s.closed("DELETE /object/{bucket}", "object.delete_many", s.removeMany)
	s.closed("POST /object/list/{bucket}", "object.list", s.list)
	s.closed("POST /object/list-v2/{bucket}", "object.list_v2", s.listPages)
	s.closed("POST /object/move", "object.move", s.move)
	s.closed("POST /object/copy", "object.copy", s.copy)

	s.closed("GET /object/{bucket}/{key...}", "object.get_authenticated", s.readAuthenticated)
	s.closed("GET /object/authenticated/{bucket}/{key...}", "object.get_authenticated", s.readAuthenticated)
	s.open("GET /object/public/{bucket}/{key...}", "object.get_public", s.readPublic)
	s.closed("GET /object/info/{bucket}/{key...}", "object.info_authenticated", s.infoAuthenticated)
	s.closed("GET /object/info/authenticated/{bucket}/{key...}", "object.info_authenticated", s.infoAuthenticated)
	s.open("GET /object/info/public/{bucket}/{key...}", "object.info_public", s.infoPublic)

	s.closed("POST /object/sign/{bucket}/{key...}", "object.sign", s.signOne)
	s.closed("POST /object/sign/{bucket}", "object.sign_many", s.signMany)
	s.open("GET /object/sign/{bucket}/{key...}", "object.get_signed", s.readSigned)
	s.closed("POST /object/upload/sign/{bucket}/{key...}", "object.sign_upload_url", s.signUpload)
	s.open("PUT /object/upload/sign/{bucket}/{key...}", "object.upload_signed", s.uploadSigned)

	s.closed("GET /render/image/authenticated/{bucket}/{key...}", "render.image_authenticated", s.renderAuthenticated)
	s.open("GET /render/image/public/{bucket}/{key...}", "render.image_public", s.renderPublic)
	s.open("GET /render/image/sign/{bucket}/{key...}", "render.image_sign", s.renderSigned)
	s.closed("DELETE /cdn", "object.purge_cache", s.purge)
	s.closed("DELETE /cdn/{bucket}", "object.purge_cache", s.purge)
	s.closed("DELETE /cdn/{bucket}/{key...}", "object.purge_cache", s.purge)

	s.routeResumable()

	s.open("/s3", "", s.refuseS3)
	s.open("/s3/", "", s.refuseS3)
	s.open("GET /health", "", s.health)
	s.open("/", "", func(_ http.ResponseWriter, r *http.Request) error { return unknownRoute(r) })
}

// routeResumable serves uploads in parts, to a caller or with a signed upload URL.
func (s *Server) routeResumable() {
	for base, from := range map[string]uploadRoutes{resumableBase: {}, resumableSigned: {isSigned: true}} {
		from.Server, from.base = s, base
		suffix := ""
		if from.isSigned {
			suffix = "_signed"
		}
		s.tus("POST "+base, "tus.upload.create"+suffix, from.create)
		s.tus("POST "+base+"/{id}", "tus.upload.part"+suffix, from.override)
		s.tus("HEAD "+base+"/{id}", "tus.upload.get"+suffix, from.answerProgress)
		s.tus("PATCH "+base+"/{id}", "tus.upload.part"+suffix, from.append)
		s.tus("DELETE "+base+"/{id}", "tus.upload.delete"+suffix, from.terminate)
		s.tus("OPTIONS "+base, "tus.options"+suffix, s.tusOptions)
		s.tus("OPTIONS "+base+"/{id}", "tus.options"+suffix, s.tusOptions)
	}
}

func (s *Server) open(pattern, operation string, answer open) {
	s.handle(pattern, operation, s.refuse, func(w http.ResponseWriter, r *http.Request) error {
		if err := s.measure(r, pattern, caller.From(r.Context())); err != nil {
			return err
		}
		return answer(w, r)
	})
}

func (s *Server) closed(pattern, operation string, answer closed) {
	s.handle(pattern, operation, s.refuse, func(w http.ResponseWriter, r *http.Request) error {
		c, refusal := s.authenticate(r)
		if refusal != nil {
			c = caller.From(r.Context())
		}
		if err := s.measure(r, pattern, c); err != nil {
			return err
		}
		if refusal != nil {
			return refusal
		}
		return answer(w, r, c)
	})
}

func (s *Server) handle(pattern, operation string, refuse func(http.ResponseWriter, *http.Request, error), answer open) {
	s.paths = append(s.paths, named(pattern))
	s.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
		r, end := s.withStepTimer(r.WithContext(context.WithValue(r.Context(), operationKey{}, operation)))
		defer end()
		if err := answer(w, r); err != nil {
			refuse(w, r, err)
		}
	})
}

type operationKey struct{}

// operationOf is the operation of a context's request; "" for work of the server itself.
func operationOf(ctx context.Context) string {
	operation, _ := ctx.Value(operationKey{}).(string)
	if operation == "" {
		return ""
	}
	return "storage." + operation
}

// ownOrigin is the server's origin as a request addressed it.
func ownOrigin(r *http.Request) string {
	if r.TLS != nil {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

const (
	roleAnon = "anon"
	roleUser = "authenticated"
)

// authenticate returns the caller of a request's bearer token, which the protocol requires even of
// anonymous callers.
func (s *Server) authenticate(r *http.Request) (caller.Caller, error) {
	scheme, compact, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") || compact == "" {
		return caller.Caller{}, unauthorized("Missing authorization token")
	}
	claims, err := s.keys.Verify(strings.TrimSpace(compact))
	if err != nil {
		return caller.Caller{}, unauthorized("Invalid authorization token").Because(err)
	}
	c := claims.Caller()
	if !slices.Contains([]string{roleAnon, roleUser, caller.ServiceRole}, c.Role) || (c.Role == roleUser && c.UserID == uuid.Nil) {
		return caller.Caller{}, unauthorized("The token names no role of this server")
	}
	from := caller.From(r.Context())
	c.IP, c.UserAgent = from.IP, from.UserAgent
	return c, nil
}

// deletionSetting is what the trigger storage.protect_delete requires before rows are deleted. This
// server deletes their bytes too.
const deletionSetting = "storage.allow_delete_query"

// as runs work under the caller's role, after checking that the session is still valid.
func (s *Server) as(ctx context.Context, c caller.Caller, work func(pgx.Tx) error) error {
	settings := become.Settings{Role: c.Role, Claims: string(c.Claims), Check: s.cfg.PreRequest,
		More: []become.Setting{{Name: "storage.operation", Value: operationOf(ctx)}, {Name: deletionSetting, Value: "true"}}}
	return postgres.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		if err := settings.Enter(ctx, tx); err != nil {
			return err
		}
		return work(tx)
	})
}

// ownerOf is the owner of a new file; nil if the server writes it.
func ownerOf(c caller.Caller) *uuid.UUID {
	if c.Role != roleUser {
		return nil
	}
	return &c.UserID
}

// permitCaller is the caller for whom a signed upload URL was made, as long as that user exists. The
// caller has no session, but policies and bans apply as they are now, not as when the URL was
// signed.
func (s *Server) permitCaller(ctx context.Context, p permit) (caller.Caller, error) {
	switch {
	case p.Owner == uuid.Nil && p.For == caller.ServiceRole:
		return onBehalf(uuid.Nil), nil
	case p.Owner == uuid.Nil:
		return caller.Caller{Role: roleAnon, Claims: json.RawMessage(`{"role":"` + roleAnon + `"}`)}, nil
	}
	exists, err := values[bool](ctx, s.db, `SELECT EXISTS (SELECT FROM auth.users WHERE id = $1 AND deleted_at IS NULL)`, p.Owner)
	if err != nil {
		return caller.Caller{}, fmt.Errorf("look up the user who signed: %w", err)
	}
	if !exists[0] {
		return caller.Caller{}, errDenied
	}
	return onBehalf(p.Owner), nil
}

// onBehalf is the caller in whose name the server writes: a user, or the service role.
func onBehalf(owner uuid.UUID) caller.Caller {
	if owner == uuid.Nil {
		return caller.Caller{Role: caller.ServiceRole}
	}
	return caller.Member(owner)
}
