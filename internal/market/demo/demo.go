// Package demo loads the demonstration cast: companies, professionals, their projects, proposals,
// portfolios and conversations. It owns no rule of the market and mostly uses the same workflows as
// people do.
package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/kernel/money"
	"automacao/internal/market/deal/proposal"
	"automacao/internal/market/people/message"
	"automacao/internal/market/setting"
	"automacao/internal/postgres"
)

// Accounts creates users who can sign in. The data is what a person would submit when signing up.
type Accounts interface {
	CreateMember(ctx context.Context, tx pgx.Tx, email, password string, data map[string]any) (uuid.UUID, error)
	CreateAdmin(ctx context.Context, tx pgx.Tx, email, password, name string) (uuid.UUID, error)
}

// Load fills an empty market in one transaction. It leaves an existing demonstration unchanged and
// refuses a market with real people. It reports whether it loaded anything.
func Load(ctx context.Context, pool *pgxpool.Pool, accounts Accounts, log *slog.Logger) (bool, error) {
	return LoadAt(ctx, pool, accounts, log, time.Now())
}

// LoadAt is Load as of another time, which must not be in the future.
func LoadAt(ctx context.Context, pool *pgxpool.Pool, accounts Accounts, log *slog.Logger, now time.Time) (bool, error) {
	loaded := false
	err := postgres.InTx(ctx, pool, func(tx pgx.Tx) error {
		days, err := calendarAt(ctx, tx, now)
		if err != nil {
			return err
		}
		loaded, err = load(ctx, &loader{tx: tx, accounts: accounts, log: log, ids: map[string]uuid.UUID{}, days: days})
		return err
	})
	return loaded && err == nil, err
}

// lockKey keeps two servers that start at the same time from both loading.
const lockKey = 7_207_201

type loader struct {
	tx       pgx.Tx
	accounts Accounts
	log      *slog.Logger
	ids      map[string]uuid.UUID
	projects []uuid.UUID
	days     *calendar
}

