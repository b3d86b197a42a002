package oauth

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/fault"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/oauthserver"
)

var errClientNotFound = fault.New(http.StatusNotFound, "oauth_client_not_found", "OAuth client not found")

const clientColumns = `c.id, coalesce(c.client_secret_hash, ''), c.registration_type, c.redirect_uris, c.grant_types, coalesce(c.client_name, ''), coalesce(c.client_uri, ''),
	coalesce(c.logo_uri, ''), c.client_type, c.token_endpoint_auth_method, c.created_at, c.updated_at`

func scanClient(row pgx.Row) (oauthserver.Client, error) {
	c := oauthserver.Client{ResponseTypes: []string{"code"}}
	var redirects, grants string
	err := row.Scan(&c.ID, &c.SecretHash, &c.Registration, &redirects, &grants, &c.Name, &c.URI, &c.LogoURI, &c.Type, &c.AuthMethod, &c.CreatedAt, &c.UpdatedAt)
	c.RedirectURIs, c.GrantTypes = strings.Split(redirects, ","), strings.Split(grants, ",")
	c.CreatedAt, c.UpdatedAt = c.CreatedAt.UTC(), c.UpdatedAt.UTC()
	return c, err
}

// findClient returns a client that is not deleted. The suffix may lock its row.
func findClient(ctx context.Context, q core.Querier, id uuid.UUID, suffix string) (oauthserver.Client, error) {
	found, err := scanClient(q.QueryRow(ctx, `SELECT `+clientColumns+` FROM auth.oauth_clients c WHERE c.id = $1 AND c.deleted_at IS NULL `+suffix, id))
	if core.IsMissing(err) {
		return found, errClientNotFound
	}
	if err != nil {
		return found, fmt.Errorf("read client: %w", err)
	}
	return found, nil
}

// addClient stores a new client and sets its id and times; network is where it registered itself.
func (s *Server) addClient(ctx context.Context, tx pgx.Tx, made *oauthserver.Client, network string) error {
	made.CreatedAt = s.Config.Now().UTC()
	made.UpdatedAt = made.CreatedAt
	err := tx.QueryRow(ctx, `
		INSERT INTO auth.oauth_clients (client_secret_hash, registration_type, redirect_uris, grant_types, client_name, client_uri, logo_uri, client_type, token_endpoint_auth_method, created_at, updated_at, registered_from)
		VALUES (nullif($1, ''), $2, $3, $4, nullif($5, ''), nullif($6, ''), nullif($7, ''), $8, $9, $10, $10, nullif($11, '')) RETURNING id`,
		made.SecretHash, made.Registration, strings.Join(made.RedirectURIs, ","), strings.Join(made.GrantTypes, ","), made.Name, made.URI, made.LogoURI, made.Type, made.AuthMethod, made.CreatedAt, network,
	).Scan(&made.ID)
	if err != nil {
		return fmt.Errorf("store client: %w", err)
	}
	return s.Record(ctx, tx, core.ActionClientChanged, uuid.Nil, map[string]any{"client_id": made.ID, "step": made.Registration})
}

// ListClients is GET /admin/oauth/clients, newest first.
func (s *Server) ListClients(w http.ResponseWriter, r *http.Request) error {
	page, perPage, err := core.AskedPage(r)
	if err != nil {
		return err
	}
	ctx := r.Context()
	var total int
	if err := s.DB.QueryRow(ctx, `SELECT count(*) FROM auth.oauth_clients WHERE deleted_at IS NULL`).Scan(&total); err != nil {
		return fmt.Errorf("count clients: %w", err)
	}
	rows, err := s.DB.Query(ctx, `SELECT `+clientColumns+` FROM auth.oauth_clients c WHERE c.deleted_at IS NULL ORDER BY c.created_at DESC, c.id DESC LIMIT $1 OFFSET $2`, perPage, (page-1)*perPage)
	if err != nil {
		return fmt.Errorf("list clients: %w", err)
	}
	clients, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (oauthserver.Client, error) { return scanClient(row) })
	if err != nil {
		return fmt.Errorf("list clients: %w", err)
	}
	s.SetPage(w, "/admin/oauth/clients", page, perPage, total)
	return core.Answer(w, http.StatusOK, map[string]any{"clients": clients, "aud": core.Audience})
}

// asAdminError converts an OAuth error to the format of the administration routes.
func asAdminError(err error) error {
	if worded, ok := errors.AsType[*oauthserver.Error](err); ok {
		return core.Invalid("%s", worded.Description)
	}
	return err
}

// CreateClient is POST /admin/oauth/clients.
func (s *Server) CreateClient(w http.ResponseWriter, r *http.Request) error {
	var in oauthserver.Registration
	if err := core.Decode(r, &in); err != nil {
		return err
	}
	made, err := oauthserver.NewClient(in, oauthserver.Manual)
	if err != nil {
		return asAdminError(err)
	}
	if err := s.InTx(r.Context(), func(tx pgx.Tx) error { return s.addClient(r.Context(), tx, &made, "") }); err != nil {
		return err
	}
	return core.Answer(w, http.StatusCreated, made)
}

