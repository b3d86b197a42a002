package route_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/google/uuid"

	"automacao/internal/kernel/leaktest"
	"automacao/internal/kernel/route"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

func TestAddresses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ got, want string }{
		{route.To(route.Projects), "/projetos"},
		{route.To(route.Project, "p1"), "/projetos/p1"},
		{route.To(route.ProjectProposals, "p1"), "/dashboard/projetos/p1/propostas"},
	} {
		if c.got != c.want {
			t.Errorf("got %s, want %s", c.got, c.want)
		}
	}
	for _, keys := range [][]string{{}, {"a", "b"}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("To accepts the keys %q", keys)
				}
			}()
			route.To(route.Project, keys...)
		}()
	}
}

func TestKey(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ page, address, key string }{
		{route.Project, "/projetos/p1", "p1"},
		{route.ProjectProposals, "/dashboard/projetos/p1/propostas", "p1"},
		{route.Project, "/projetos", ""},
		{route.Project, "/projetos/", ""},
		{route.Project, "/projetos/p1/mais", ""},
		{route.ProjectProposals, "/dashboard/projetos/p1/editar", ""},
		{route.ProjectProposals, "/dashboard/projetos/p1", ""},
		{route.Projects, "/projetos", ""},
	} {
		if key, ok := route.Key(c.page, c.address); ok != (c.key != "") || ok && key != c.key {
			t.Errorf("the key of %s in %s is %q, %t", c.page, c.address, key, ok)
		}
	}
}

func TestMembers(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{
		"/dashboard": true, "/dashboard/mensagens/m1": true, "/dashboard/projetos/p1/editar": true,
		"/dashboard/contratos/c1/disputa/d1": true, "/dashboard/contratos/c1/listas/l1": true, "/dashboard/contratos/c1/disputa/": false,
		"/dashboard/contratos/c1/disputa/d1/nada": false, "/dashboard/mensagens/": false, "/dashboard/mensagens/m1/": true,
		"/": false, "/termos": false, "/projetos/p1": false, "/convite": false, "/dashboard/nada": false, "/dashboard/": false,
	} {
		if got := route.IsMembers(address); got != want {
			t.Errorf("IsMembers(%s) = %t", address, got)
		}
	}
}

func TestNotices(t *testing.T) {
	t.Parallel()
	for kind, want := range map[string]string{"project": route.ProjectProposals, "account": route.Settings, "report": route.Admin + "?aba=denuncias"} {
		if page, hasKey, ok := route.Notice(kind); !ok || page != want || hasKey != (kind == "project") {
			t.Errorf("a notice about a %s is read at %s, %t, %t", kind, page, hasKey, ok)
		}
	}
	if _, _, ok := route.Notice("nothing"); ok {
		t.Error("an unknown subject has a page")
	}
}

func TestWordsAreTheWebs(t *testing.T) {
	t.Parallel()
	content, err := os.ReadFile("../../../web/src/lib/words-examples.json")
	if err != nil {
		t.Fatal(err)
	}
	var examples [][2]string
	if err := json.Unmarshal(content, &examples); err != nil || len(examples) == 0 {
		t.Fatal(err)
	}
	for _, example := range examples {
		if got := route.Words(example[0]); got != example[1] {
			t.Errorf("the words of %q are %q, want %q", example[0], got, example[1])
		}
	}
}

func TestAnAddressKeepsItsKeyWhateverItsWords(t *testing.T) {
	t.Parallel()
	id := uuid.MustParse("0198f0c0-0000-7000-8000-00000000000a")
	for key, want := range map[string]bool{
		id.String(): true, route.Readable(id, "Retrofit de painel"): true, "velho-nome-" + id.String(): true, route.Readable(id, "漢字"): true, "-" + id.String(): true,
		"x" + id.String(): false, id.String() + "-x": false, "retrofit": false, "": false, "urn:uuid:" + id.String(): false, id.String()[:35]: false,
	} {
		if got, ok := route.ID(key); ok != want || ok && got != id {
			t.Errorf("the id in %q is %s, %v", key, got, ok)
		}
	}
}