func load(ctx context.Context, l *loader) (bool, error) {
	if _, err := l.tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1)`, lockKey); err != nil {
		return false, fmt.Errorf("wait for another loader: %w", err)
	}
	switch kind, err := recognise(ctx, l.tx); {
	case err != nil:
		return false, err
	case kind == setting.IsMarket:
		return false, ErrMarket
	case kind == setting.IsDemonstration:
		return false, setting.Set(ctx, l.tx, setting.MarketSince, "")
	}
	l.log.Info("loading demonstration data", "companies", len(companies), "professionals", len(professionals), "projects", len(projects))
	for _, step := range []struct {
		name string
		run  func(context.Context) error
	}{
		{"members", l.members},
		{"team", l.hireColleagues},
		{"history", l.hire},
		{"projects", l.publish},
		{"portfolios", l.show},
		{"proposals", l.propose},
		{"revisions", l.revise},
		{"questions", l.wonder},
		{"invitations", l.invite},
		{"conversations", l.talk},
		{"searches", l.saveSearches},
		{"past", l.settleDown},
		{"diary", func(ctx context.Context) error { return setting.Set(ctx, l.tx, setting.Demonstration, "0") }},
		{"kind", func(ctx context.Context) error { return setting.Set(ctx, l.tx, setting.Kind, setting.IsDemonstration) }},
	} {
		if err := step.run(ctx); err != nil {
			return false, fmt.Errorf("load demonstration %s: %w", step.name, err)
		}
	}
	return true, nil
}

func (l *loader) members(ctx context.Context) error {
	id, err := l.accounts.CreateAdmin(ctx, l.tx, AdminEmail, Password, administrator.name)
	if err != nil {
		return err
	}
	l.ids[AdminEmail] = id
	for _, group := range []struct {
		role    string
		members []member
	}{{"company", companies}, {"professional", professionals}} {
		for _, m := range group.members {
			if err := l.member(ctx, group.role, m); err != nil {
				return fmt.Errorf("%s: %w", m.name, err)
			}
		}
	}
	return nil
}

func (l *loader) member(ctx context.Context, role string, m member) error {
	skills := []any{}
	for _, slug := range m.skills {
		skills = append(skills, slug)
	}
	id, err := l.accounts.CreateMember(ctx, l.tx, m.email, Password, map[string]any{
		"name": m.name, "role": role, "document": m.document, "skills": skills, "terms": true,
	})
	if err != nil {
		return err
	}
	l.ids[m.email] = id
	if _, err := l.tx.Exec(ctx, `
		UPDATE public.profiles
		SET location = $2, headline = $3, title = $4, about = $5, experience = nullif($6, ''), avatar_seed = $7,
		    availability = nullif($8, ''), work_modes = $9
		WHERE id = $1`, id, m.location, m.headline, m.title, m.about, m.experience, m.name, m.availability, m.modes()); err != nil {
		return err
	}
	return l.master(ctx, id, m.masters)
}

// master stores the technologies of a professional.
func (l *loader) master(ctx context.Context, id uuid.UUID, masters []mastery) error {
	for _, one := range masters {
		_, err := l.tx.Exec(ctx, `INSERT INTO public.profile_technologies (profile_id, technology, level, years, last_used_year) VALUES ($1, $2, $3, $4, $5)`,
			id, one.technology, one.level, one.years, l.days.now.Year()-one.idle)
		if err != nil {
			return fmt.Errorf("%s: %w", one.technology, err)
		}
	}
	return nil
}

// publish spreads the projects over the last weeks; the later in the list, the older.
func (l *loader) publish(ctx context.Context) error {
	for i, p := range projects {
		id, err := l.insertProject(ctx, p, l.days.lately(ageOf(i)))
		if err != nil {
			return err
		}
		l.projects = append(l.projects, id)
	}
	return nil
}

// ageOf is how long ago the project at an index was published: the first a little over a day ago,
// the others about one and a half days apart.
func ageOf(index int) time.Duration {
	return time.Duration(index)*37*time.Hour + 26*time.Hour
}

func (l *loader) insertProject(ctx context.Context, p project, at time.Time) (id uuid.UUID, err error) {
	city, state := p.place()
	// As text, because a pooler's connection does not know the types of parameters.
	levels, err := json.Marshal(p.leastLevels)
	if err != nil {
		return uuid.Nil, fmt.Errorf("%s: %w", p.title, err)
	}
	err = l.tx.QueryRow(ctx, `
		INSERT INTO public.projects (company_id, title, description, budget, budget_min_cents, budget_max_cents,
		                             deadline, experience_level, skills, is_confidential, created_at,
		                             city, state, work_mode, starts_on, deadline_on, technologies, technology_levels, scope)
		VALUES ($1, $2, $3, $4, nullif($5, 0), nullif($6, 0), $7, $8, $9, $10, $11,
		        nullif($12, ''), $13, $14, $15::date, $16::date, coalesce($17::text[], '{}'), coalesce(nullif($18::text, 'null'), '{}')::jsonb, nullif($19::text, '')::jsonb)
		RETURNING id`,
		l.ids[companies[p.owner].email], p.title, p.description, p.budget, p.minCents, p.maxCents,
		p.deadline, p.level, p.skills, p.isConfidential, at,
		city, state, p.workMode(), l.days.term(p.startsIn), l.days.term(p.dueIn), p.technologies, string(levels), string(scopes[p.title])).Scan(&id)
	if err != nil {
		return uuid.Nil, fmt.Errorf("%s: %w", p.title, err)
	}
	return id, nil
}

func (l *loader) show(ctx context.Context) error {
	for i, w := range portfolio {
		_, err := l.tx.Exec(ctx, `
			INSERT INTO public.portfolio_projects (profile_id, title, role, description, technologies, position)
			VALUES ($1, $2, $3, $4, $5, $6)`,
			l.ids[professionals[w.owner].email], w.title, w.role, w.description, w.technologies, i)
		if err != nil {
			return fmt.Errorf("%s: %w", w.title, err)
		}
	}
	return nil
}

func (l *loader) propose(ctx context.Context) error {
	for i, p := range proposals {
		// Each proposal comes some time after its project, and the proposals of one project come at
		// different times.
		ago := ageOf(p.project) * time.Duration(8-i%3) / 10
		err := l.say(ctx, l.days.lately(ago), func() error {
			_, err := l.send(ctx, l.projects[p.project], p.professional, p.value, p.letter)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (l *loader) send(ctx context.Context, projectID uuid.UUID, professional int, value money.Money, letter string) (uuid.UUID, error) {
	sender := l.ids[professionals[professional].email]
	return proposal.Send(as(ctx, sender), l.tx, proposal.Draft{ProjectID: projectID, ProfessionalID: sender, Value: value, CoverLetter: letter})
}

func (l *loader) talk(ctx context.Context) error {
	for _, said := range conversations {
		err := l.say(ctx, l.days.lately(said.ago), func() error {
			return message.Post(ctx, l.tx, message.Draft{From: l.ids[said.from], To: l.ids[said.to], Content: said.content})
		})
		if err != nil {
			return err
		}
	}
	return endConversations(ctx, l.tx, slices.Collect(maps.Values(l.ids)))
}

// place is the location of a project: its company's. A confidential project has only the state.
func (p project) place() (city, state string) {
	city, state, _ = strings.Cut(companies[p.owner].location, "/")
	if p.isConfidential {
		city = ""
	}
	return city, state
}

// workMode derives how a project is done from its skills: on site if it needs hands on the machine,
// remote for drawings and data, and hybrid otherwise.
func (p project) workMode() string {
	switch {
	case p.mode != "":
		return p.mode
	case p.asks("comissionamento", "instalacoes-eletricas", "calibracao", "seguranca-maquinas", "retrofit", "redes-industriais"):
		return "on_site"
	case p.asks("projeto-eletrico", "projeto-automacao", "dados-industriais"):
		return "remote"
	default:
		return "hybrid"
	}
}

func (p project) asks(skills ...string) bool {
	return slices.ContainsFunc(skills, func(skill string) bool { return slices.Contains(p.skills, skill) })
}

// modes are a professional's ways of working, in display order.
func (m member) modes() []string {
	modes := []string{}
	for _, way := range []struct{ letter, mode string }{{"p", "on_site"}, {"h", "hybrid"}, {"r", "remote"}} {
		if strings.Contains(m.works, way.letter) {
			modes = append(modes, way.mode)
		}
	}
	return modes
}
