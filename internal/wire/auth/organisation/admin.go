package organisation

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"automacao/internal/wire/auth/core"
)

// These bound administrators' settings of organisations.
const (
	ssoProvidersMax = 1000
	ssoDomainsMax   = 100
	resourceIDMax   = 255
	metadataURLMax  = 2048
)

// List is GET /admin/sso/providers, without the metadata documents.
func (s *Server) List(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	found, err := findSSOs(r.Context(), s.DB, `($1 = '' OR p.resource_id = $1) AND ($2 = '' OR starts_with(p.resource_id, $2)) ORDER BY p.created_at, p.id LIMIT $3`,
		query.Get("resource_id"), query.Get("resource_id_prefix"), ssoProvidersMax)
	if err != nil {
		return err
	}
	for _, each := range found {
		each.SAML.MetadataXML = ""
	}
	return core.Answer(w, http.StatusOK, map[string]any{"items": found})
}

// Read is GET /admin/sso/providers/{provider}.
func (s *Server) Read(w http.ResponseWriter, r *http.Request) error {
	id, err := ssoID(r)
	if err != nil {
		return err
	}
	found, err := s.findSSO(r.Context(), "p.id = $1", id)
	if err != nil {
		return err
	}
	return core.Answer(w, http.StatusOK, found)
}

// ssoID is the provider in the path; an invalid id is an unknown provider.
func ssoID(r *http.Request) (uuid.UUID, error) {
	id, err := uuid.Parse(r.PathValue("provider"))
	if err != nil {
		return uuid.Nil, errSSOUnknown
	}
	return id, nil
}

// Create is POST /admin/sso/providers.
func (s *Server) Create(w http.ResponseWriter, r *http.Request) error {
	in, err := s.readSSOChange(r, true)
	if err != nil {
		return err
	}
	ctx, now := r.Context(), s.Config.Now()
	return s.changeSSO(w, r, http.StatusCreated, func(tx pgx.Tx) (uuid.UUID, error) {
		var id uuid.UUID
		err := tx.QueryRow(ctx, `
			INSERT INTO auth.sso_providers (resource_id, disabled, created_at, updated_at)
			SELECT nullif($1, ''), $2, $3, $3 WHERE (SELECT count(*) FROM auth.sso_providers) < $4 RETURNING id`,
			valueOf(in.ResourceID), valueOf(in.Disabled), now, ssoProvidersMax).Scan(&id)
		if core.IsMissing(err) {
			return id, core.Invalid("There are at most %d SSO providers", ssoProvidersMax)
		}
		if err != nil {
			return id, fmt.Errorf("insert SSO provider: %w", err)
		}
		_, err = tx.Exec(ctx, `
			INSERT INTO auth.saml_providers (sso_provider_id, entity_id, metadata_xml, metadata_url, attribute_mapping, name_id_format, fetched_at, created_at, updated_at)
			VALUES ($1, $2, $3, nullif($4, ''), $5, nullif($6, ''), $7, $7, $7)`,
			id, in.entityID, in.MetadataXML, in.MetadataURL, valueOf(in.Mapping), valueOf(in.Format), now)
		if err != nil {
			return id, fmt.Errorf("insert SAML provider: %w", err)
		}
		return id, s.setDomains(ctx, tx, id, in.Domains)
	})
}

// Update is PUT /admin/sso/providers/{provider}: it changes the fields that the body contains.
func (s *Server) Update(w http.ResponseWriter, r *http.Request) error {
	id, err := ssoID(r)
	if err != nil {
		return err
	}
	in, err := s.readSSOChange(r, false)
	if err != nil {
		return err
	}
	ctx := r.Context()
	return s.changeSSO(w, r, http.StatusOK, func(tx pgx.Tx) (uuid.UUID, error) {
		found, err := oneSSO(ctx, tx, "p.id = $1 FOR UPDATE OF p", id)
		if err != nil {
			return id, err
		}
		if in.entityID != "" && in.entityID != found.SAML.EntityID {
			return id, errEntityOther
		}
		return id, s.applySSO(ctx, tx, found, in)
	})
}

// Remove is DELETE /admin/sso/providers/{provider}, which answers with the deleted provider. Its
// users keep their sessions, but cannot sign in again.
func (s *Server) Remove(w http.ResponseWriter, r *http.Request) error {
	id, err := ssoID(r)
	if err != nil {
		return err
	}
	var gone *identityProvider
	err = s.InTx(r.Context(), func(tx pgx.Tx) (err error) {
		if gone, err = oneSSO(r.Context(), tx, "p.id = $1 FOR UPDATE OF p", id); err != nil {
			return err
		}
		_, err = tx.Exec(r.Context(), `DELETE FROM auth.sso_providers WHERE id = $1`, id)
		return err
	})
	if err != nil {
		return err
	}
	return core.Answer(w, http.StatusOK, gone)
}

// changeSSO runs a change in a transaction and answers with the changed provider.
func (s *Server) changeSSO(w http.ResponseWriter, r *http.Request, status int, change func(pgx.Tx) (uuid.UUID, error)) error {
	var changed *identityProvider
	err := s.InTx(r.Context(), func(tx pgx.Tx) error {
		id, err := change(tx)
		if err != nil {
			return err
		}
		changed, err = oneSSO(r.Context(), tx, "p.id = $1", id)
		return err
	})
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch refused.ConstraintName {
		case "saml_providers_entity_id_key":
			return errIDPExists
		case "sso_domains_domain_key":
			return errDomainExists
		case "sso_providers_resource_id_key":
			return errResourceExists
		}
	}
	if err != nil {
		return err
	}
	return core.Answer(w, status, changed)
}
