package volume

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/google/uuid"

	"automacao/internal/institution/taxid"
	"automacao/internal/market/people/account"
)

// person is a member who can take part in a project or a conversation.
type person struct {
	id   uuid.UUID
	name string
}

type memberRow struct {
	ID         uuid.UUID `json:"id"`
	Role       string    `json:"role"`
	Email      string    `json:"email"`
	Document   string    `json:"document"`
	Name       string    `json:"name"`
	Location   string    `json:"location"`
	Headline   string    `json:"headline"`
	Title      string    `json:"title"`
	About      string    `json:"about"`
	Experience *string   `json:"experience"`
	Skills     []string  `json:"skills"`
	WorkModes  []string  `json:"work_modes"`
	// Technologies are sorted, as triggers would sort those of one level.
	Technologies []string `json:"technologies"`
	// nil for companies.
	Availability *string   `json:"availability"`
	CreatedAt    time.Time `json:"created_at"`
	UpdatedAt    time.Time `json:"updated_at"`
}

// insertMembers stores users as they are after a confirmed sign-up. They share the cast's password
// hash, so that no further hash is computed.
const insertMembers = `
	WITH given AS MATERIALIZED (
	  SELECT * FROM json_to_recordset($1::json) AS g (id uuid, role text, email text, name text, location text, headline text,
	    title text, about text, experience text, skills text[], technologies text[], work_modes text[], availability text, created_at timestamptz, updated_at timestamptz)
	), users AS (
	  INSERT INTO auth.users (id, email, password_hash, app_metadata, user_metadata, email_confirmed_at, created_at, updated_at)
	  SELECT id, email, $2, '{"provider":"email","providers":["email"]}', jsonb_build_object('name', name, 'role', role),
	         created_at, created_at, created_at FROM given
	), identities AS (
	  INSERT INTO auth.identities (user_id, provider, provider_id, identity_data, last_sign_in_at, created_at, updated_at)
	  SELECT id, 'email', id::text, jsonb_build_object('sub', id, 'email', email, 'email_verified', true, 'phone_verified', false),
	         created_at, created_at, created_at FROM given
	)
	INSERT INTO public.profiles (id, role, name, avatar_seed, location, headline, title, about, experience, skills, technologies, work_modes, availability, created_at, updated_at)
	SELECT id, role, name, left(name, 64), location, headline, title, about, experience, skills, technologies, work_modes, availability, created_at, updated_at FROM given`

// insertAccounts is a separate statement, because triggers read the stored profile.
const insertAccounts = `
	INSERT INTO public.accounts (profile_id, email, document, terms_accepted_at, terms_version, created_at)
	SELECT id, email, document, created_at, $2, created_at
	FROM json_to_recordset($1::json) AS g (id uuid, email text, document text, created_at timestamptz)`

// insertOrganisations makes each company an organisation with one member.
const insertOrganisations = `
	WITH given AS (
	  SELECT * FROM json_to_recordset($1::json) AS g (id uuid, role text, name text, document text, created_at timestamptz)
	), founded AS (
	  INSERT INTO public.organisations (id, role, legal_name, document, created_at, updated_at)
	  SELECT id, role, name, document, created_at, created_at FROM given RETURNING id
	)
	INSERT INTO public.memberships (organisation_id, person_id, role, created_at)
	SELECT id, id, 'owner', created_at FROM given`

// insertMasteries stores the technologies of professionals, all on the level of their experience.
const insertMasteries = `
	INSERT INTO public.profile_technologies (profile_id, technology, level, years, created_at, updated_at)
	SELECT id, technology, CASE experience WHEN 'Júnior' THEN 'Básico' WHEN 'Sênior' THEN 'Avançado' WHEN 'Especialista' THEN 'Especialista' ELSE 'Intermediário' END,
	       2 + cardinality(technologies), created_at, created_at
	FROM json_to_recordset($1::json) AS g (id uuid, experience text, technologies text[], created_at timestamptz), unnest(technologies) AS technology`

