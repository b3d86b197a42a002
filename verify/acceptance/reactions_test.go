package acceptance

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
)

// followed are the writes that have a reaction, each with a write and its result. Nobody else acts
// for Rafael and Vale.
var followed = map[string]func(c *cast){
	"messages insert": func(c *cast) {
		c.writes("Bom dia")
		c.finds("vale", "notifications?select=kind,title,body,subject_kind,count", `[{"kind":"message","title":"Nova mensagem de `+c.name("rafael")+`","body":"Bom dia","subject_kind":"conversation","count":1}]`)
		c.writes("Outra vez")
		c.finds("vale", "notifications?select=body,count", `[{"body":"Outra vez","count":2}]`)
		c.finds("rafael", "notifications?select=title", `[]`)
	},
	"proposals insert": func(c *cast) {
		c.proposes(c.valesProject(), "48500.00")
		c.finds("vale", "notifications?select=kind,title,body", `[{"kind":"proposal","title":"Nova proposta: Retrofit","body":"`+c.name("rafael")+` · R$ 48.500,00"}]`)
		c.finds("vale", "messages?select=content,automatic", `[{"content":"Nova proposta recebida para o projeto \"Retrofit\" de `+c.name("rafael")+`. Valor: R$ 48.500,00","automatic":true}]`)
	},
	"projects update": func(c *cast) {
		project := c.valesProject()
		c.proposes(project, "48500.00")
		c.Must(request{Method: "PATCH", Path: "/rest/v1/projects?id=eq." + project.String(), Token: c.tokens["vale"], Body: map[string]any{"deadline": "90 dias"}}, nil)
		c.finds("rafael", "notifications?select=title,body", `[{"title":"O projeto mudou: Retrofit","body":"Mudou: prazo. Confirme a sua proposta ou retire-a."}]`)
	},
	"project_technologies insert": func(c *cast) {
		project := c.valesProject()
		c.proposes(project, "48500.00")
		c.Must(request{Method: "POST", Path: "/rest/v1/project_technologies", Token: c.tokens["vale"], Body: []map[string]any{
			{"project_id": project, "technology": "s7-1500"}, {"project_id": project, "technology": "tia-portal"},
		}}, nil)
		c.finds("rafael", "notifications?select=title,body", `[{"title":"O projeto mudou: Retrofit","body":"Mudou: tecnologias. Confirme a sua proposta ou retire-a."}]`)
		c.finds("vale", "project_revisions?select=number,technologies&order=number", `[{"number":1,"technologies":[]},{"number":2,"technologies":["s7-1500","tia-portal"]}]`)
	},
	"project_technologies update": func(c *cast) {
		project := c.valesProject()
		c.Must(request{Method: "POST", Path: "/rest/v1/project_technologies", Token: c.tokens["vale"], Body: map[string]any{"project_id": project, "technology": "s7-1500"}}, nil)
		c.proposes(project, "48500.00")
		c.Must(request{Method: "PATCH", Path: "/rest/v1/project_technologies?project_id=eq." + project.String(), Token: c.tokens["vale"], Body: map[string]any{"level": "Avançado"}}, nil)
		c.finds("rafael", "notifications?select=title,body", `[{"title":"O projeto mudou: Retrofit","body":"Mudou: tecnologias. Confirme a sua proposta ou retire-a."}]`)
	},
	"reviews insert": func(c *cast) {
		contract := c.completed()
		// The author of the last message is notified of the other's as well.
		for _, review := range [][2]string{{"vale", "Entregou antes."}, {"rafael", "Pagou em dia."}} {
			c.Must(request{Method: "POST", Path: "/rest/v1/reviews", Token: c.tokens[review[0]],
				Body: map[string]any{"contract_id": contract, "author_id": c.ids[review[0]], "rating": 5, "content": review[1]}}, nil)
		}
		c.finds("rafael", "notifications?select=kind,title,body", `[{"kind":"review","title":"Você recebeu uma avaliação","body":"Entregou antes."}]`)
		c.finds("vale", "notifications?select=kind,title,body", `[{"kind":"review","title":"Você recebeu uma avaliação","body":"Pagou em dia."}]`)
		c.finds("visitor", "reviews?select=content,counted&subject_id=eq."+c.ids["rafael"].String(), `[{"content":"Entregou antes.","counted":true}]`)
	},
	"project_models insert": func(c *cast) {
		var models []map[string]any
		c.Must(request{Method: "GET", Path: "/rest/v1/project_models?select=slug,name,fields,texts&slug=eq.painel-eletrico"}, &models)
		c.Must(request{Method: "POST", Path: "/rest/v1/project_models", Token: c.tokens["admin"], Body: models[0]}, nil)
		if logged := c.Text(`SELECT count(*)::text FROM public.audit_log WHERE action = 'add_model_version'`); logged != "1" {
			c.T.Errorf("the audit log has %s entries", logged)
		}
	},
	"match_weights update": func(c *cast) {
		c.Must(request{Method: "PATCH", Path: "/rest/v1/match_weights?kind=eq.level", Token: c.tokens["admin"], Body: map[string]any{"points": 20}}, nil)
		if logged := c.Text(`SELECT subject_id || ' ' || (details ->> 'points') FROM public.audit_log WHERE action = 'set_match_weight'`); logged != "level 20" {
			c.T.Errorf("the audit log says %q", logged)
		}
	},
	"site_images update": func(c *cast) {
		url := "/imagens/" + uuid.NewString()
		c.Must(request{Method: "PATCH", Path: "/rest/v1/site_images?key=eq.landingHero", Token: c.tokens["admin"], Body: map[string]any{"url": url}}, nil)
		c.finds("admin", "audit_log?select=action,subject_kind,subject_id,details&actor_id=eq."+c.ids["admin"].String(),
			`[{"action":"replace_site_image","subject_kind":"site_image","subject_id":"landingHero","details":{"url":"`+url+`"}}]`)
	},
}

