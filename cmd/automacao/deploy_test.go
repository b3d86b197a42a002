package main

import (
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	settingPattern = regexp.MustCompile(`\b(?:AUTOMACAO_[A-Z0-9_]+|DATABASE_(?:[A-Z]+_)?URL|BLOB_URL|SMTP_URL)\b`)
	probePattern   = regexp.MustCompile(`(?:path: |health_uri )(/[a-z]+)`)
	argsPattern    = regexp.MustCompile(`(?m)(?:ExecStart=/usr/bin/automacao |CMD \["/usr/bin/automacao", "|^CMD \["|args: \[| {4}command: \[)([a-z]+)[\]" \n]`)
)

// notOurs are names that look like settings but belong to a deployment file.
var notOurs = []string{"AUTOMACAO_IMAGE"}

// deployed returns the files that an installation uses.
func deployed(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	read := func(path string) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files[strings.TrimPrefix(filepath.ToSlash(path), "../../")] = string(text)
	}
	read("../../Dockerfile")
	err := filepath.WalkDir("../../deploy", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && filepath.Base(filepath.Dir(path)) != "tools" {
			read(path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestWhatIsDeployedNamesWhatThereIs(t *testing.T) {
	var settings []string
	for name := range inForceNow(t) {
		settings = append(settings, name)
	}
	help := command(t, "--help").out
	named, commands, probes := 0, 0, 0
	for path, text := range deployed(t) {
		for _, name := range settingPattern.FindAllString(text, -1) {
			if named++; !slices.Contains(settings, name) && !slices.Contains(notOurs, name) {
				t.Errorf("%s sets %s, which is no setting", path, name)
			}
		}
		for _, found := range argsPattern.FindAllStringSubmatch(text, -1) {
			if commands++; !regexp.MustCompile(`(?m)^ +` + found[1] + ` `).MatchString(help) {
				t.Errorf("%s runs %s, which is no command", path, found[1])
			}
		}
		for _, found := range probePattern.FindAllStringSubmatch(text, -1) {
			if probes++; found[1] != "/live" && found[1] != "/ready" {
				t.Errorf("%s asks %s for health", path, found[1])
			}
		}
	}
	if named < 30 || commands < 5 || probes < 4 {
		t.Errorf("found %d settings, %d commands and %d probes: the patterns look past them", named, commands, probes)
	}
}

func TestTheServicesSettingsCanBeUsed(t *testing.T) {
	text, err := os.ReadFile("../../deploy/automacao.env")
	if err != nil {
		t.Fatal(err)
	}
	chosen := regexp.MustCompile(`(?m)^#([A-Z_]+=)`).ReplaceAllString(string(text), "$1")
	inForceNow(t, "--config", settingsFile(t, chosen), "--data", fresh(t))
}

func TestTheImageIsBuiltWithTheToolsOfThisTree(t *testing.T) {
	module, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	minor := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(string(module))[1]
	if image := deployed(t)["Dockerfile"]; !strings.Contains(image, "golang:"+minor+"-") {
		t.Errorf("the image is not built with Go %s", minor)
	}
}

func TestTheUnitIsOneThatSystemdReads(t *testing.T) {
	if _, err := exec.LookPath("systemd-analyze"); err != nil {
		t.Skip("there is no systemd here")
	}
	unit, err := os.ReadFile("../../deploy/automacao.service")
	if err != nil {
		t.Fatal(err)
	}
	// Verification also checks that the program exists.
	path := filepath.Join(t.TempDir(), "automacao.service")
	if err := os.WriteFile(path, []byte(strings.ReplaceAll(string(unit), "/usr/bin/automacao", os.Args[0])), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("systemd-analyze", "verify", "--man=no", path).CombinedOutput()
	if complaint := regexp.MustCompile(`automacao\.service:\d+.*`).FindString(string(out)); complaint != "" {
		t.Errorf("%s, %v", complaint, err)
	}
}

func TestReadyAsksTheServer(t *testing.T) {
	status := http.StatusOK
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/ready" {
			t.Errorf("asked for %s", r.URL.Path)
		}
		w.WriteHeader(status)
		_, _ = w.Write([]byte(`{"status":"disk full"}`))
	}))
	addr := server.Listener.Addr().String()
	everywhere := "0.0.0.0" + addr[strings.LastIndex(addr, ":"):]
	for _, addr := range []string{addr, everywhere} {
		if got := command(t, "ready", "--addr", addr); got.code != 0 || got.out != "ready\n" {
			t.Error(got)
		}
	}
	status = http.StatusServiceUnavailable
	if got := command(t, "ready", "--addr", addr); got.code != 1 || !strings.Contains(got.errors, "disk full") {
		t.Error(got)
	}
	server.Close()
	if got := command(t, "ready", "--addr", addr); got.code != 1 {
		t.Error(got)
	}
}
