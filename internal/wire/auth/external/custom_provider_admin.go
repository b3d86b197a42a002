package external

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"automacao/internal/wire/auth/core"
)

// ListCustoms is GET /admin/custom-providers.
func (s *Server) ListCustoms(w http.ResponseWriter, r *http.Request) error {
	kind := r.URL.Query().Get("type")
	if kind != "" && kind != customOAuth2 && kind != customOIDC {
		return core.Invalid("type must be either 'oauth2' or 'oidc'")
	}
	found, err := findCustoms(r.Context(), s.DB, "$1 IN ('', p.provider_type)", kind)
	if err != nil {
		return err
	}
	for i := range found {
		found[i].Secret = ""
	}
	return core.Answer(w, http.StatusOK, map[string]any{"providers": found})
}

func identifierOf(r *http.Request) (string, error) {
	identifier := r.PathValue("identifier")
	if !strings.HasPrefix(identifier, customPrefix) {
		return "", core.Invalid("identifier must start with 'custom:' prefix")
	}
	return identifier, nil
}

// GetCustom is GET /admin/custom-providers/{identifier}.
func (s *Server) GetCustom(w http.ResponseWriter, r *http.Request) error {
	identifier, err := identifierOf(r)
	if err != nil {
		return err
	}
	found, err := findCustom(r.Context(), s.DB, identifier)
	if err != nil {
		return err
	}
	found.Secret = ""
	return core.Answer(w, http.StatusOK, found)
}

