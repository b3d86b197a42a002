package acceptance

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
)

// addressesFile says how each address of the server answers each kind of caller.
const addressesFile = "testdata/addresses.txt"

// routers are the files of internal/ that route requests, each with the base of its patterns.
var routers = map[string]string{
	"app/routes.go":          "",
	"wire/gateway.go":        "",
	"wire/auth/routes.go":    "/auth/v1",
	"wire/storage/routes.go": "/storage/v1",
	"wire/realtime/http.go":  "/realtime/v1",
}

// patterns of a multiplexer are the texts that look like one.
var patterns = regexp.MustCompile(`"((?:(?:GET|POST|PUT|PATCH|DELETE) )?/[a-z.][^"\s]*)"`)

// addresses returns the patterns of all routers.
func addresses(t *testing.T) []string {
	t.Helper()
	var found []string
	for file, base := range routers {
		source, err := os.ReadFile(filepath.Join("../../internal", file))
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range patterns.FindAllStringSubmatch(string(source), -1) {
			method, path, has := strings.Cut(match[1], " ")
			if !has {
				method, path = "ANY", match[1]
			}
			// The gateway strips the base before the protocols see a path.
			if strings.TrimSuffix(path, "/v1") == path {
				found = append(found, method+" "+base+path)
			}
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// callers are the columns of the file.
var callers = []string{"visitor", "rafael", "admin", "service", "serra ended", "serra blocked"}

// TestEveryAddressAnswersAsSaid compares the answer of every address to every kind of caller with
// the file. Missing rows and rows of others are answered alike.
func TestEveryAddressAnswersAsSaid(t *testing.T) {
	t.Parallel()
	file, err := os.ReadFile(addressesFile)
	if err != nil {
		t.Fatal(err)
	}
	said := map[string][]string{}
	for _, line := range strings.Split(string(file), "\n") {
		if words := strings.Fields(line); len(words) > 2 && !strings.HasPrefix(line, "#") {
			said[words[0]+" "+words[1]] = words[2:]
		}
	}
	there := addresses(t)
	for address := range said {
		if !slices.Contains(there, address) {
			t.Errorf("%s is in %s and no router has it", address, addressesFile)
		}
	}
	c := newCast(setup(t))
	count := 0
	for _, address := range there {
		want := said[address]
		if len(want) != len(callers) {
			t.Errorf("%s has no row: say in verify/acceptance/%s what each of %s is answered", address, addressesFile, strings.Join(callers, ", "))
			continue
		}
		var got []string
		for _, who := range callers {
			absent := c.knocks(address, who, uuid.New())
			got = append(got, absent)
			count++
			if !strings.Contains(address, "{") || who == "service" {
				continue
			}
			count++
			if others := c.knocks(address, who, c.serra()); others != absent {
				t.Errorf("%s as %s: %s of what is another's, %s of what is not there", address, who, others, absent)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s answers %v, not %v", address, got, want)
		}
	}
	t.Attr("figure", fmt.Sprintf("%d requests to %d addresses", count, len(there)))
}

// knocks calls an address with somebody else's ids and a meaningless body. The service role, which
// may do everything, calls it with ids that do not exist.
func (c *cast) knocks(address, who string, whose uuid.UUID) string {
	method, path, _ := strings.Cut(address, " ")
	if method == "ANY" {
		method = "POST"
	}
	bucket := "deals"
	if who == "service" {
		bucket = "none"
	}
	path = strings.NewReplacer("{user}", whose.String(), "{factor}", whose.String(), "{passkey}", whose.String(), "{id}", whose.String(), "{bucket}", bucket,
		"{key...}", whose.String()+"/a.webp", "{topic}", "user:"+whose.String(), "{event}", "typing").Replace(path)
	if strings.Contains(path, "/broadcast/") {
		path += "?private=true"
	}
	token := c.tokens[who]
	if path == "/auth/v1/logout" {
		// This would end the session that the others need.
		c = newCast(c.bundle)
		token = c.tokens[who]
	}
	return strings.Join(strings.Fields(c.Ask(request{Method: method, Path: path, Token: token, Body: map[string]any{}}).Told()), ":")
}
