package realtime

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"golang.org/x/sync/errgroup"

	"automacao/internal/kernel/background"
)

// change is one notification of realtime.notify_change. Both keys are missing if they were too long
// to send.
type change struct {
	Schema          string `json:"schema"`
	Table           string `json:"table"`
	Type            string `json:"type"`
	CommitTimestamp string `json:"commit_timestamp"`
	Key             row    `json:"key"`
	OldKey          row    `json:"old_key"`
	// Old is the row before the change, if the table's replica identity includes it.
	Old row `json:"old"`
}

const (
	typeInsert = "INSERT"
	typeUpdate = "UPDATE"
	typeDelete = "DELETE"
)

// batchMax is how many changes one delivery handles together.
const batchMax = 64

// These bound one round trip: the delay until the first of many clients is told, and the rows held
// in memory until then.
const (
	tripIdentitiesMax = 50
	tripRowsMax       = 64
)

// occurrence is a change with the subscriptions that may be told about it.
type occurrence struct {
	*change
	table         *table
	subscriptions []*subscription
}

// reading is what one identity may receive of a batch, in order.
type reading struct {
	identity
	parts []occurrence
	// isDone is false if the reading was abandoned midway.
	isDone bool
}

// dispatch delivers changes batch by batch, which keeps their order.
func (h *Hub) dispatch(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case first := <-h.changes:
			batch := []*change{first}
			for len(batch) < batchMax && len(h.changes) > 0 {
				batch = append(batch, <-h.changes)
			}
			if !background.Survive(h.log, "realtime: deliver changes", func() { h.deliver(ctx, batch) }) {
				h.overflowed.Store(true)
			}
			if h.overflowed.Swap(false) {
				h.rejoin(h.registry.subscribed())
			}
		}
	}
}

func (h *Hub) deliver(ctx context.Context, batch []*change) {
	ctx, cancel := context.WithTimeout(ctx, databaseTimeout)
	defer cancel()
	var occurrences []occurrence
	for _, c := range batch {
		if found, ok := h.match(ctx, c); ok {
			occurrences = append(occurrences, found)
		}
	}
	occurrences, err := h.filter(ctx, occurrences)
	if err != nil {
		h.giveUp(ctx, occurrences, err)
		return
	}
	group := errgroup.Group{}
	group.SetLimit(h.cfg.Workers)
	readings := byIdentity(occurrences)
	for _, together := range inTrips(readings, h.cfg.Workers) {
		group.Go(func() error {
			h.read(ctx, together)
			return nil
		})
	}
	_ = group.Wait()
	for _, r := range readings {
		if !r.isDone {
			h.rejoinAll(r.parts)
		}
	}
}

// inTrips groups readings into round trips, so that thousands of sessions need few round trips and
// a few sessions use all workers.
func inTrips(readings []*reading, workers int) (trips [][]*reading) {
	identitiesMax := min((len(readings)+workers-1)/workers, tripIdentitiesMax)
	identities, rows := 0, 0
	for i, r := range readings {
		if i == 0 || identities == identitiesMax || rows+len(r.parts) > tripRowsMax {
			trips, identities, rows = append(trips, nil), 0, 0
		}
		last := len(trips) - 1
		trips[last] = append(trips[last], r)
		identities, rows = identities+1, rows+len(r.parts)
	}
	return trips
}

// match finds the subscriptions to a change, before their filters.
func (h *Hub) match(ctx context.Context, c *change) (occurrence, bool) {
	found := occurrence{change: c}
	name := tableName{schema: c.Schema, table: c.Table}
	for _, sub := range h.registry.onTable(name) {
		if sub.event == "*" || sub.event == c.Type {
			found.subscriptions = append(found.subscriptions, sub)
		}
	}
	if len(found.subscriptions) == 0 {
		return found, false
	}
	found.table = h.table(ctx, name)
	if found.table == nil || c.Key == nil && c.OldKey == nil && len(found.table.keyColumns()) > 0 {
		h.rejoin(found.channels())
		return found, false
	}
	return found, true
}

// table looks up a table. If it is unknown, it reads the catalog again once.
func (h *Hub) table(ctx context.Context, name tableName) *table {
	for range 2 {
		tables, err := h.tables(ctx)
		if err != nil {
			h.log.Error("realtime: look up a table", "error", err)
			return nil
		}
		if found := tables[name]; found != nil {
			return found
		}
		h.forgetTables()
	}
	return nil
}

