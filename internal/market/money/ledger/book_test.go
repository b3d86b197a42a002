package ledger

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"
	"pgregory.net/rapid"

	"automacao/internal/postgres/dbtest"
)

// book is a simple model of the ledger's rules: in memory, one step after another.
type book struct {
	accounts map[string]*balance
	holds    map[string]*hold
	posted   map[string]string
}

type balance struct{ value, reserved int64 }

type hold struct {
	account, state, by string
	value              int64
}

func (b *book) of(account string) *balance {
	if b.accounts[account] == nil {
		b.accounts[account] = &balance{}
	}
	return b.accounts[account]
}

// do takes a step, or returns the constraint that refuses it.
func (b *book) do(s step) string {
	switch s.Call {
	case "reserve":
		return b.reserve(s)
	case "void":
		return b.void(s)
	case "post_hold":
		return b.postHold(s)
	}
	return b.post(s)
}

func (b *book) reserve(s step) string {
	if known := b.holds[s.Hold]; known != nil {
		if known.account != s.Account || known.value != s.Value {
			return "ledger_holds_business_key_key"
		}
		return ""
	}
	from := b.accounts[s.Account]
	if from == nil || from.value-from.reserved < s.Value {
		return "ledger_balances_floor_kept"
	}
	from.reserved += s.Value
	b.holds[s.Hold] = &hold{account: s.Account, state: "pending", value: s.Value}
	return ""
}

func (b *book) void(s step) string {
	known := b.holds[s.Hold]
	if known == nil || known.state == "posted" {
		return "ledger_holds_ended_once"
	}
	if known.state == "pending" {
		known.state = "voided"
		b.of(known.account).reserved -= known.value
	}
	return ""
}

func (b *book) postHold(s step) string {
	known := b.holds[s.Hold]
	if known != nil && known.state == "posted" && known.by == s.Key {
		return b.post(s)
	}
	if known == nil || known.state != "pending" || b.posted[s.Key] != "" {
		return "ledger_holds_ended_once"
	}
	var taken int64
	for _, e := range s.Entries {
		if e.Name == known.account {
			taken -= e.ValueCents
		}
	}
	if taken <= 0 || taken > known.value {
		return "ledger_holds_posted_within"
	}
	b.of(known.account).reserved -= known.value
	if refused := b.post(s); refused != "" {
		b.of(known.account).reserved += known.value
		return refused
	}
	known.state, known.by = "posted", s.Key
	return ""
}

func (b *book) post(s step) string {
	if known := b.posted[s.Key]; known != "" {
		if known != fingerprint(s) {
			return "ledger_transfers_business_key_key"
		}
		return ""
	}
	moved := map[string]int64{}
	for _, e := range s.Entries {
		moved[e.Name] += e.ValueCents
	}
	for account, value := range moved {
		now := b.accounts[account]
		if now == nil {
			now = &balance{}
		}
		if hasFloor(account) && now.value+value < now.reserved {
			return "ledger_balances_floor_kept"
		}
	}
	for account, value := range moved {
		b.of(account).value += value
	}
	b.posted[s.Key] = fingerprint(s)
	return ""
}

func fingerprint(s step) string {
	text, _ := json.Marshal(s.Entries)
	return s.Kind + " " + s.Milestone.String() + " " + string(text)
}

func hasFloor(account string) bool {
	return slices.Contains([]string{"held:", "avail", "payin"}, account[:min(5, len(account))])
}

// check compares every balance with the database's. The product's own account is shared by all
// checks.
func (b *book) check(r *rapid.T, db *dbtest.Database, t *testing.T, fees int64) {
	b.of("fee").value = fees
	rows, err := db.Owner.Query(t.Context(), `SELECT account, balance_cents, reserved_cents FROM private.ledger_balances WHERE account = ANY ($1)`, slices.Collect(maps.Keys(b.accounts)))
	if err != nil {
		r.Fatal(err)
	}
	found := map[string]balance{}
	var name string
	var now balance
	if _, err := pgx.ForEachRow(rows, []any{&name, &now.value, &now.reserved}, func() error { found[name] = now; return nil }); err != nil {
		r.Fatal(err)
	}
	for account, want := range b.accounts {
		if found[account] != *want {
			r.Fatalf("%s is %+v, want %+v", account, found[account], *want)
		}
		if hasFloor(account) && want.value < want.reserved {
			r.Fatalf("%s is below its floor: %+v", account, *want)
		}
	}
}
