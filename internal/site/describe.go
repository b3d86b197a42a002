package site

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"regexp"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/caller"
	"automacao/internal/database"
	"automacao/internal/route"
)

// description is the head of a page: what search engines and link previews
// read before any script runs.
type description struct {
	Title       string
	Description string
	Canonical   string
	Image       string
	Data        any
}

// errNothingThere is an address behind which there is nothing: a true 404.
var errNothingThere = errors.New("nothing at this address")

const brand = "Automação - Indústria"

// preview is the picture of a page that has none of its own.
const preview = "/imagens/og.jpg"

// fixed are the pages whose head does not depend on data.
var fixed = map[string]description{
	route.Home:          {Title: brand, Description: "Empresas publicam projetos de automação industrial; profissionais de CLP, SCADA, robótica e instrumentação enviam propostas."},
	route.Projects:      {Title: "Projetos de automação industrial", Description: "Projetos abertos de CLP, supervisório, robótica, redes industriais e NR-12. Busque por texto e habilidade e envie sua proposta."},
	route.Professionals: {Title: "Encontrar profissionais", Description: "Programadores de CLP, especialistas em SCADA, instrumentistas e integradores para o seu projeto."},
	route.Services:      {Title: "Serviços", Description: "Serviços de automação industrial prestados por profissionais da plataforma."},
	route.Solutions:     {Title: "Soluções", Description: "Soluções de automação para envase, processo, redes, visão e retrofit."},
	route.Consulting:    {Title: "Consultoria", Description: "Consultoria em automação industrial."},
	route.HowItWorks:    {Title: "Como Funciona", Description: "Como empresas publicam projetos e profissionais enviam propostas, entregam e recebem."},
	route.Terms:         {Title: "Termos de Serviço", Description: "Termos de serviço da plataforma."},
	route.Privacy:       {Title: "Política de Privacidade", Description: "Como tratamos dados pessoais, conforme a LGPD."},
	route.Auth:          {Title: "Entrar ou cadastrar-se", Description: "Acesse sua conta ou cadastre-se como empresa ou profissional."},
}

// dataPages are the pages about one thing, which its key names.
var dataPages = []struct {
	page, missing string
	describe      func(*Site, context.Context, pgx.Tx, uuid.UUID, *description) error
}{
	{route.Project, "Projeto não encontrado", (*Site).project},
	{route.Professional, "Perfil não encontrado", (*Site).professional},
	{route.ProfessionalProfile, "Perfil não encontrado", (*Site).professional},
	{route.Company, "Empresa não encontrada", (*Site).company},
}

func (s *Site) describe(ctx context.Context, address string) (description, error) {
	if address == route.Invitation {
		return description{Title: "Convite para uma equipe", Description: "Convite para a equipe de uma empresa ou firma da plataforma."}, nil
	}
	if address == route.MailLink {
		return description{Title: "Confirmar que foi você", Description: "O passo que falta depois do link de um e-mail."}, nil
	}
	if route.IsMembers(address) {
		return description{Title: "Painel", Description: "Seu painel na plataforma."}, nil
	}
	for _, about := range dataPages {
		key, ok := route.Key(about.page, address)
		if !ok {
			continue
		}
		found, err := s.describeData(ctx, key, about.describe)
		if errors.Is(err, errNothingThere) {
			found = description{Title: about.missing}
		}
		return found, err
	}
	return description{Title: "Página não encontrada"}, errNothingThere
}

// describeData reads a page's subject as an anonymous visitor would.
func (s *Site) describeData(ctx context.Context, key string, describe func(*Site, context.Context, pgx.Tx, uuid.UUID, *description) error) (description, error) {
	id, err := uuid.Parse(key)
	if err != nil {
		return description{}, errNothingThere
	}
	found := description{Title: brand}
	visitor := caller.Caller{Role: "anon", Claims: json.RawMessage(`{"role":"anon"}`)}
	err = database.As(ctx, s.pool, visitor, func(tx pgx.Tx) error { return describe(s, ctx, tx, id, &found) })
	if errors.Is(err, pgx.ErrNoRows) {
		return description{}, errNothingThere
	}
	return found, err
}

