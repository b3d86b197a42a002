package acceptance

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"
)

// store uploads a file as a viewer into the folder of a project and returns its path.
func (c *cast) store(viewer string, projectID uuid.UUID, name, mediaType, content string) (string, answer) {
	c.T.Helper()
	path := projectID.String() + "/" + uuid.NewString() + "-" + name
	return path, c.Ask(request{Method: "POST", Path: "/storage/v1/object/projects/" + path, Token: c.tokens[viewer], Headers: map[string]string{"Content-Type": mediaType}, Body: []byte(content)})
}

// TestAnIOListIsAttachedAndReplaced goes the way of a company that replaces its list, and of a
// professional who has proposed.
func TestAnIOListIsAttachedAndReplaced(t *testing.T) {
	t.Parallel()
	c := newCast(setup(t))
	project := c.published()
	c.Proposal(project, c.marina())
	attach := func(content, want string) {
		t.Helper()
		path, stored := c.store("serra owner", project, "lista.csv", "text/csv", content)
		if stored.Status != http.StatusOK {
			t.Fatalf("the upload is answered %d: %s", stored.Status, stored.Body)
		}
		read := c.calls("serra owner", "read_io_list", map[string]any{"path": path})
		if read.Status != http.StatusOK || !strings.Contains(read.Body, `"safety":0`) || !strings.Contains(read.Body, `"format":"csv"`) {
			t.Errorf("it is read as %d: %s", read.Status, read.Body)
		}
		if other := c.calls("vale", "read_io_list", map[string]any{"path": path}); other.Told() != "404 io_list_not_found" {
			t.Errorf("Vale is answered %s", other.Body)
		}
		made := c.calls("serra owner", "attach_io_list", map[string]any{"project_id": project, "path": path, "name": "Lista.csv", "audience": "proposers"})
		if made.Status != http.StatusOK || !strings.Contains(made.Body, want) {
			t.Errorf("it is attached as %d: %s", made.Status, made.Body)
		}
	}
	attach("TAG;TIPO\nSQ-1;ED\nSQ-2;ED\nTT-1;EA\n", `"changes":null`)
	attach("TAG;TIPO\nSQ-1;ED\nSQ-2;ED\nSQ-3;ED\n", `"removed":{"EA":1}`)
	const versions = "project_io_lists?select=number,rows,changes&order=number"
	for _, viewer := range []string{"serra reader", "marina owner", "rafael"} {
		c.finds(viewer, versions, `[{"number":1,"rows":3,"changes":null},{"number":2,"rows":3,"changes":{"added":{"ED":1},"removed":{"EA":1}}}]`)
	}
	c.finds("vale", versions, `[]`)
	c.finds("marina owner", "notifications?select=title&subject_kind=eq.public_project&order=created_at",
		`[{"title":"Lista de I/O anexada a Retrofit: 2 ED, 1 EA"},{"title":"A lista de I/O de Retrofit mudou: +1 ED, −1 EA"}]`)
}

// TestWhatEngineeringToolsExportIsStored also checks that a browser runs none of it.
func TestWhatEngineeringToolsExportIsStored(t *testing.T) {
	t.Parallel()
	c := newCast(setup(t))
	project := c.published()
	for name, file := range map[string]struct{ mediaType, content string }{
		"lista.csv":  {"text/csv", "tag;tipo\n"},
		"lista.txt":  {"text/plain", "tag\ttipo\n"},
		"linha.l5x":  {"application/xml", `<?xml version="1.0"?><RSLogix5000Content/>`},
		"planta.aml": {"application/xml", `<CAEXFile/>`},
		"tags.xml":   {"text/xml", `<Tagtable/>`},
		"tags.json":  {"application/json", `{"tags":[]}`},
	} {
		path, stored := c.store("serra owner", project, name, file.mediaType, file.content)
		if stored.Status != http.StatusOK {
			t.Errorf("%s is answered %d: %s", name, stored.Status, stored.Body)
			continue
		}
		got := c.Ask(request{Method: "GET", Path: "/storage/v1/object/authenticated/projects/" + path, Token: c.tokens["serra owner"]})
		if got.Status != http.StatusOK || got.Body != file.content || !strings.HasPrefix(got.Headers.Get("Content-Disposition"), "attachment") ||
			got.Headers.Get("X-Content-Type-Options") != "nosniff" || got.Headers.Get("Content-Security-Policy") != "default-src 'none'; sandbox" {
			t.Errorf("%s is served as %d %v", name, got.Status, got.Headers)
		}
	}
	const page = "<!DOCTYPE html><script>alert(1)</script>"
	for name, mediaType := range map[string]string{"lista.csv": "text/csv", "linha.l5x": "application/xml", "tags.json": "application/json", "lista.txt": "text/plain"} {
		if _, stored := c.store("serra owner", project, name, mediaType, page); stored.Status < 400 {
			t.Errorf("a page as %s is stored", name)
		}
	}
	if _, stored := c.store("serra owner", project, "pagina.html", "text/html", page); stored.Status < 400 {
		t.Error("a page is stored")
	}
}