// TestWritesHaveTheirReactions checks the reactions to writes, and that people can turn off their
// notifications.
func TestWritesHaveTheirReactions(t *testing.T) {
	t.Parallel()
	b := setup(t)
	t.Run("IsSeen", func(t *testing.T) { b.in(t).whatFollowsIsSeen() })
	t.Run("PeopleGetTheNotificationsTheyWant", func(t *testing.T) { b.in(t).peopleHearWhatTheyWant() })
}

// whatFollowsIsSeen tries every reaction. One that is not in the table fails.
func (b *bundle) whatFollowsIsSeen() {
	t := b.T
	var registered []string
	for _, write := range b.App.Reactions() {
		name := write.Table + " " + string(write.Verb)
		registered = append(registered, name)
		if followed[name] == nil {
			t.Errorf("%s has no row: show in followed what it leads to", name)
		}
	}
	for name, happens := range followed {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if !slices.Contains(registered, name) {
				t.Error("nothing follows it")
			}
			happens(newCast(b.in(t)))
		})
	}
}

// peopleHearWhatTheyWant checks that people are notified of what they did not turn off, and of
// nothing else.
func (b *bundle) peopleHearWhatTheyWant() {
	for _, c := range []struct{ off, kinds string }{
		{"", "message proposal"}, {"new_messages", "proposal"}, {"new_proposals", "message"}, {"newsletter", "message proposal"},
	} {
		b.T.Run("Without_"+c.off, func(t *testing.T) {
			t.Parallel()
			people := newCast(b.in(t))
			if c.off != "" {
				people.Must(request{Method: "POST", Path: "/rest/v1/preferences", Token: people.tokens["vale"], Body: map[string]any{"profile_id": people.ids["vale"], c.off: false}}, nil)
			}
			people.writes("Bom dia")
			people.proposes(people.valesProject(), "1000.00")
			var heard []struct{ Kind string }
			people.Must(request{Method: "GET", Path: "/rest/v1/notifications?select=kind&order=kind", Token: people.tokens["vale"]}, &heard)
			var kinds []string
			for _, news := range heard {
				kinds = append(kinds, news.Kind)
			}
			if got := strings.Join(kinds, " "); got != c.kinds {
				t.Errorf("Vale hears of %q, not %q", got, c.kinds)
			}
			// The row is stored all the same.
			people.finds("vale", "messages?select=automatic&order=automatic", `[{"automatic":false},{"automatic":true}]`)
		})
	}
}

func (c *cast) finds(viewer, query, want string) {
	c.T.Helper()
	var got bytes.Buffer
	if err := json.Compact(&got, []byte(c.Reads(c.tokens[viewer], query))); err != nil || got.String() != want {
		c.T.Errorf("%s reads %s: %s, not %s, %v", viewer, query, got.String(), want, err)
	}
}

func (c *cast) name(viewer string) string { return "Pessoa " + c.ids[viewer].String()[:8] }

// writes sends a message from Rafael to Vale.
func (c *cast) writes(content string) {
	c.T.Helper()
	c.Must(request{Method: "POST", Path: "/rest/v1/messages", Token: c.tokens["rafael"],
		Body: map[string]any{"from_id": c.ids["rafael"], "to_id": c.ids["vale"], "content": content}}, nil)
}

func (c *cast) valesProject() uuid.UUID { return c.Project(c.ids["vale"], "Retrofit") }

// proposes sends a proposal of Rafael's and returns its key.
func (c *cast) proposes(project uuid.UUID, value string) uuid.UUID {
	c.T.Helper()
	var sent []struct{ ID uuid.UUID }
	c.Must(request{Method: "POST", Path: "/rest/v1/proposals?select=id", Token: c.tokens["rafael"],
		Body: map[string]any{"project_id": project, "professional_id": c.ids["rafael"], "value": value, "cover_letter": "Já fiz três parecidos."}}, &sent)
	return sent[0].ID
}

// completed is a contract of Vale and Rafael that ended two days ago.
func (c *cast) completed() uuid.UUID {
	c.T.Helper()
	accepted := c.Proposal(c.valesProject(), c.ids["rafael"])
	c.Exec(`UPDATE public.proposals SET status = 'accepted' WHERE id = $1`, accepted)
	return c.ID(`
		INSERT INTO public.contracts (project_id, proposal_id, company_id, professional_id, value_cents, status, delivered_by, delivered_at, completed_by, completed_at, created_at)
		SELECT project_id, id, $2, professional_id, value_cents, 'completed', professional_id, d.day, $2, d.day, d.day - interval '3 days'
		FROM public.proposals, (SELECT now() - interval '2 days' AS day) d WHERE id = $1 RETURNING id`, accepted, c.ids["vale"])
}
