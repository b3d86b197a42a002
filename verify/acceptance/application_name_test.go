package acceptance

import (
	"context"
	"slices"
	"strings"
	"testing"

	"automacao/internal/postgres"
	"automacao/verify/apptest"
)

// TestConnectionsSayWhatTheyAreFor checks that pg_stat_activity shows the purpose and the node of
// each connection.
func TestConnectionsSayWhatTheyAreFor(t *testing.T) {
	t.Parallel()
	b := setup(t)
	want := []string{"health", "jobs", "realtime-listen"}
	waiting, cancel := context.WithTimeout(t.Context(), apptest.Patience)
	defer cancel()
	for {
		b.Must(request{Method: "GET", Path: "/ready"}, nil)
		duties := map[string]bool{}
		for name := range strings.SplitSeq(b.Text(`SELECT string_agg(DISTINCT application_name, ',') FROM pg_stat_activity WHERE datname = current_database()`), ",") {
			if duty, node, _ := strings.Cut(strings.TrimPrefix(name, "automacao/"), "@"); node == postgres.Node("") {
				duties[duty] = true
			}
			if len(name) >= 63 {
				t.Errorf("%s is cut off", name)
			}
		}
		if !slices.ContainsFunc(want, func(duty string) bool { return !duties[duty] }) {
			return
		}
		if waiting.Err() != nil {
			t.Fatalf("the database lists %v", duties)
		}
	}
}
