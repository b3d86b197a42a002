package standalone

import "testing"

// TestTheOfficialClientKeepsFiles runs verify/e2e/wire/storage.mjs: every call of the client, its
// errors, and uploads in parts as TUS clients send them.
func TestTheOfficialClientKeepsFiles(t *testing.T) {
	t.Parallel()
	cfg, _ := config(t)
	runOfficial(t, serve(t, cfg), "storage.mjs", "buckets", "uploads", "reads", "moves", "signed", "pictures", "resumable", "removals")
}