func (s *Site) project(ctx context.Context, tx pgx.Tx, id uuid.UUID, found *description) error {
	var title, text, company, posted, status string
	err := tx.QueryRow(ctx, `
		SELECT p.title, p.description, coalesce(c.name, 'Empresa Confidencial'), to_char(p.created_at AT TIME ZONE 'America/Sao_Paulo', 'YYYY-MM-DD'), p.status
		FROM public.projects p LEFT JOIN public.profiles c ON c.id = p.company_id
		WHERE p.id = $1`, id).Scan(&title, &text, &company, &posted, &status)
	if err != nil {
		return err
	}
	found.Title, found.Description = title, clip(text)
	found.Canonical, found.Image = s.cfg.URL+route.To(route.Project, id.String()), s.cfg.URL+preview
	if status == "open" {
		found.Data = map[string]any{
			"@context": "https://schema.org", "@type": "JobPosting", "title": title, "description": text, "datePosted": posted,
			"employmentType": "CONTRACTOR", "hiringOrganization": map[string]string{"@type": "Organization", "name": company},
			"jobLocationType": "TELECOMMUTE", "applicantLocationRequirements": map[string]string{"@type": "Country", "name": "Brasil"},
		}
	}
	return nil
}

func (s *Site) professional(ctx context.Context, tx pgx.Tx, id uuid.UUID, found *description) error {
	found.Canonical = s.cfg.URL + route.To(route.Professional, id.String())
	return profile(ctx, tx, id, s.cfg.URL, "professional", "Person", found)
}

func (s *Site) company(ctx context.Context, tx pgx.Tx, id uuid.UUID, found *description) error {
	found.Canonical = s.cfg.URL + route.To(route.Company, id.String())
	return profile(ctx, tx, id, s.cfg.URL, "company", "Organization", found)
}

func profile(ctx context.Context, tx pgx.Tx, id uuid.UUID, site, role, schema string, found *description) error {
	var name, headline, about string
	var picture *string
	err := tx.QueryRow(ctx, `SELECT name, headline, about, avatar_url FROM public.profiles WHERE id = $1 AND role = $2`, id, role).
		Scan(&name, &headline, &about, &picture)
	if err != nil {
		return err
	}
	found.Title, found.Description = name, clip(headline+". "+about)
	if picture != nil {
		found.Image = *picture
		if strings.HasPrefix(found.Image, "/") {
			found.Image = site + found.Image
		}
	}
	found.Data = map[string]any{"@context": "https://schema.org", "@type": schema, "name": name, "description": headline, "url": found.Canonical}
	return nil
}

// descriptionMax is about what a search result shows, in characters.
const descriptionMax = 160

func clip(text string) string {
	runes := []rune(strings.Join(strings.Fields(text), " "))
	if len(runes) <= descriptionMax {
		return string(runes)
	}
	return strings.TrimSpace(string(runes[:descriptionMax-1])) + "…"
}

var (
	titlePattern       = regexp.MustCompile(`(?s)<title>.*?</title>`)
	descriptionPattern = regexp.MustCompile(`<meta\s+name="description"[^>]*>`)
)

// into writes the description into a page's head, followed by what else
// belongs there.
func (d description) into(index []byte, more ...string) []byte {
	title := d.Title
	if title == "" {
		title = brand
	} else if title != brand {
		title += " · " + brand
	}
	head := []string{"<title>" + html.EscapeString(title) + "</title>", meta("property", "og:title", title),
		meta("property", "og:site_name", brand), meta("property", "og:type", "website"), meta("property", "og:locale", "pt_BR")}
	if d.Description != "" {
		head = append(head, meta("name", "description", d.Description), meta("property", "og:description", d.Description))
	}
	if d.Canonical != "" {
		head = append(head, `<link rel="canonical" href="`+html.EscapeString(d.Canonical)+`">`, meta("property", "og:url", d.Canonical))
	} else {
		head = append(head, meta("name", "robots", "noindex"))
	}
	if d.Image != "" {
		head = append(head, meta("property", "og:image", d.Image))
	}
	if d.Data != nil {
		// Marshal escapes <, > and &, so no text can end the element.
		if data, err := json.Marshal(d.Data); err == nil {
			head = append(head, `<script type="application/ld+json">`+string(data)+`</script>`)
		}
	}
	index = replaceFirst(index, descriptionPattern, "")
	return replaceFirst(index, titlePattern, strings.Join(append(head, more...), "\n    "))
}

func meta(attribute, name, content string) string {
	return fmt.Sprintf(`<meta %s="%s" content="%s">`, attribute, name, html.EscapeString(content))
}
