package storage

import (
	"context"
	"net/http"

	"automacao/internal/kernel/caller"
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
