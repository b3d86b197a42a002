package organisation

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/external"
	"automacao/internal/wire/auth/sso"
)

// identityProvider is an organisation with its identity provider.
type identityProvider struct {
	ID         uuid.UUID   `json:"id"`
	ResourceID string      `json:"resource_id,omitempty"`
	Disabled   bool        `json:"disabled"`
	SAML       samlDetails `json:"saml"`
	Domains    []ssoDomain `json:"domains"`
	CreatedAt  time.Time   `json:"created_at"`
	UpdatedAt  time.Time   `json:"updated_at"`
}

type samlDetails struct {
	EntityID     string      `json:"entity_id"`
	MetadataXML  string      `json:"metadata_xml,omitempty"`
	MetadataURL  string      `json:"metadata_url,omitempty"`
	Mapping      sso.Mapping `json:"attribute_mapping"`
	NameIDFormat string      `json:"name_id_format,omitempty"`

	fetchedAt time.Time
}

type ssoDomain struct {
	Domain string `json:"domain"`
}

// identityName is the provider name of its users' identities.
func (p *identityProvider) identityName() string { return "sso:" + p.ID.String() }

func foldDomain(text string) string { return core.FoldASCII(strings.TrimSpace(text)) }

const selectSSO = `
	SELECT p.id, coalesce(p.resource_id, ''), p.disabled, p.created_at, p.updated_at, s.entity_id, s.metadata_xml, coalesce(s.metadata_url, ''),
	       s.attribute_mapping, coalesce(s.name_id_format, ''), s.fetched_at,
	       ARRAY(SELECT d.domain FROM auth.sso_domains d WHERE d.sso_provider_id = p.id ORDER BY d.domain)
	  FROM auth.sso_providers p JOIN auth.saml_providers s ON s.sso_provider_id = p.id
	 WHERE `

func scanSSO(row pgx.CollectableRow) (*identityProvider, error) {
	found := &identityProvider{Domains: []ssoDomain{}}
	var domains []string
	err := row.Scan(&found.ID, &found.ResourceID, &found.Disabled, &found.CreatedAt, &found.UpdatedAt, &found.SAML.EntityID, &found.SAML.MetadataXML,
		&found.SAML.MetadataURL, &found.SAML.Mapping, &found.SAML.NameIDFormat, &found.SAML.fetchedAt, &domains)
	for _, domain := range domains {
		found.Domains = append(found.Domains, ssoDomain{domain})
	}
	found.CreatedAt, found.UpdatedAt = found.CreatedAt.UTC(), found.UpdatedAt.UTC()
	return found, err
}

func findSSOs(ctx context.Context, q core.Querier, condition string, args ...any) ([]*identityProvider, error) {
	rows, err := q.Query(ctx, selectSSO+condition, args...)
	if err != nil {
		return nil, fmt.Errorf("read SSO providers: %w", err)
	}
	found, err := pgx.CollectRows(rows, scanSSO)
	if err != nil {
		return nil, fmt.Errorf("read SSO providers: %w", err)
	}
	return found, nil
}

// findSSO returns the provider for a condition, or errSSOUnknown.
func (s *Server) findSSO(ctx context.Context, condition string, args ...any) (*identityProvider, error) {
	return oneSSO(ctx, s.DB, condition, args...)
}

func oneSSO(ctx context.Context, q core.Querier, condition string, args ...any) (*identityProvider, error) {
	found, err := findSSOs(ctx, q, condition, args...)
	switch {
	case err != nil:
		return nil, err
	case len(found) == 0:
		return nil, errSSOUnknown
	}
	return found[0], nil
}

// metadataFresh is how long fetched metadata is used before it is fetched again.
const metadataFresh = 24 * time.Hour

// freshMetadata parses a provider's metadata. If it has a URL, one of the sign-ins of each day
// fetches it again; if that fails, the stored metadata is used until it expires.
func (s *Server) freshMetadata(ctx context.Context, found *identityProvider) (sso.Provider, error) {
	known, err := sso.ReadMetadata([]byte(found.SAML.MetadataXML))
	if err != nil {
		return known, fmt.Errorf("parse stored metadata: %w", err)
	}
	now := s.Config.Now()
	isOld := found.SAML.fetchedAt.Add(metadataFresh).Before(now) || known.ExpiresBefore(now) && found.SAML.fetchedAt.Add(external.ExternalTTL).Before(now)
	if found.SAML.MetadataURL == "" || !isOld {
		return known, nil
	}
	tag, err := s.DB.Exec(ctx, `UPDATE auth.saml_providers SET fetched_at = $3 WHERE sso_provider_id = $1 AND fetched_at = $2`, found.ID, found.SAML.fetchedAt, now)
	if err != nil {
		return known, fmt.Errorf("store the time of a fetch: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return known, nil
	}
	raw, newer, err := s.fetchMetadata(ctx, found.SAML.MetadataURL)
	if err == nil && newer.EntityID() != found.SAML.EntityID {
		err = errEntityOther
	}
	if err != nil {
		s.Log.WarnContext(ctx, "could not refresh an identity provider's metadata", "sso_provider_id", found.ID, "error", err)
		return known, nil
	}
	_, err = s.DB.Exec(ctx, `UPDATE auth.saml_providers SET metadata_xml = $2, updated_at = $3 WHERE sso_provider_id = $1`, found.ID, string(raw), now)
	if err != nil {
		return known, fmt.Errorf("store metadata: %w", err)
	}
	return newer, nil
}

// fetchMetadata fetches a provider's metadata, within the limits of package fetch.
func (s *Server) fetchMetadata(ctx context.Context, address string) ([]byte, sso.Provider, error) {
	asked, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, sso.Provider{}, core.Invalid("metadata_url is not a valid URL")
	}
	asked.Header.Set("Accept", "application/samlmetadata+xml, application/xml, text/xml")
	got, err := s.external.Outside.Client.Do(asked)
	if err != nil {
		return nil, sso.Provider{}, errMetadataAway.Because(err)
	}
	defer func() { _ = got.Body.Close() }()
	if got.StatusCode != http.StatusOK {
		return nil, sso.Provider{}, errMetadataAway.Because(fmt.Errorf("status %d", got.StatusCode))
	}
	raw, err := io.ReadAll(got.Body)
	if err != nil {
		return nil, sso.Provider{}, errMetadataAway.Because(err)
	}
	described, err := sso.ReadMetadata(raw)
	if err != nil {
		return nil, sso.Provider{}, core.Invalid("%s", err)
	}
	return raw, described, nil
}
