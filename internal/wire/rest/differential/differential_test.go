package differential_test

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

// patience is how long a response may take.
const patience = time.Minute

// bench is one database with both servers over it.
type bench struct {
	db           *pgxpool.Pool
	theirs, ours string
	client       *http.Client
	tokens       tokens
}

func setup(t *testing.T) *bench {
	t.Helper()
	b := open(t)
	url := b.as("door")
	b.theirs, b.ours = startReference(t, url), startOurs(t, url)
	return b
}

// open loads the schema, without a server.
func open(t *testing.T) *bench {
	t.Helper()
	program(t)
	db := dbtest.Empty(t)
	script, err := os.ReadFile("testdata/awkward.sql")
	if err != nil {
		t.Fatal(err)
	}
	transport := &http.Transport{MaxIdleConnsPerHost: 8, DisableCompression: true}
	t.Cleanup(transport.CloseIdleConnections)
	never := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	b := &bench{db: db, tokens: tokens{}, client: &http.Client{Transport: transport, CheckRedirect: never, Timeout: patience}}
	loading.Lock()
	defer loading.Unlock()
	b.run(t, string(script))
	return b
}

// loading serialises the scripts, because roles are shared by all databases.
var loading sync.Mutex

// run runs a script in the database.
func (b *bench) run(t *testing.T, script string) {
	t.Helper()
	if _, err := b.db.Exec(context.Background(), script); err != nil {
		t.Fatalf("run %.60s: %v", script, err)
	}
}

// as is the database's address for a role.
func (b *bench) as(role string) string {
	cfg := b.db.Config()
	return strings.Replace(cfg.ConnString(), "user="+cfg.ConnConfig.User, "user="+role, 1)
}

// TestAnswersAreThoseOfTheReference sends both servers the same requests and checks that the
// responses differ only where the rules allow it.
func TestAnswersAreThoseOfTheReference(t *testing.T) {
	t.Parallel()
	b := setup(t)
	asks := everything()
	for i := range asks {
		if asks[i].as != "" {
			b.tokens.of(t, asks[i].as)
		}
	}
	exchanges := b.askAll(t, asks)
	v := judge(exchanges)
	v.report(t)
	v.reportRules(t)
	t.Logf("%d requests, %d of them answered alike to the letter, %d within %d rules", len(exchanges), v.alike, v.allowed, len(rules))
	checkDocument(t, len(exchanges))
	if len(exchanges) < 5000 {
		t.Errorf("%d requests are compared, 5000 are the least", len(exchanges))
	}
}

// askAll sends reads concurrently, and writes one by one, each server from the same state.
func (b *bench) askAll(t *testing.T, asks []ask) []exchange {
	t.Helper()
	exchanges := make([]exchange, len(asks))
	var reading sync.WaitGroup
	next := make(chan int)
	for range 6 {
		reading.Go(func() {
			for i := range next {
				exchanges[i] = b.exchange(t, asks[i])
			}
		})
	}
	for i, a := range asks {
		if !a.isWrite() {
			next <- i
		}
	}
	close(next)
	reading.Wait()
	kept := b.state(t)
	for i, a := range asks {
		if a.isWrite() {
			exchanges[i] = b.exchangeWrite(t, a, kept)
		}
	}
	return exchanges
}

func (b *bench) ask(t *testing.T, base string, a ask) answer {
	t.Helper()
	got, err := send(context.Background(), b.client, base, a, b.tokens[a.as])
	if err != nil {
		t.Errorf("%s: %v", a, err)
	}
	return got
}

func (b *bench) exchange(t *testing.T, a ask) exchange {
	t.Helper()
	return exchange{ask: a, theirs: b.ask(t, b.theirs, a), ours: b.ask(t, b.ours, a)}
}

// verdict is the result of applying the rules to all exchanges.
type verdict struct {
	alike, allowed int
	unexplained    map[string][]string
	counts         []int // how often each rule was needed
}

func judge(exchanges []exchange) verdict {
	v := verdict{unexplained: map[string][]string{}, counts: make([]int, len(rules))}
	for _, x := range exchanges {
		differences := x.differences()
		isAllowed := len(differences) > 0
		needed := map[int]bool{}
		for _, d := range differences {
			at := slices.IndexFunc(rules, func(r rule) bool { return r.covers(x, d) })
			if at >= 0 {
				needed[at] = true
				continue
			}
			isAllowed = false
			key := fmt.Sprintf("%s: %d %s → %d %s", d.aspect, x.theirs.status, x.theirs.Code, x.ours.status, x.ours.Code)
			v.unexplained[key] = append(v.unexplained[key], fmt.Sprintf("%s\n      theirs %s\n      ours   %s", x.ask, clip(d.theirs), clip(d.ours)))
		}
		for at := range needed {
			v.counts[at]++
		}
		switch {
		case isAllowed:
			v.allowed++
		case len(differences) == 0:
			v.alike++
		}
	}
	return v
}

// report fails for every difference without a rule. It shows three of each kind, the most frequent
// first.
func (v verdict) report(t *testing.T) {
	t.Helper()
	keys := make([]string, 0, len(v.unexplained))
	for key := range v.unexplained {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b string) int {
		return cmp.Or(len(v.unexplained[b])-len(v.unexplained[a]), strings.Compare(a, b))
	})
	for _, key := range keys {
		some := v.unexplained[key]
		t.Errorf("%d × %s\n   %s", len(some), key, strings.Join(some[:min(len(some), shown())], "\n   "))
	}
}

// reportRules fails for every rule that no difference needed.
func (v verdict) reportRules(t *testing.T) {
	t.Helper()
	for i, count := range v.counts {
		t.Logf("%5d × %s", count, rules[i].name)
		if count == 0 {
			t.Errorf("the rule %q allows what no longer happens", rules[i].name)
		}
	}
}

func shown() int {
	if os.Getenv("DIFFERENTIAL_ALL") != "" {
		return 60
	}
	return 3
}

func clip(text string) string {
	if len(text) > 500 {
		return text[:500] + "…"
	}
	return text
}