// CreateCustom is POST /admin/custom-providers. It fetches the issuer's discovery document before
// it stores anything.
func (s *Server) CreateCustom(w http.ResponseWriter, r *http.Request) error {
	made := customProvider{PKCE: true, Enabled: true}
	if err := decodeCustom(r, &made); err != nil {
		return err
	}
	made.ID, made.Discovered = uuid.New(), nil
	made.CreatedAt = s.Config.Now().UTC()
	made.UpdatedAt = made.CreatedAt
	if s.Outside.providers[made.Identifier] != nil {
		return errCustomExists
	}
	ctx := r.Context()
	if err := s.complete(ctx, &made, customProvider{}); err != nil {
		return err
	}
	err := s.InTx(ctx, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtextextended('custom provider', 0))`); err != nil {
			return fmt.Errorf("lock custom providers: %w", err)
		}
		var count int
		if err := tx.QueryRow(ctx, `SELECT count(*) FROM auth.custom_oauth_providers`).Scan(&count); err != nil {
			return fmt.Errorf("count custom providers: %w", err)
		}
		if count >= customMax {
			return errCustomQuota
		}
		return s.keepCustom(ctx, tx, made, "created")
	})
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok && refused.ConstraintName == "custom_oauth_providers_identifier_key" {
		return errCustomExists
	}
	if err != nil {
		return err
	}
	made.Secret = ""
	return core.Answer(w, http.StatusCreated, made)
}

// decodeCustom decodes a request over the known values. Lists and mappings are replaced, not
// merged.
func decodeCustom(r *http.Request, into *customProvider) error {
	known := *into
	into.Fields, into.Params = nil, nil
	if err := core.Decode(r, into); err != nil {
		return err
	}
	if into.Fields == nil {
		into.Fields = known.Fields
	}
	if into.Params == nil {
		into.Params = known.Params
	}
	for _, list := range []*[]string{&into.OtherIDs, &into.Scopes, &into.KeptClaims} {
		if *list == nil {
			*list = []string{}
		}
	}
	for _, pairs := range []*map[string]string{&into.Fields, &into.Params} {
		if *pairs == nil {
			*pairs = map[string]string{}
		}
	}
	return nil
}

// complete checks a provider and fetches its issuer's discovery document, unless the same URLs were
// fetched before: a provider that is unreachable can still be switched off.
func (s *Server) complete(ctx context.Context, c *customProvider, known customProvider) error {
	if err := c.check(s.Config.Federation.PrivateAddresses); err != nil {
		return err
	}
	c.Discovered = known.Discovered
	places := func(c customProvider) [5]string {
		return [5]string{c.Issuer, c.DiscoveryURL, c.AuthURL, c.TokenURL, c.KeysURL}
	}
	if c.Type != customOIDC || places(*c) == places(known) {
		return nil
	}
	said, err := s.newProvider(*c).Describe(ctx)
	if err != nil {
		return core.Invalid("The issuer does not describe itself as it should").Because(err)
	}
	c.Discovered = &said
	return nil
}

// keepCustom stores a provider whose secret is in clear.
func (s *Server) keepCustom(ctx context.Context, tx pgx.Tx, c customProvider, step string) error {
	discovered, errSaid := json.Marshal(c.Discovered)
	fields, errFields := json.Marshal(c.Fields)
	params, errParams := json.Marshal(c.Params)
	if err := errors.Join(errSaid, errFields, errParams); err != nil {
		return fmt.Errorf("encode custom provider: %w", err)
	}
	_, err := tx.Exec(ctx, `
		INSERT INTO auth.custom_oauth_providers AS p (id, provider_type, identifier, name, client_id, client_secret, acceptable_client_ids, scopes, custom_claims_allowlist, pkce_enabled,
		       attribute_mapping, authorization_params, enabled, email_optional, issuer, discovery_url, skip_nonce_check, authorization_url, token_url, userinfo_url, jwks_uri,
		       cached_discovery, discovery_cached_at, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, nullif($15, ''), nullif($16, ''), $17, nullif($18, ''), nullif($19, ''), nullif($20, ''), nullif($21, ''),
		       nullif($22::jsonb, 'null'), CASE WHEN $22::jsonb <> 'null' THEN $24::timestamptz END, $23, $24)
		ON CONFLICT (id) DO UPDATE SET name = $4, client_id = $5, client_secret = $6, acceptable_client_ids = $7, scopes = $8, custom_claims_allowlist = $9, pkce_enabled = $10,
		       attribute_mapping = $11, authorization_params = $12, enabled = $13, email_optional = $14, issuer = nullif($15, ''), discovery_url = nullif($16, ''), skip_nonce_check = $17,
		       authorization_url = nullif($18, ''), token_url = nullif($19, ''), userinfo_url = nullif($20, ''), jwks_uri = nullif($21, ''),
		       cached_discovery = excluded.cached_discovery, discovery_cached_at = excluded.discovery_cached_at, updated_at = $24`,
		c.ID, c.Type, c.Identifier, c.Name, c.ClientID, s.Config.Seal.Seal(c.Secret, sealOwner(c.ID)), c.OtherIDs, c.Scopes, c.KeptClaims, c.PKCE, string(fields), string(params), c.Enabled, c.EmailOptional,
		c.Issuer, c.DiscoveryURL, c.SkipNonce, c.AuthURL, c.TokenURL, c.UserURL, c.KeysURL, string(discovered), c.CreatedAt, c.UpdatedAt)
	if err != nil {
		return fmt.Errorf("store custom provider: %w", err)
	}
	return s.Record(ctx, tx, core.ActionProviderChanged, uuid.Nil, map[string]any{"identifier": c.Identifier, "step": step})
}

// UpdateCustom is PUT /admin/custom-providers/{identifier}: absent fields stay unchanged. Of two
// concurrent updates, the second gets a conflict.
func (s *Server) UpdateCustom(w http.ResponseWriter, r *http.Request) error {
	identifier, err := identifierOf(r)
	if err != nil {
		return err
	}
	ctx := r.Context()
	known, err := findCustom(ctx, s.DB, identifier)
	if err != nil {
		return err
	}
	changed := known
	if changed.Secret, err = s.Config.Seal.Open(known.Secret, sealOwner(known.ID)); err != nil {
		return fmt.Errorf("decrypt the secret of %s: %w", identifier, err)
	}
	if err := decodeCustom(r, &changed); err != nil {
		return err
	}
	changed.ID, changed.Type, changed.Identifier, changed.CreatedAt = known.ID, known.Type, known.Identifier, known.CreatedAt
	// The update time identifies a version, so no two versions may share it.
	if changed.UpdatedAt = s.Config.Now().UTC(); !changed.UpdatedAt.After(known.UpdatedAt) {
		changed.UpdatedAt = known.UpdatedAt.Add(time.Microsecond)
	}
	if err := s.complete(ctx, &changed, known); err != nil {
		return err
	}
	err = s.InTx(ctx, func(tx pgx.Tx) error {
		var isSame bool
		err := tx.QueryRow(ctx, `SELECT updated_at = $2 FROM auth.custom_oauth_providers WHERE id = $1 FOR UPDATE`, known.ID, known.UpdatedAt).Scan(&isSame)
		switch {
		case core.IsMissing(err):
			return errCustomNotFound
		case err != nil:
			return fmt.Errorf("lock custom provider: %w", err)
		case !isSame:
			return errCustomChanged
		}
		return s.keepCustom(ctx, tx, changed, "updated")
	})
	if err != nil {
		return err
	}
	changed.Secret = ""
	return core.Answer(w, http.StatusOK, changed)
}

// DeleteCustom deletes a provider. Users with its identities stay, and must sign in another way.
func (s *Server) DeleteCustom(w http.ResponseWriter, r *http.Request) error {
	identifier, err := identifierOf(r)
	if err != nil {
		return err
	}
	ctx := r.Context()
	err = s.InTx(ctx, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `DELETE FROM auth.custom_oauth_providers WHERE identifier = $1`, identifier)
		if err != nil {
			return fmt.Errorf("delete custom provider: %w", err)
		}
		if tag.RowsAffected() == 0 {
			return errCustomNotFound
		}
		return s.Record(ctx, tx, core.ActionProviderChanged, uuid.Nil, map[string]any{"identifier": identifier, "step": "deleted"})
	})
	if err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}
