package organisation

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/sso"
)

// ssoChange is a provider in an administrator's request. Nil fields stay unchanged.
type ssoChange struct {
	Type        string       `json:"type"`
	ResourceID  *string      `json:"resource_id"`
	Disabled    *bool        `json:"disabled"`
	MetadataURL string       `json:"metadata_url"`
	MetadataXML string       `json:"metadata_xml"`
	Domains     []string     `json:"domains"`
	Mapping     *sso.Mapping `json:"attribute_mapping"`
	Format      *string      `json:"name_id_format"`

	entityID string
}

var domainForm = regexp.MustCompile(`^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$`)

func (c *ssoChange) validate(isNew bool) error {
	switch {
	case isNew && c.Type != "saml", c.Type != "" && c.Type != "saml":
		return core.Invalid("Only 'saml' supported for SSO provider type")
	case c.MetadataURL != "" && c.MetadataXML != "":
		return core.Invalid("Only one of metadata_xml or metadata_url needs to be set")
	case isNew && c.MetadataURL == "" && c.MetadataXML == "":
		return core.Invalid("Either metadata_xml or metadata_url must be set")
	case c.ResourceID != nil && len(*c.ResourceID) > resourceIDMax:
		return core.Invalid("resource_id is longer than %d bytes", resourceIDMax)
	case len(c.Domains) > ssoDomainsMax:
		return core.Invalid("A provider has at most %d domains", ssoDomainsMax)
	case c.Format != nil && *c.Format != "" && !slices.Contains(sso.NameIDFormats, *c.Format):
		return core.Invalid("name_id_format must be unspecified or one of %s", strings.Join(sso.NameIDFormats, ", "))
	}
	for i, domain := range c.Domains {
		c.Domains[i] = foldDomain(domain)
		if !domainForm.MatchString(c.Domains[i]) {
			return core.Invalid("domains has one that is no domain")
		}
	}
	slices.Sort(c.Domains)
	c.Domains = slices.Compact(c.Domains)
	if c.Mapping == nil {
		return nil
	}
	if err := c.Mapping.Validate(); err != nil {
		return core.Invalid("%s", err)
	}
	return nil
}

// readMetadata fetches metadata that has a URL, outside of any transaction.
func (s *Server) readMetadata(ctx context.Context, c *ssoChange) error {
	var described sso.Provider
	switch {
	case c.MetadataURL != "":
		at, err := url.Parse(c.MetadataURL)
		if err != nil || at.Host == "" || at.User != nil || len(c.MetadataURL) > metadataURLMax {
			return core.Invalid("metadata_url is not a valid URL")
		}
		if at.Scheme != "https" && !s.Config.Federation.PrivateAddresses {
			return core.Invalid("metadata_url is not a HTTPS URL")
		}
		raw, found, err := s.fetchMetadata(ctx, c.MetadataURL)
		if err != nil {
			return err
		}
		c.MetadataXML, described = string(raw), found
	case c.MetadataXML != "":
		found, err := sso.ReadMetadata([]byte(c.MetadataXML))
		if err != nil {
			return core.Invalid("%s", err)
		}
		described = found
	default:
		return nil
	}
	c.entityID = described.EntityID()
	return nil
}

func (s *Server) readSSOChange(r *http.Request, isNew bool) (*ssoChange, error) {
	in := &ssoChange{}
	if err := core.Decode(r, in); err != nil {
		return nil, err
	}
	if err := in.validate(isNew); err != nil {
		return nil, err
	}
	return in, s.readMetadata(r.Context(), in)
}

func valueOf[T any](given *T) (value T) {
	if given != nil {
		value = *given
	}
	return value
}

func (s *Server) applySSO(ctx context.Context, tx pgx.Tx, found *identityProvider, in *ssoChange) error {
	now := s.Config.Now()
	_, err := tx.Exec(ctx, `UPDATE auth.sso_providers SET resource_id = CASE WHEN $2 THEN nullif($3, '') ELSE resource_id END, disabled = coalesce($4, disabled), updated_at = $5 WHERE id = $1`,
		found.ID, in.ResourceID != nil, valueOf(in.ResourceID), in.Disabled, now)
	if err != nil {
		return fmt.Errorf("change SSO provider: %w", err)
	}
	details := found.SAML
	if in.MetadataXML != "" {
		details.MetadataXML, details.MetadataURL, details.fetchedAt = in.MetadataXML, cmp.Or(in.MetadataURL, details.MetadataURL), now
	}
	if in.Mapping != nil {
		details.Mapping = *in.Mapping
	}
	if in.Format != nil {
		details.NameIDFormat = *in.Format
	}
	_, err = tx.Exec(ctx, `
		UPDATE auth.saml_providers SET metadata_xml = $2, metadata_url = nullif($3, ''), attribute_mapping = $4, name_id_format = nullif($5, ''), fetched_at = $6, updated_at = $7
		 WHERE sso_provider_id = $1`, found.ID, details.MetadataXML, details.MetadataURL, details.Mapping, details.NameIDFormat, details.fetchedAt, now)
	if err != nil {
		return fmt.Errorf("change SAML provider: %w", err)
	}
	if in.Domains == nil {
		return nil
	}
	return s.setDomains(ctx, tx, found.ID, in.Domains)
}

// setDomains sets a provider's domains to exactly these.
func (s *Server) setDomains(ctx context.Context, tx pgx.Tx, id uuid.UUID, domains []string) error {
	if _, err := tx.Exec(ctx, `DELETE FROM auth.sso_domains WHERE sso_provider_id = $1 AND domain <> ALL($2)`, id, domains); err != nil {
		return fmt.Errorf("delete domains: %w", err)
	}
	_, err := tx.Exec(ctx, `
		INSERT INTO auth.sso_domains (sso_provider_id, domain, created_at, updated_at)
		SELECT $1, d, $3, $3 FROM unnest($2::text[]) d WHERE d NOT IN (SELECT domain FROM auth.sso_domains WHERE sso_provider_id = $1)`, id, domains, s.Config.Now())
	if err != nil {
		return fmt.Errorf("add domains: %w", err)
	}
	return nil
}
