package app_test

import (
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"automacao/internal/app"
	"automacao/internal/notify/queue"
	"automacao/internal/postgres/cluster"
	"automacao/internal/postgres/dbtest"
	"automacao/verify/apptest"
)

// changed are changes made past the migrations, with the finding for each.
var changed = map[string]string{
	`DROP POLICY "both sides read their messages" ON public.messages`:                                                         `policy "both sides read their messages" on public.messages is missing`,
	`CREATE POLICY "everybody reads" ON public.accounts FOR SELECT TO anon USING (true)`:                                      `policy "everybody reads" on public.accounts was added`,
	`GRANT SELECT ON public.accounts TO anon`:                                                                                 `grant on public.accounts to anon was added`,
	`GRANT SELECT (token_hash) ON public.invitations TO authenticated`:                                                        `grant on public.invitations to authenticated is not the version's`,
	`GRANT SELECT ON auth.users TO anon`:                                                                                      `grant on auth.users to anon`,
	`ALTER TABLE public.messages DISABLE TRIGGER USER`:                                                                        `on public.messages is not the version's`,
	`DROP INDEX public.messages_thread_idx`:                                                                                   `index "messages_thread_idx" on public.messages is missing`,
	`CREATE OR REPLACE FUNCTION private.admit() RETURNS void LANGUAGE sql AS ''`:                                              `function private.admit() is not the version's`,
	`ALTER FUNCTION private.uuid_v7() OWNER TO definer`:                                                                       `function private.uuid_v7() is not the version's`,
	`ALTER TABLE public.skills NO FORCE ROW LEVEL SECURITY`:                                                                   `table public.skills is not the version's`,
	`ALTER TABLE public.skills ADD COLUMN colour text`:                                                                        `column "colour" on public.skills was added`,
	`CREATE TRIGGER spy BEFORE UPDATE ON public.proposals FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()`: `trigger "spy" on public.proposals was added`,
	`CREATE TABLE public.machines (id int PRIMARY KEY); ALTER TABLE public.machines ENABLE ROW LEVEL SECURITY; GRANT SELECT ON public.machines TO anon; CREATE POLICY "all" ON public.machines USING (true); CREATE INDEX of_ours ON public.messages (automatic)`: "",
}

// TestADoctorNamesChangesOfTheSchema checks that the doctor and the start name every change of the
// product's schema, and none of what an operator keeps beside the product.
func TestADoctorNamesChangesOfTheSchema(t *testing.T) {
	t.Parallel()
	b := apptest.Start(t)
	look := func() []app.Finding {
		return examined(t, func(c *app.Config) { c.DatabaseURL, c.LossySettings = b.DB.URL, cluster.DurabilitySettings() })
	}
	wants{"catalogue", app.Well, "those of this version"}.check(t, look())
	b.App.TellDifferences(t.Context())
	if strings.Contains(b.Log.Text(), "not this version's") {
		t.Errorf("a schema as it is meant to be is said to be another: %s", b.Log.Text())
	}
	var all []string
	for statement, said := range changed {
		if _, err := b.DB.Owner.Exec(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
		if said != "" {
			all = append(all, said)
		}
	}
	found := look()
	b.App.TellDifferences(t.Context())
	var sentences []string
	for _, one := range found {
		if one.Part == "catalogue" {
			sentences = append(sentences, one.Sentence)
		}
	}
	text := strings.Join(sentences, "\n")
	for _, said := range all {
		if !strings.Contains(text, said) {
			t.Errorf("nothing says that %s", said)
		}
	}
	for _, own := range []string{"machines", "of_ours"} {
		if strings.Contains(text, own) {
			t.Errorf("objects beside the product are reported: %s", text)
		}
	}
	if t.Failed() {
		t.Log(text)
	}
	if !strings.Contains(b.Log.Text(), "not this version's") {
		t.Errorf("the start says nothing: %s", b.Log.Text())
	}
}

// TestADoctorCountsMissingFiles checks that the doctor counts rows whose files are missing.
func TestADoctorCountsMissingFiles(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)
	if err := queue.Migrate(t.Context(), db.Owner); err != nil {
		t.Fatal(err)
	}
	place := filepath.Join(t.TempDir(), "objects")
	look := func(url string) []app.Finding {
		cfg := apptest.Config()
		cfg.Data, cfg.DatabaseURL, cfg.LossySettings, cfg.BlobURL = t.TempDir(), db.URL, cluster.DurabilitySettings(), url
		return app.Doctor(t.Context(), cfg, slog.New(slog.DiscardHandler))
	}
	wants{"stored files", app.Well, "none yet"}.check(t, look("file://"+place))
	if _, err := db.Owner.Exec(t.Context(), `INSERT INTO storage.objects (bucket_id, name, version, size_bytes, metadata)
		VALUES ('public-uploads', 'a/b.png', gen_random_uuid(), 1, '{}')`); err != nil {
		t.Fatal(err)
	}
	wants{"stored files", app.Ill, "is gone, and with it the bytes of 1 files"}.check(t, look("file://"+place))
	wants{"stored files", app.Ill, "the bytes of 1 files are gone"}.check(t, look("file://"+t.TempDir()))
}
