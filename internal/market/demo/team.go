package demo

import (
	"context"
	"fmt"
	"strings"
	"time"

	"automacao/internal/market/people/organisation"
)

// colleague is a member of the team of Serra Azul, who signed up with an invitation.
type colleague struct {
	email string
	name  string
	title string
	role  string
}

var team = []colleague{
	{"compras@automacao.demo", "Eva Martins Coelho", "Compradora técnica", "buyer"},
	{"engenharia@automacao.demo", "Igor Prado Lemos", "Engenheiro de manutenção", "engineer"},
	{"financeiro@automacao.demo", "Flávia Rocha Nunes", "Contas a pagar", "finance"},
}

// hireColleagues has the demonstration's company invite its team, and each colleague sign up.
func (l *loader) hireColleagues(ctx context.Context) error {
	return l.say(ctx, l.days.lately(40*24*time.Hour), func() error { return l.inviteTeam(ctx) })
}

func (l *loader) inviteTeam(ctx context.Context) error {
	company := l.ids[CompanyEmail]
	invite := organisation.Invite(organisation.Outgoing{}, time.Now)
	for _, c := range team {
		sent, err := invite(as(ctx, company), l.tx, organisation.Invitation{OrganisationID: company, Email: c.email, Role: c.role})
		if err != nil {
			return fmt.Errorf("invite %s: %w", c.name, err)
		}
		_, token, _ := strings.Cut(sent.Link, "#")
		id, err := l.accounts.CreateMember(ctx, l.tx, c.email, Password, map[string]any{"name": c.name, "invitation": token, "terms": true})
		if err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		l.ids[c.email] = id
		if _, err := l.tx.Exec(ctx, `UPDATE public.profiles SET title = $2, avatar_seed = $3 WHERE id = $1`, id, c.title, c.name); err != nil {
			return err
		}
	}
	return nil
}
