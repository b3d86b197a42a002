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
	"/":                       {Title: brand, Description: "Empresas publicam projetos de automação industrial; profissionais de CLP, SCADA, robótica e instrumentação enviam propostas."},
	"/projetos":               {Title: "Projetos de automação industrial", Description: "Projetos abertos de CLP, supervisório, robótica, redes industriais e NR-12. Busque por texto e habilidade e envie sua proposta."},
	"/encontrar-profissional": {Title: "Encontrar profissionais", Description: "Programadores de CLP, especialistas em SCADA, instrumentistas e integradores para o seu projeto."},
	"/servicos":               {Title: "Serviços", Description: "Serviços de automação industrial prestados por profissionais da plataforma."},
	"/solucoes":               {Title: "Soluções", Description: "Soluções de automação para envase, processo, redes, visão e retrofit."},
	"/consultoria":            {Title: "Consultoria", Description: "Consultoria em automação industrial."},
	"/como-funciona":          {Title: "Como Funciona", Description: "Como empresas publicam projetos e profissionais enviam propostas, entregam e recebem."},
	"/termos":                 {Title: "Termos de Serviço", Description: "Termos de serviço da plataforma."},
	"/privacidade":            {Title: "Política de Privacidade", Description: "Como tratamos dados pessoais, conforme a LGPD."},
	"/auth":                   {Title: "Entrar ou cadastrar-se", Description: "Acesse sua conta ou cadastre-se como empresa ou profissional."},
}

// private are the addresses that only signed-in people see anything behind.
var private = regexp.MustCompile(`^/dashboard(/(admin|notificacoes|company|professional|configuracoes(/empresa)?|equipe(/perfil)?|propostas|avaliacoes|mensagens(/[^/]+)?|perfil/editar|portfolio/(gerenciar|adicionar|[^/]+/editar)|projetos/(gerenciar|novo|[^/]+/(propostas|editar))))?$`)

var dataPage = regexp.MustCompile(`^/(projetos|encontrar-profissional|perfil-profissional|perfil-empresa)/([^/]+)$`)

func (s *Site) describe(ctx context.Context, address string) (description, error) {
	if address == "/convite" {
		return description{Title: "Convite para uma equipe", Description: "Convite para a equipe de uma empresa ou firma da plataforma."}, nil
	}
	if private.MatchString(address) {
		return description{Title: "Painel", Description: "Seu painel na plataforma."}, nil
	}
	if parts := dataPage.FindStringSubmatch(address); parts != nil {
		return s.describeData(ctx, parts[1], parts[2])
	}
	return description{Title: "Página não encontrada"}, errNothingThere
}

var missing = map[string]string{
	"projetos": "Projeto não encontrado", "encontrar-profissional": "Perfil não encontrado",
	"perfil-profissional": "Perfil não encontrado", "perfil-empresa": "Empresa não encontrada",
}

// describeData reads a page's subject as an anonymous visitor would.
func (s *Site) describeData(ctx context.Context, kind, key string) (description, error) {
	id, err := uuid.Parse(key)
	if err != nil {
		return description{Title: missing[kind]}, errNothingThere
	}
	found := description{Title: brand}
	visitor := caller.Caller{Role: "anon", Claims: json.RawMessage(`{"role":"anon"}`)}
	err = database.As(ctx, s.pool, visitor, func(tx pgx.Tx) error {
		if kind == "projetos" {
			return s.project(ctx, tx, id, &found)
		}
		return s.profile(ctx, tx, id, kind, &found)
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return description{Title: missing[kind]}, errNothingThere
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
	found.Canonical, found.Image = s.cfg.URL+"/projetos/"+id.String(), s.cfg.URL+preview
	if status == "open" {
		found.Data = map[string]any{
			"@context": "https://schema.org", "@type": "JobPosting", "title": title, "description": text, "datePosted": posted,
			"employmentType": "CONTRACTOR", "hiringOrganization": map[string]string{"@type": "Organization", "name": company},
			"jobLocationType": "TELECOMMUTE", "applicantLocationRequirements": map[string]string{"@type": "Country", "name": "Brasil"},
		}
	}
	return nil
}

func (s *Site) profile(ctx context.Context, tx pgx.Tx, id uuid.UUID, kind string, found *description) error {
	role, schema, folder := "professional", "Person", "/encontrar-profissional/"
	if kind == "perfil-empresa" {
		role, schema, folder = "company", "Organization", "/perfil-empresa/"
	}
	var name, headline, about string
	var picture *string
	err := tx.QueryRow(ctx, `SELECT name, headline, about, avatar_url FROM public.profiles WHERE id = $1 AND role = $2`, id, role).
		Scan(&name, &headline, &about, &picture)
	if err != nil {
		return err
	}
	found.Title, found.Description = name, clip(headline+". "+about)
	found.Canonical = s.cfg.URL + folder + id.String()
	if picture != nil {
		found.Image = *picture
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