func (o occurrence) channels() []*channel {
	var channels []*channel
	seen := make(map[*channel]bool, len(o.subscriptions))
	for _, sub := range o.subscriptions {
		if !seen[sub.channel] {
			seen[sub.channel] = true
			channels = append(channels, sub.channel)
		}
	}
	return channels
}

func (o occurrence) isFiltered() bool {
	return slices.ContainsFunc(o.subscriptions, func(s *subscription) bool { return len(s.conditions) > 0 })
}

// filter keeps the subscriptions whose conditions hold. It reads the row once, as the server; what
// each subscriber may see of it is decided afterwards.
func (h *Hub) filter(ctx context.Context, occurrences []occurrence) ([]occurrence, error) {
	batch := &pgx.Batch{}
	values := make([]row, len(occurrences))
	for i, o := range occurrences {
		if o.Type == typeDelete {
			values[i] = o.revealable()
		} else if o.isFiltered() {
			o.table.question(o.table.columns, o.Key).queue(batch, func(text, _ string) error {
				return json.Unmarshal([]byte(text), &values[i])
			})
		}
	}
	if batch.Len() > 0 {
		if err := h.pool.SendBatch(ctx, batch).Close(); err != nil {
			return occurrences, fmt.Errorf("read changed rows: %w", err)
		}
	}
	for i := range occurrences {
		h.rejoin(occurrences[i].keepMatching(values[i]))
	}
	return occurrences, nil
}

// keepMatching keeps the subscriptions whose conditions hold. It returns the channels of callers
// whose filters cost more than all other subscribers can wait for.
func (o *occurrence) keepMatching(values row) (tooDear []*channel) {
	spent := costs{}
	o.subscriptions = slices.DeleteFunc(slices.Clone(o.subscriptions), func(sub *subscription) bool {
		if !spent.allow(sub, values) {
			tooDear = append(tooDear, sub.channel)
			return true
		}
		return !o.passes(sub, values)
	})
	return tooDear
}

// revealable is what may be revealed of a deleted row: its key, and the whole row if no policy
// could have hidden it from somebody.
func (o *occurrence) revealable() row {
	if o.Old != nil && !o.table.hasRowSecurity {
		return o.Old
	}
	return o.OldKey
}

// passes reports whether a change passes a subscription's filter. A filter on a column that the
// role may not select never passes, because it could be used to guess values.
func (o *occurrence) passes(sub *subscription, values row) bool {
	role := sub.channel.grant.Load().caller.Role
	if trouble := o.table.trouble(role); o.Type != typeDelete && trouble != "" {
		// A subscription that names the table is told about this trouble for any row. Pattern
		// subscriptions must not learn of a table that is hidden from them.
		return !sub.isPattern() || trouble == errNoKey && len(o.table.visible(role)) > 0
	}
	for _, c := range sub.conditions {
		_, isKnown := values[c.column]
		if !o.table.selectable(c.column, role) || o.Type == typeDelete && !isKnown {
			return false
		}
	}
	if len(sub.conditions) > 0 && values == nil {
		return false
	}
	return matches(sub.conditions, values, o.table.isTime)
}

// byIdentity groups changes by the identity that may see them.
func byIdentity(occurrences []occurrence) []*reading {
	var readings []*reading
	index := map[identity]*reading{}
	for _, o := range occurrences {
		groups := map[identity][]*subscription{}
		for _, sub := range o.subscriptions {
			who := sub.channel.grant.Load().identity()
			groups[who] = append(groups[who], sub)
		}
		for who, subscriptions := range groups {
			r := index[who]
			if r == nil {
				r = &reading{identity: who}
				index[who] = r
				readings = append(readings, r)
			}
			r.parts = append(r.parts, occurrence{change: o.change, table: o.table, subscriptions: subscriptions})
		}
	}
	// Sort by role, since PostgreSQL plans a statement again whenever another role runs it.
	slices.SortStableFunc(readings, func(a, b *reading) int { return strings.Compare(a.role, b.role) })
	return readings
}

// giveUp makes the subscribers of changes that could not be read rejoin.
func (h *Hub) giveUp(ctx context.Context, occurrences []occurrence, err error) {
	if errors.Is(ctx.Err(), context.Canceled) {
		return
	}
	h.log.Error("realtime: deliver changes", "error", err)
	if _, ok := errors.AsType[*pgconn.PgError](err); ok {
		h.forgetTables()
	}
	h.rejoinAll(occurrences)
}

func (h *Hub) rejoinAll(occurrences []occurrence) {
	for _, o := range occurrences {
		h.rejoin(o.channels())
	}
}
