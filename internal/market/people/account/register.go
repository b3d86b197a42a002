package account

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"automacao/internal/institution/taxid"
	"automacao/internal/kernel/fault"
	"automacao/internal/kernel/humantext"
	"automacao/internal/market/limits"
	"automacao/internal/market/people/organisation"
)

// TermsVersion is the version of the terms that a registration accepts.
const TermsVersion = "2025-06-25"

// Refusals of a registration. Nothing of a refused registration is stored.
var (
	ErrNameRequired     = fault.New(http.StatusUnprocessableEntity, "name_required", "Nome é obrigatório")
	ErrDocumentRequired = fault.New(http.StatusUnprocessableEntity, "document_required", "Documento é obrigatório")
	ErrTermsRequired    = fault.New(http.StatusUnprocessableEntity, "terms_required", "Você deve aceitar os Termos de Serviço.")
	ErrUnknownRole      = fault.New(http.StatusUnprocessableEntity, "unknown_role", "Escolha entre profissional e empresa.")
	ErrTooManySkills    = fault.New(http.StatusUnprocessableEntity, "too_many_skills", limits.Say("Você pode selecionar no máximo {profiles.skills} habilidades."))
	ErrUnknownSkill     = fault.New(http.StatusUnprocessableEntity, "unknown_skill", "Uma das habilidades não está no catálogo ou se repete.")
	ErrCPFTaken         = fault.New(http.StatusConflict, "cpf_taken", "Este CPF já está cadastrado.")
	ErrNameTooLong      = fault.New(http.StatusUnprocessableEntity, "name_too_long", limits.Say("O nome tem no máximo {profiles.name} caracteres."))
)

// The sides of the market for which somebody signs up.
const (
	Professional = "professional"
	Company      = "company"
)

// Registration is what somebody states when signing up.
type Registration struct {
	Name     string
	Role     string
	Document string
	Skills   []string
	Terms    bool
	// Invitation is the secret of an invitation to a team. A colleague is not a party, and so
	// states no role, document or skills.
	Invitation string
}

// ReadRegistration takes the known fields from untrusted sign-up data and ignores all others.
func ReadRegistration(data map[string]any) Registration {
	registration := Registration{Role: Professional}
	registration.Name, _ = data["name"].(string)
	registration.Document, _ = data["document"].(string)
	registration.Terms, _ = data["terms"].(bool)
	registration.Invitation, _ = data["invitation"].(string)
	if role, ok := data["role"].(string); ok {
		registration.Role = role
	}
	skills, _ := data["skills"].([]any)
	for _, skill := range skills {
		slug, _ := skill.(string)
		registration.Skills = append(registration.Skills, slug)
	}
	return registration
}

// Validate returns the registration with normalised texts and its document reduced to the stored
// form, or the first refusal.
func (r Registration) Validate() (Registration, error) {
	var err error
	if r.Name, err = humantext.ReadLine(r.Name); err != nil {
		return r, err
	}
	if err := checkName(r.Name); err != nil {
		return r, err
	}
	if r.Invitation == "" && strings.TrimSpace(r.Document) == "" {
		return r, ErrDocumentRequired
	}
	if !r.Terms {
		return r, ErrTermsRequired
	}
	if r.Invitation != "" {
		return Registration{Name: r.Name, Terms: true, Invitation: r.Invitation}, nil
	}
	if r.Role != Professional {
		r.Skills = nil
	}
	if len(r.Skills) > limits.ProfilesSkills {
		return r, ErrTooManySkills
	}
	switch r.Role {
	case Professional:
		r.Document, err = taxid.ParseCPF(r.Document)
	case Company:
		r.Document, err = taxid.ParseCNPJ(r.Document)
	default:
		err = ErrUnknownRole
	}
	return r, err
}

func checkName(name string) error {
	if name == "" {
		return ErrNameRequired
	}
	if utf8.RuneCountInString(name) > limits.ProfilesName {
		return ErrNameTooLong
	}
	return nil
}

// Register creates the profile and account of a new user in the transaction of the sign-up. It
// returns the metadata that goes into the user's tokens: name and role, never the document. If the
// data mentions neither document, terms nor invitation, it stores an unfinished registration for
// Complete.
func Register(ctx context.Context, tx pgx.Tx, userID uuid.UUID, email string, data map[string]any, now time.Time) (map[string]any, error) {
	if isUnfinished(data) {
		return begin(ctx, tx, userID, email, data)
	}
	registration, err := ReadRegistration(data).Validate()
	if err != nil {
		return nil, err
	}
	return enrol(ctx, tx, userID, email, registration, now)
}

