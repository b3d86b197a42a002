package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/google/uuid"

	"automacao/internal/market/demo"
	"automacao/internal/market/volume"
	"automacao/internal/wire/client"
)

type screensCommand struct {
	Projects      int `help:"Synthetic projects." default:"10000"`
	Professionals int `help:"Synthetic professionals." default:"10000"`
	Companies     int `help:"Synthetic companies." default:"500"`
	Messages      int `help:"Synthetic messages." default:"100000"`
	Times         int `help:"Requests a screen." default:"300"`
	Clients       int `help:"Clients that ask at once." default:"1"`
}

// The columns that the screens select.
const (
	projectColumns = "id,number,title,description,category,experience_level,budget,budget_min_cents,budget_max_cents,deadline,deadline_on,skills,status,proposals_count,is_confidential,created_at,company:profiles!company_id(id,name,avatar_url,avatar_seed)"
	cardColumns    = "id,role,name,title,headline,location,rating,experience,skills,avatar_url,avatar_seed"
)

type screen struct {
	name    string
	as      *client.Client
	path    string
	counted bool
}

// Run prints the median and the 99th percentile of each screen's request.
func (c *screensCommand) Run(ctx context.Context) (err error) {
	s, err := openStage(ctx, volume.Size{Projects: c.Projects, Professionals: c.Professionals, Companies: c.Companies, Messages: c.Messages})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	screens, err := screensOf(ctx, s.app.URL(), s.app.Keys().AnonKey)
	if err != nil {
		return err
	}
	fmt.Printf("%d requests a screen, %d at once, in ms\n%-34s %8s %8s %8s\n", c.Times, c.Clients, "", "p50", "p99", "max")
	for _, screen := range screens {
		taken, err := c.ask(ctx, screen)
		if err != nil {
			return err
		}
		fmt.Printf("%-34s %8s %8s %8s\n", screen.name, milliseconds(taken.at(0.5)), milliseconds(taken.at(0.99)), milliseconds(taken.at(1)))
	}
	return nil
}

// warmUp is the number of requests that are not counted, because a statement is prepared on its
// second use.
const warmUp = 20

func (c *screensCommand) ask(ctx context.Context, screen screen) (durations, error) {
	var headers []string
	if screen.counted {
		headers = []string{"Prefer", "count=estimated"}
	}
	work := func() error {
		_, err := screen.as.Get(ctx, screen.path, headers...)
		return err
	}
	if _, err := measure(warmUp, work); err != nil {
		return nil, err
	}
	var all durations
	var failures []error
	var together sync.Mutex
	var running sync.WaitGroup
	for range c.Clients {
		running.Go(func() {
			taken, err := measure(c.Times/c.Clients, work)
			together.Lock()
			defer together.Unlock()
			all, failures = append(all, taken...), append(failures, err)
		})
	}
	running.Wait()
	return all, errors.Join(failures...)
}

// screensOf returns the requests of a server's screens, with demonstration members signed in.
func screensOf(ctx context.Context, url, anonKey string) ([]screen, error) {
	visitor, company, professional := client.New(url, anonKey), client.New(url, anonKey), client.New(url, anonKey)
	if err := errors.Join(company.SignIn(ctx, demo.CompanyEmail, demo.Password), professional.SignIn(ctx, demo.ProfessionalEmail, demo.Password)); err != nil {
		return nil, err
	}
	project, err := ownProject(ctx, company)
	if err != nil {
		return nil, err
	}
	thread := min(company.UserID.String(), professional.UserID.String()) + ":" + max(company.UserID.String(), professional.UserID.String())
	// The long conversation ends within the last 60 days and began 200 days before.
	old := time.Now().AddDate(0, 0, -150).UTC().Format(time.DateOnly)
	newest := "&order=created_at.desc,id.desc&limit=13"
	newestProfiles := "&order=is_complete.desc,updated_at.desc,id.desc&limit=13"
	me := company.UserID.String()
	return []screen{
		{"projects, newest", visitor, "projects?select=" + projectColumns + "&status=eq.open" + newest, true},
		{"projects, by skill", visitor, "projects?select=" + projectColumns + "&status=eq.open&skills=ov.{visao-maquina}" + newest, true},
		{"projects, by word", visitor, "projects?select=" + projectColumns + "&status=eq.open&search=fts(automacao).'clp':*" + newest, true},
		{"projects, by two rare words", visitor, "projects?select=" + projectColumns + "&status=eq.open&search=fts(automacao).'halcon':*%20%26%20'autoclaves':*" + newest, true},
		{"one project", visitor, "projects?select=" + projectColumns + "&id=eq." + project, false},
		{"own projects", company, "projects?select=" + projectColumns + ",owner:project_owners!inner(company_id)&owner.company_id=eq." + me + "&order=created_at.desc&limit=200", false},
		{"proposals of a project", company, "proposals?select=id,value,cover_letter,status,created_at,professional:profiles!professional_id(id,name,title,headline,location,rating,skills,avatar_url,avatar_seed)&project_id=eq." + project + "&order=created_at.desc&limit=500", false},
		{"directory, visitor", visitor, "professionals?select=" + cardColumns + newestProfiles, true},
		{"directory, member", company, "professionals?select=" + cardColumns + newestProfiles, true},
		{"directory, member, by word", company, "professionals?select=" + cardColumns + "&search=fts(automacao).'halcon':*" + newestProfiles, true},
		{"one professional", company, "profiles?select=" + cardColumns + ",about,portfolio:portfolio_projects(id,title,role,description)&id=eq." + professional.UserID.String() + "&role=eq.professional", false},
		{"conversations", company, "conversations?select=partner_id,last_from_id,last_content,last_at,unread_count,partner:profiles!partner_id(id,name,avatar_url,avatar_seed)&owner_id=eq." + me + "&order=last_at.desc&limit=500", false},
		{"newest page of a long thread", company, "messages?select=id,from_id,to_id,content,read,delivered_at,automatic,timestamp&thread=eq." + thread + "&order=timestamp.desc&limit=50", false},
		{"old page of a long thread", company, "messages?select=id,from_id,to_id,content,read,delivered_at,automatic,timestamp&thread=eq." + thread + "&timestamp=lt." + old + "&order=timestamp.desc&limit=50", false},
	}, nil
}

func ownProject(ctx context.Context, company *client.Client) (string, error) {
	answer, err := company.Call(ctx, http.MethodGet, "/rest/v1/project_owners?select=project_id&limit=1&company_id=eq."+company.UserID.String(), nil)
	if err != nil {
		return "", err
	}
	var owned []struct {
		ID uuid.UUID `json:"project_id"`
	}
	if err := json.Unmarshal(answer, &owned); err != nil || len(owned) == 0 {
		return "", fmt.Errorf("the company has no project: %s %w", answer, err)
	}
	return owned[0].ID.String(), nil
}