func (l *loader) members(ctx context.Context) error {
	users := statement{insertMembers, []any{l.hash}}
	accounts := statement{insertAccounts, []any{account.TermsVersion}}
	tables := []string{"public.profiles"}
	companies := step{"companies", l.size.Companies, tables, []statement{users, accounts, {sql: insertOrganisations}}}
	if err := store(ctx, l, companies, l.companyRows(), nil); err != nil {
		return err
	}
	professionals := step{"professionals", l.size.Professionals, tables, []statement{users, accounts, {sql: insertMasteries}}}
	return store(ctx, l, professionals, l.professionalRows(), nil)
}

// memberSpan is how far back the earliest sign-up can be.
const memberSpan = 700 * 24 * time.Hour

func (l *loader) companyRows() iter.Seq[memberRow] {
	random := chance(1)
	return func(yield func(memberRow) bool) {
		for n := range l.size.Companies {
			text := newDocument(random)
			at := l.run.begunAt.Add(-between(random, time.Hour, memberSpan))
			row := memberRow{
				ID: key(at, n), Role: "company", Email: fmt.Sprintf("empresa.%06d@volume.demo", n+1), Document: cnpj(n),
				Name:     fmt.Sprintf("%s %s %s", pick(random, companyKinds), pick(random, companyPlaces), pick(random, companyForms)),
				Location: text.fill("{city}"), Headline: sentence(text.fill("{sector}")), About: text.choose(factories),
				Skills: []string{}, Technologies: []string{}, WorkModes: []string{}, CreatedAt: at, UpdatedAt: at,
			}
			l.companies = append(l.companies, person{row.ID, row.Name})
			if !yield(row) {
				return
			}
		}
	}
}

func (l *loader) professionalRows() iter.Seq[memberRow] {
	random := chance(2)
	return func(yield func(memberRow) bool) {
		for n := range l.size.Professionals {
			row := l.professional(random, n)
			l.professionals = append(l.professionals, person{row.ID, row.Name})
			if !yield(row) {
				return
			}
		}
	}
}

var availabilities = []string{"available", "available", "limited", "unavailable"}

func (l *loader) professional(random *rand.Rand, n int) memberRow {
	text := newDocument(random)
	at := l.run.begunAt.Add(-between(random, time.Hour, memberSpan))
	work := pick(random, kinds)
	level := pick(random, levels)
	availability := pick(random, availabilities)
	mode := pick(random, workModes)
	row := memberRow{
		ID: key(at, SizeMax+n), Role: "professional", Email: fmt.Sprintf("profissional.%06d@volume.demo", n+1), Document: cpf(n),
		Name:     fmt.Sprintf("%s %s %s", pick(random, firstNames), pick(random, surnames), pick(random, surnames)),
		Location: text.fill("{city}"), Headline: text.fill(work.headline), Title: work.trade + " · " + level,
		About: text.choose(abouts), Experience: &level, Skills: work.skills,
		WorkModes: []string{mode}, Availability: &availability,
		CreatedAt: at, UpdatedAt: at.Add(between(random, 0, l.run.begunAt.Sub(at))),
	}
	row.Technologies = text.technologies()
	return row
}

// cpf returns a synthetic CPF from a block reserved for the volume.
func cpf(n int) string {
	return checked(fmt.Sprintf("91%07d", n), taxid.ParseCPF)
}

// cnpj returns a synthetic CNPJ with a root that no company has.
func cnpj(n int) string {
	return checked(fmt.Sprintf("VO%06d0001", n), taxid.ParseCNPJ)
}

// checked finds the two check digits by trying them against the parser.
func checked(root string, parse func(string) (string, error)) string {
	for digits := range 100 {
		if number, err := parse(fmt.Sprintf("%s%02d", root, digits)); err == nil {
			return number
		}
	}
	return ""
}

func sentence(words string) string {
	first, rest := []rune(words)[0], []rune(words)[1:]
	return strings.ToUpper(string(first)) + string(rest)
}
