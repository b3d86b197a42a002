package acceptance

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/uuid"
)

// TestTechnologiesAreNamedMasteredAndAskedFor goes the way of both sides: Rafael names what he
// masters, Vale what a project asks for, and each is found by it.
func TestTechnologiesAreNamedMasteredAndAskedFor(t *testing.T) {
	t.Parallel()
	c := newCast(setup(t))
	var named []struct{ Slug, Name, Vendor, Family string }
	c.Must(request{Method: "POST", Path: "/rest/v1/rpc/suggest_technologies", Token: c.tokens["rafael"],
		Body: map[string]any{"text": "Migração de PLC5 para Control Logix, telas em FTView SE", "limit": 5}}, &named)
	if len(named) != 3 || named[0].Slug != "plc-5" || named[1].Name != "ControlLogix" || named[2].Vendor != "Rockwell" || named[2].Family != "FactoryTalk" {
		t.Errorf("the text names %v", named)
	}
	if got := c.Ask(request{Method: "POST", Path: "/rest/v1/rpc/suggest_technologies", Body: map[string]any{"text": "TIA Portal"}}); got.Status != http.StatusUnauthorized {
		t.Errorf("a visitor is answered %d %s", got.Status, got.Body)
	}

	c.mastersLogix()
	project := c.asksForLogix()
	const ours = "&select=technologies&technologies=ov."
	for _, asked := range []string{`{controllogix}`, `{"control logix"}`, `{Rockwell}`, `{Logix,wincc}`} {
		c.finds("visitor", "professionals?id=eq."+c.ids["rafael"].String()+ours+url.QueryEscape(asked), `[{"technologies":["controllogix","hart"]}]`)
		c.finds("visitor", "projects?id=eq."+project.String()+ours+url.QueryEscape(asked), `[{"technologies":["controllogix","factorytalk-view-se"]}]`)
	}
	c.finds("visitor", "projects?id=eq."+project.String()+ours+url.QueryEscape(`{Siemens}`), `[]`)
	if got := c.Ask(request{Method: "GET", Path: "/rest/v1/projects?technologies=ov." + url.QueryEscape(`{Astrologia}`)}); got.Code() != "unknown_technology" || !strings.Contains(got.Body, "catálogo: Astrologia.") {
		t.Errorf("an unknown technology is answered %d %s", got.Status, got.Body)
	}
	c.finds("visitor", "projects?select=title&id=eq."+project.String()+"&search=fts(automacao)."+url.QueryEscape(`'allen':* & 'supervisorio':*`), `[{"title":"Retrofit"}]`)
}

// mastersLogix has Rafael name two technologies at once and correct one of them.
func (c *cast) mastersLogix() {
	c.T.Helper()
	rafael := c.ids["rafael"]
	const path = "/rest/v1/profile_technologies"
	c.Must(request{Method: "POST", Path: path, Token: c.tokens["rafael"], Body: []map[string]any{
		{"profile_id": rafael, "technology": "hart", "level": "Básico", "years": nil, "last_used_year": 2019},
		{"profile_id": rafael, "technology": "controllogix", "level": "Básico", "years": 11, "last_used_year": nil},
	}}, nil)
	c.Must(request{Method: "POST", Path: path + "?on_conflict=profile_id,technology", Token: c.tokens["rafael"], Headers: map[string]string{"Prefer": "resolution=merge-duplicates"},
		Body: map[string]any{"profile_id": rafael, "technology": "controllogix", "level": "Especialista", "years": 12}}, nil)
	c.finds("visitor", "profiles?select=known:profile_technologies(level,years,last_used_year,technologies(name,vendor,family))&known.order=years.desc.nullslast&id=eq."+rafael.String(),
		`[{"known":[{"level":"Especialista","years":12,"last_used_year":null,"technologies":{"name":"ControlLogix","vendor":"Rockwell","family":"Logix"}},`+
			`{"level":"Básico","years":null,"last_used_year":2019,"technologies":{"name":"HART","vendor":"FieldComm Group","family":"HART"}}]}]`)
	var export struct {
		Sections map[string][]struct{ Technology string }
	}
	c.Must(request{Method: "POST", Path: "/rest/v1/rpc/export_data", Token: c.tokens["rafael"], Body: map[string]any{}}, &export)
	if kept := export.Sections["technologies"]; len(kept) != 2 {
		c.T.Errorf("Rafael exports %v", kept)
	}
}

// asksForLogix publishes a project of Vale that asks for two technologies, one on a level.
func (c *cast) asksForLogix() uuid.UUID {
	c.T.Helper()
	project := c.valesProject()
	c.Must(request{Method: "PATCH", Path: "/rest/v1/projects?id=eq." + project.String(), Token: c.tokens["vale"],
		Body: map[string]any{"technologies": []string{"FTView SE", "controllogix"}, "technology_levels": map[string]string{"controllogix": "Avançado"}}}, nil)
	c.finds("visitor", "projects?select=asked:project_technologies(technology,level,technologies(vendor))&asked.order=technology&id=eq."+project.String(),
		`[{"asked":[{"technology":"controllogix","level":"Avançado","technologies":{"vendor":"Rockwell"}},{"technology":"factorytalk-view-se","level":null,"technologies":{"vendor":"Rockwell"}}]}]`)
	// An existing read of the company within a project stays what it was.
	c.finds("visitor", "projects?select=title,profiles(id)&id=eq."+project.String(), `[{"title":"Retrofit","profiles":{"id":"`+c.ids["vale"].String()+`"}}]`)
	return project
}
