package site

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/documents/card"
	"automacao/internal/kernel/humantext"
	"automacao/internal/kernel/route"
)

// profile is what the page says about a member.
type profile struct {
	ID                                     uuid.UUID
	Name, Headline, Title, Location, About string
	Avatar, Rating                         *string
	Reviews, Open                          int
	Labels                                 []string
}

func (s *Site) professional(ctx context.Context, tx pgx.Tx, id uuid.UUID) (description, card.Card, error) {
	p, err := readProfile(ctx, tx, id, "professional")
	if err != nil {
		return description{}, card.Card{}, err
	}
	found := p.described(s.cfg.URL, route.Professional)
	person := p.thing(s.cfg.URL, found.Canonical)
	if p.Title != "" {
		person["jobTitle"] = p.Title
	}
	if len(p.Labels) > 0 {
		person["knowsAbout"] = p.Labels
	}
	if p.Location != "" {
		person["homeLocation"] = of("Place", thing{"name": p.Location})
	}
	found.Data = of("Person", person)
	return found, p.card("Profissional"), nil
}

func (s *Site) company(ctx context.Context, tx pgx.Tx, id uuid.UUID) (description, card.Card, error) {
	p, err := readProfile(ctx, tx, id, "company")
	if err != nil {
		return description{}, card.Card{}, err
	}
	found := p.described(s.cfg.URL, route.Company)
	organisation := p.thing(s.cfg.URL, found.Canonical)
	if p.Location != "" {
		organisation["location"] = of("Place", thing{"name": p.Location})
	}
	if p.Rating != nil && p.Reviews > 0 {
		organisation["aggregateRating"] = of("AggregateRating", thing{"ratingValue": *p.Rating, "reviewCount": p.Reviews, "bestRating": 5, "worstRating": 1})
	}
	found.Data = of("Organization", organisation)
	drawn := p.card("Empresa")
	if p.Open > 0 {
		drawn.Facts = append(drawn.Facts, card.Fact{Name: "Projetos abertos", Value: fmt.Sprint(p.Open)})
	}
	return found, drawn, nil
}

func readProfile(ctx context.Context, tx pgx.Tx, id uuid.UUID, role string) (profile, error) {
	rows, err := tx.Query(ctx, `
		SELECT p.id, p.name, p.headline, p.title, p.location, p.about, p.avatar_url, to_char(p.rating, 'FM9.0'), p.reviews_count,
		       (SELECT count(*) FROM (SELECT FROM public.projects o WHERE o.company_id = p.id AND o.status = 'open' LIMIT 100) few), `+labels+`
		FROM public.profiles p WHERE p.id = $1 AND p.role = $2`, id, role)
	if err != nil {
		return profile{}, err
	}
	return pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[profile])
}

func (p profile) described(site, page string) description {
	text := strings.TrimSpace(p.Headline)
	if text != "" && !strings.HasSuffix(text, ".") {
		text += "."
	}
	return description{
		Title: p.Name, Description: clip(text + " " + p.About),
		Canonical: site + route.To(page, route.Readable(p.ID, p.Name)),
	}
}

func (p profile) thing(site, address string) thing {
	data := thing{"@context": "https://schema.org", "name": p.Name, "url": address}
	if p.Headline != "" {
		data["description"] = p.Headline
	}
	if p.Avatar != nil {
		data["image"] = *p.Avatar
		if strings.HasPrefix(*p.Avatar, "/") {
			data["image"] = site + *p.Avatar
		}
	}
	return data
}

func (p profile) card(kind string) card.Card {
	drawn := card.Card{Kind: kind, Monogram: humantext.Initials(p.Name), Title: p.Name, Subtitle: cmp.Or(p.Headline, p.Title), Labels: p.Labels}
	if p.Location != "" {
		drawn.Facts = append(drawn.Facts, card.Fact{Name: "Local", Value: p.Location})
	}
	if p.Rating != nil && p.Reviews > 0 {
		word := "avaliações"
		if p.Reviews == 1 {
			word = "avaliação"
		}
		drawn.Facts = append(drawn.Facts, card.Fact{Name: "Reputação", Value: fmt.Sprintf("%s de 5 em %d %s", strings.Replace(*p.Rating, ".", ",", 1), p.Reviews, word)})
	}
	return drawn
}