func clientNamed(r *http.Request) (uuid.UUID, error) {
	id, err := uuid.Parse(r.PathValue("client"))
	if err != nil {
		return uuid.Nil, core.Invalid("invalid client_id format")
	}
	return id, nil
}

// GetClient is GET /admin/oauth/clients/{client}.
func (s *Server) GetClient(w http.ResponseWriter, r *http.Request) error {
	id, err := clientNamed(r)
	if err != nil {
		return err
	}
	found, err := findClient(r.Context(), s.DB, id, "")
	if err != nil {
		return err
	}
	return core.Answer(w, http.StatusOK, found)
}

// UpdateClient is PUT /admin/oauth/clients/{client}. Pending requests with a removed redirect
// address are no longer answered.
func (s *Server) UpdateClient(w http.ResponseWriter, r *http.Request) error {
	var in oauthserver.Registration
	if err := core.Decode(r, &in); err != nil {
		return err
	}
	return s.changeClient(w, r, "updated", func(c *oauthserver.Client) error { return asAdminError(c.Update(in)) })
}

// RenewClient replaces a client's secret; the previous one becomes invalid.
func (s *Server) RenewClient(w http.ResponseWriter, r *http.Request) error {
	return s.changeClient(w, r, "secret renewed", func(c *oauthserver.Client) error {
		if !c.IsConfidential() {
			return core.Invalid("Cannot regenerate secret for public client")
		}
		c.Renew()
		return nil
	})
}

func (s *Server) changeClient(w http.ResponseWriter, r *http.Request, step string, change func(*oauthserver.Client) error) error {
	id, err := clientNamed(r)
	if err != nil {
		return err
	}
	ctx := r.Context()
	var changed oauthserver.Client
	err = s.InTx(ctx, func(tx pgx.Tx) error {
		if changed, err = findClient(ctx, tx, id, "FOR UPDATE"); err != nil {
			return err
		}
		if err := change(&changed); err != nil {
			return err
		}
		changed.UpdatedAt = s.Config.Now().UTC()
		_, err := tx.Exec(ctx, `
			UPDATE auth.oauth_clients SET client_secret_hash = nullif($2, ''), redirect_uris = $3, grant_types = $4, client_name = nullif($5, ''), client_uri = nullif($6, ''),
			       logo_uri = nullif($7, ''), token_endpoint_auth_method = $8, updated_at = $9
			 WHERE id = $1`, id, changed.SecretHash, strings.Join(changed.RedirectURIs, ","), strings.Join(changed.GrantTypes, ","), changed.Name, changed.URI, changed.LogoURI, changed.AuthMethod, changed.UpdatedAt)
		if err != nil {
			return fmt.Errorf("change client: %w", err)
		}
		return s.Record(ctx, tx, core.ActionClientChanged, uuid.Nil, map[string]any{"client_id": id, "step": step})
	})
	if err != nil {
		return err
	}
	return core.Answer(w, http.StatusOK, changed)
}

// DeleteClient deletes a client and ends its sessions. Its row stays for references in the log. A
// concurrent token exchange either waits for the deletion or its session is deleted here.
func (s *Server) DeleteClient(w http.ResponseWriter, r *http.Request) error {
	id, err := clientNamed(r)
	if err != nil {
		return err
	}
	ctx := r.Context()
	err = s.InTx(ctx, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `UPDATE auth.oauth_clients SET deleted_at = $2, updated_at = $2 WHERE id = $1 AND deleted_at IS NULL`, id, s.Config.Now())
		if err != nil {
			return fmt.Errorf("delete client: %w", err)
		}
		if tag.RowsAffected() == 0 {
			return errClientNotFound
		}
		// A client's sessions belong to users who once granted it access.
		for _, statement := range []string{
			`DELETE FROM auth.sessions WHERE id IN (SELECT s.id FROM auth.sessions s JOIN auth.oauth_consents k ON k.user_id = s.user_id AND k.client_id = $1
			  WHERE s.oauth_client_id = $1 ORDER BY s.user_id, s.id FOR UPDATE OF s)`,
			`DELETE FROM auth.oauth_authorizations WHERE client_id = $1`,
			`DELETE FROM auth.oauth_consents WHERE client_id = $1`,
		} {
			if _, err := tx.Exec(ctx, statement, id); err != nil {
				return fmt.Errorf("end the client's sessions and grants: %w", err)
			}
		}
		return s.Record(ctx, tx, core.ActionClientChanged, uuid.Nil, map[string]any{"client_id": id, "step": "deleted"})
	})
	if err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}