// enrol makes a user a member, from a validated registration.
func enrol(ctx context.Context, tx pgx.Tx, userID uuid.UUID, email string, registration Registration, now time.Time) (map[string]any, error) {
	if registration.Invitation != "" {
		return registerColleague(ctx, tx, userID, email, registration, now)
	}
	var err error
	if registration.Skills, err = readSkills(ctx, tx, registration.Skills); err != nil {
		return nil, err
	}
	if err := insert(ctx, tx, userID, email, registration, now); err != nil {
		return nil, fmt.Errorf("register %s: %w", registration.Role, err)
	}
	return map[string]any{"name": registration.Name, "role": registration.Role}, nil
}

// readSkills returns the slugs of skills given as slugs, names or labels.
func readSkills(ctx context.Context, tx pgx.Tx, written []string) ([]string, error) {
	if len(written) == 0 {
		return []string{}, nil
	}
	var found []*string
	if err := tx.QueryRow(ctx, `SELECT private.skill_slugs($1)`, written).Scan(&found); err != nil {
		return nil, fmt.Errorf("read skills: %w", err)
	}
	var slugs, wrong []string
	for i, slug := range found {
		if slug == nil || slices.Contains(slugs, *slug) {
			wrong = append(wrong, written[i])
			continue
		}
		slugs = append(slugs, *slug)
	}
	if len(wrong) > 0 {
		return nil, ErrUnknownSkill.Naming(wrong...)
	}
	return slugs, nil
}

func insert(ctx context.Context, tx pgx.Tx, userID uuid.UUID, email string, r Registration, now time.Time) error {
	_, err := tx.Exec(ctx, `
		WITH profile AS (
		  INSERT INTO public.profiles (id, role, name, skills) VALUES ($1, $2, $3, $4) RETURNING id
		)
		INSERT INTO public.accounts (profile_id, email, document, terms_accepted_at, terms_version)
		SELECT $1, $5, $6, $7, $8`,
		userID, r.Role, r.Name, r.Skills, email, r.Document, now, TermsVersion)
	if isTaken(err) && r.Role == Company {
		return organisation.ErrDocumentTaken.Because(err)
	}
	if isTaken(err) {
		return ErrCPFTaken.Because(err)
	}
	if err != nil || r.Role != Company {
		return err
	}
	return organisation.Found(ctx, tx, userID, organisation.Firm{Role: r.Role, Kind: organisation.Company, LegalName: r.Name, Document: r.Document})
}

// isTaken reports whether another account has the document. If two sign up at once, the database
// accepts one.
func isTaken(err error) bool {
	const uniqueViolation = "23505"
	refused, ok := errors.AsType[*pgconn.PgError](err)
	return ok && refused.Code == uniqueViolation && refused.ConstraintName == "accounts_document_key"
}

// InsertAdmin creates the profile and account of an administrator, who never registers. Only the
// server calls it; no request can.
func InsertAdmin(ctx context.Context, tx pgx.Tx, userID uuid.UUID, email, name string) error {
	_, err := tx.Exec(ctx, `
		WITH profile AS (
		  INSERT INTO public.profiles (id, role, name, title) VALUES ($1, 'admin', $2, 'Administração') RETURNING id
		)
		INSERT INTO public.accounts (profile_id, email) VALUES ($1, $3)`, userID, name, email)
	if err != nil {
		return fmt.Errorf("insert administrator: %w", err)
	}
	return nil
}

// registerColleague makes a new user a member of the team that invited their address. They have a
// profile, so that they can send and receive messages, but they are not a party of their own.
func registerColleague(ctx context.Context, tx pgx.Tx, userID uuid.UUID, email string, r Registration, now time.Time) (map[string]any, error) {
	invitation, err := organisation.Open(ctx, tx, r.Invitation, email, now)
	if err != nil {
		return nil, err
	}
	_, err = tx.Exec(ctx, `
		WITH profile AS (
		  INSERT INTO public.profiles (id, role, name, is_party) VALUES ($1, $2, $3, false) RETURNING id
		)
		INSERT INTO public.accounts (profile_id, email, terms_accepted_at, terms_version) SELECT $1, $4, $5, $6`,
		userID, invitation.Side(), r.Name, email, now, TermsVersion)
	if err != nil {
		return nil, fmt.Errorf("register colleague: %w", err)
	}
	return map[string]any{"name": r.Name, "role": invitation.Side()}, invitation.Join(ctx, tx, userID)
}
