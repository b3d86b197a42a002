package site

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/documents/card"
	"automacao/internal/kernel/money"
	"automacao/internal/kernel/route"
)

// project is what the page says about a project. A confidential project does not name its company.
type project struct {
	ID                                 uuid.UUID
	Number                             int64
	Title, Description, Status, Posted string
	CompanyID                          *uuid.UUID
	Company                            *string
	Budget, Deadline                   string
	Min, Max                           *money.Money
	DeadlineOn                         *time.Time
	City, State, Mode                  *string
	Labels                             []string
}

func (s *Site) project(ctx context.Context, tx pgx.Tx, id uuid.UUID) (description, card.Card, error) {
	rows, err := tx.Query(ctx, `
		SELECT p.id, p.number, p.title, p.description, p.status, to_char(p.created_at AT TIME ZONE 'America/Sao_Paulo', 'YYYY-MM-DD'), c.id, c.name,
		       p.budget, p.deadline, p.budget_min_cents, p.budget_max_cents, p.deadline_on, p.city, p.state, p.work_mode, `+labels+`
		FROM public.projects p LEFT JOIN public.profiles c ON c.id = p.company_id
		WHERE p.id = $1`, id)
	if err != nil {
		return description{}, card.Card{}, err
	}
	p, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[project])
	if err != nil {
		return description{}, card.Card{}, err
	}
	found := description{
		Title: p.Title, Description: clip(p.Description),
		Canonical: s.cfg.URL + route.To(route.Project, route.Readable(p.ID, p.Title)),
	}
	if p.Status == "open" {
		found.Data = p.posting(s.cfg.URL, found.Canonical)
	}
	return found, p.card(), nil
}

func (p project) tag() string { return fmt.Sprintf("PRJ-%04d", p.Number) }

// posting states only what is known: without a work mode nothing about the place, and without both
// ends of the range nothing about the pay.
func (p project) posting(site, address string) thing {
	organisation := thing{"name": "Empresa Confidencial"}
	if p.Company != nil && p.CompanyID != nil {
		organisation = thing{"name": *p.Company, "url": site + route.To(route.Company, route.Readable(*p.CompanyID, *p.Company))}
	}
	posting := thing{
		"@context": "https://schema.org", "title": p.Title, "description": p.Description, "datePosted": p.Posted, "employmentType": "CONTRACTOR", "url": address,
		"identifier": of("PropertyValue", thing{"name": brand, "value": p.tag()}), "hiringOrganization": of("Organization", organisation),
	}
	if p.DeadlineOn != nil {
		posting["validThrough"] = p.DeadlineOn.Format(time.DateOnly) + "T23:59:59-03:00"
	}
	if p.Min != nil && p.Max != nil {
		posting["baseSalary"] = of("MonetaryAmount", thing{"currency": "BRL", "value": of("QuantitativeValue", thing{"minValue": *p.Min, "maxValue": *p.Max})})
	}
	mode := ""
	if p.Mode != nil {
		mode = *p.Mode
	}
	if mode == "remote" {
		posting["jobLocationType"], posting["applicantLocationRequirements"] = "TELECOMMUTE", of("Country", thing{"name": "Brasil"})
	}
	if place := p.place(); place != nil && mode != "remote" {
		posting["jobLocation"] = of("Place", thing{"address": of("PostalAddress", place)})
	}
	return of("JobPosting", posting)
}

func (p project) place() thing {
	if p.State == nil {
		return nil
	}
	place := thing{"addressRegion": *p.State, "addressCountry": "BR"}
	if p.City != nil {
		place["addressLocality"] = *p.City
	}
	return place
}

// modes are the words for where work is done, states those for projects that accept no more
// proposals.
var (
	modes  = map[string]string{"on_site": "presencial", "hybrid": "híbrido", "remote": "remoto"}
	states = map[string]string{"in_progress": "em andamento", "delivered": "entregue", "completed": "concluído", "closed": "encerrado"}
)

func (p project) card() card.Card {
	kind := "Projeto de automação"
	if state := states[p.Status]; state != "" {
		kind = "Projeto " + state
	}
	drawn := card.Card{Tag: p.tag(), Kind: kind, Title: p.Title, Subtitle: "Empresa Confidencial", Labels: p.Labels}
	if p.Company != nil {
		drawn.Subtitle = *p.Company
	}
	deadline := p.Deadline
	if p.DeadlineOn != nil {
		deadline = p.DeadlineOn.Format("02/01/2006")
	}
	drawn.Facts = []card.Fact{{Name: "Orçamento", Value: p.Budget}, {Name: "Prazo", Value: deadline}}
	if where := p.where(); where != "" {
		drawn.Facts = append(drawn.Facts, card.Fact{Name: "Local", Value: where})
	}
	return drawn
}

func (p project) where() string {
	var parts []string
	for _, part := range []*string{p.City, p.State} {
		if part != nil {
			parts = append(parts, *part)
		}
	}
	where := strings.Join(parts, "/")
	if p.Mode == nil {
		return where
	}
	return strings.TrimPrefix(where+" · "+cmp.Or(modes[*p.Mode], *p.Mode), " · ")
}
