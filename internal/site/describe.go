package site

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/documents/card"
	"automacao/internal/edge/responsecache"
	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/humantext"
	"automacao/internal/kernel/route"
	"automacao/internal/postgres"
)

// description is the head of a page: what search engines and link previews read before any script
// runs.
type description struct {
	Title       string
	Description string
	Canonical   string
	Image       string
	// ImageText describes a picture made for the page; "" for the product's own.
	ImageText string
	Data      any
}

// errNothingThere means that nothing exists at an address: the status is 404.
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
	route.Prices:        {Title: "Quanto custa um projeto de automação", Description: "O que empresas pagaram em contratos concluídos de retrofit de CLP, supervisório, NR-12, robótica e painéis: quartis por tipo de projeto e por estado."},
	route.HowItWorks:    {Title: "Como Funciona", Description: "Como empresas publicam projetos e profissionais enviam propostas, entregam e recebem."},
	route.Terms:         {Title: "Termos de Serviço", Description: "Termos de serviço da plataforma."},
	route.Privacy:       {Title: "Política de Privacidade", Description: "Como tratamos dados pessoais, conforme a LGPD."},
	route.Accessibility: {Title: "Acessibilidade", Description: "O que a plataforma faz para que todos a usem, o que foi testado e como relatar uma barreira."},
	route.Api:           {Title: "API", Description: "Guia para integradores: chaves, sessões, leitura, escrita, chamadas, arquivos, mudanças ao vivo, erros e limites."},
	route.ApiTables:     {Title: "Suas próprias tabelas aqui", Description: "Como quem opera o servidor acrescenta tabelas suas e as serve pela mesma API."},
	route.Auth:          {Title: "Entrar ou cadastrar-se", Description: "Acesse sua conta ou cadastre-se como empresa ou profissional."},
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
		found, _, err := s.describeData(ctx, key, about.about)
		if errors.Is(err, errNothingThere) {
			found = description{Title: about.about.missing}
		}
		return found, err
	}
	return description{Title: "Página não encontrada"}, errNothingThere
}

// descriptionMax is about what a search result shows, in characters.
const descriptionMax = 160

func clip(text string) string {
	line := humantext.Clean(text)
	if utf8.RuneCountInString(line) <= descriptionMax {
		return line
	}
	return strings.TrimSpace(humantext.Cut(line, descriptionMax-1)) + "…"
}

var (
	titlePattern       = regexp.MustCompile(`(?s)<title>.*?</title>`)
	descriptionPattern = regexp.MustCompile(`<meta\s+name="description"[^>]*>`)
)

// into writes the description into a page's head, followed by further elements.
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
		head = append(head, meta("property", "og:image", d.Image), meta("name", "twitter:card", "summary_large_image"))
	}
	if d.ImageText != "" {
		head = append(head, meta("property", "og:image:type", "image/png"), meta("property", "og:image:width", strconv.Itoa(card.Width)),
			meta("property", "og:image:height", strconv.Itoa(card.Height)), meta("property", "og:image:alt", d.ImageText))
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

// subject is a kind of thing that pages and pictures are about.
type subject struct {
	missing string
	// picture is the folder of its pictures.
	picture string
	read    func(*Site, context.Context, pgx.Tx, uuid.UUID) (description, card.Card, error)
}

var (
	projects      = subject{"Projeto não encontrado", "projeto", (*Site).project}
	professionals = subject{"Perfil não encontrado", "profissional", (*Site).professional}
	companies     = subject{"Empresa não encontrada", "empresa", (*Site).company}
)

// dataPages are the pages about one thing, which the key in the address identifies.
var dataPages = []struct {
	page  string
	about subject
}{{route.Project, projects}, {route.Professional, professionals}, {route.ProfessionalProfile, professionals}, {route.Company, companies}}

// isAboutData reports whether an address is a page about one thing.
func isAboutData(address string) bool {
	for _, about := range dataPages {
		if _, ok := route.Key(about.page, address); ok {
			return true
		}
	}
	return false
}

// describeData reads a page's subject as an anonymous visitor would.
func (s *Site) describeData(ctx context.Context, key string, about subject) (description, card.Card, error) {
	id, ok := route.ID(key)
	if !ok {
		return description{}, card.Card{}, errNothingThere
	}
	var found description
	var picture card.Card
	err := s.asVisitor(ctx, func(tx pgx.Tx) (err error) {
		found, picture, err = about.read(s, ctx, tx, id)
		return err
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return description{}, card.Card{}, errNothingThere
	}
	if err != nil {
		return description{}, card.Card{}, err
	}
	digest, err := picture.Digest()
	// The digest makes link previews fetch the picture again when it has changed.
	found.Image, found.ImageText = s.cfg.URL+pictures+about.picture+"/"+id.String()+".png?v="+digest, found.Title
	return found, picture, err
}

func (s *Site) asVisitor(ctx context.Context, read func(pgx.Tx) error) error {
	visitor := caller.Caller{Role: "anon", Claims: json.RawMessage(`{"role":"anon"}`)}
	return postgres.As(ctx, s.pool, visitor, func(tx pgx.Tx) error { return read(dependentTx{tx}) })
}

// telling is a transaction that registers its statements as dependencies of the page being made.
type dependentTx struct{ pgx.Tx }

// Query registers the statement and runs it.
func (t dependentTx) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	responsecache.RestsOn(ctx, responsecache.Read{SQL: sql})
	return t.Tx.Query(ctx, sql, args...)
}

// QueryRow registers the statement and runs it.
func (t dependentTx) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	responsecache.RestsOn(ctx, responsecache.Read{SQL: sql})
	return t.Tx.QueryRow(ctx, sql, args...)
}

// SendBatch registers the statements and runs them.
func (t dependentTx) SendBatch(ctx context.Context, batch *pgx.Batch) pgx.BatchResults {
	for _, query := range batch.QueuedQueries {
		responsecache.RestsOn(ctx, responsecache.Read{SQL: query.SQL})
	}
	return t.Tx.SendBatch(ctx, batch)
}

// labels are the labels of a profile's or project's skills, in the order its owner gave them.
const labels = `ARRAY(SELECT s.label FROM unnest(p.skills) WITH ORDINALITY u(slug, n) JOIN public.skills s USING (slug) ORDER BY u.n)`

// thing is structured data (https://schema.org).
type thing map[string]any

func of(kind string, more thing) thing {
	more["@type"] = kind
	return more
}
