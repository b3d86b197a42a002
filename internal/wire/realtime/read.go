package realtime

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/coder/websocket"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"automacao/internal/background"
)

// changeData is the data of a postgres_changes message.
type changeData struct {
	Schema          string          `json:"schema"`
	Table           string          `json:"table"`
	CommitTimestamp string          `json:"commit_timestamp"`
	Type            string          `json:"type"`
	Columns         []columnType    `json:"columns"`
	Record          json.RawMessage `json:"record"`
	OldRecord       json.RawMessage `json:"old_record"`
	Errors          []string        `json:"errors"`
}

type columnType struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

const errTooLarge = "Error 413: Payload Too Large"

// read delivers to identities what each may see, and reads for all of them in
// one round trip. Each is asked about by itself when that fails: a session that
// has ended fails the others with it.
func (h *Hub) read(ctx context.Context, together []*reading) {
	shared := composed{}
	if len(together) > 1 {
		var records [][]string
		var err error
		survived := background.Survive(h.log, "realtime: read changes", func() { records, err = h.readAs(ctx, together...) })
		if survived && err == nil {
			for i, r := range together {
				r.isDone = background.Survive(h.log, "realtime: tell changes", func() { h.tellAll(r, records[i], shared) })
			}
			return
		}
	}
	for _, r := range together {
		r.isDone = background.Survive(h.log, "realtime: read changes", func() { h.readAlone(ctx, r, shared) })
	}
}

// readAlone delivers to one identity. A catalog that turns out to be outdated
// is read again once.
func (h *Hub) readAlone(ctx context.Context, r *reading, shared composed) {
	records, err := h.readAs(ctx, r)
	if _, ok := errors.AsType[*pgconn.PgError](err); ok {
		h.forgetTables()
		for i := range r.parts {
			if fresh := h.table(ctx, r.parts[i].table.name); fresh != nil {
				r.parts[i].table = fresh
			}
		}
		records, err = h.readAs(ctx, r)
	}
	if ended, ok := errors.AsType[endedError](err); ok {
		for _, o := range r.parts {
			for _, ch := range o.channels() {
				ch.socket.expel(ended.reason)
			}
		}
		return
	}
	if err != nil {
		h.giveUp(ctx, r.parts, err)
		return
	}
	h.tellAll(r, records[0], shared)
}

func (h *Hub) tellAll(r *reading, records []string, shared composed) {
	for i, o := range r.parts {
		if o.Type == typeDelete || records[i] != "" {
			h.tell(o, r.role, records[i], shared)
		}
	}
}

// readAs returns the rows as each identity sees them, empty where it does not.
// All statements up to the end of a batch are one transaction, so the role and
// claims set for one hold until they are set for the next.
func (h *Hub) readAs(ctx context.Context, readings ...*reading) ([][]string, error) {
	records := make([][]string, len(readings))
	batch := &pgx.Batch{}
	questions := map[asking]question{}
	for i, r := range readings {
		records[i] = make([]string, len(r.parts))
		if settings := h.as(r.role, r.claims, ""); i == 0 || readings[i-1].role != r.role {
			settings.Queue(batch)
		} else {
			settings.QueueNext(batch, r.claims)
		}
		for part, o := range r.parts {
			if o.Type == typeDelete {
				continue
			}
			key := asking{change: o.change, role: r.role}
			asked, isKnown := questions[key]
			if !isKnown {
				asked = o.table.question(o.table.visible(r.role), o.Key)
				questions[key] = asked
			}
			asked.queue(batch, func(text, role string) error {
				// A row read under another role would be somebody else's view.
				if role != r.role {
					return fmt.Errorf("read as %s instead of %s", role, r.role)
				}
				records[i][part] = text
				return nil
			})
		}
	}
	return records, asEnded(h.pool.SendBatch(ctx, batch).Close())
}

// asking is what one statement reads, for all of a role.
type asking struct {
	*change
	role string
}

// composed is what has been written of changes, for all who see and want the
// same of them.
type composed map[wanting][]byte

// wanting is a row as a role sees it, and the columns that are wanted of it.
type wanting struct {
	asking
	version         version
	record, columns string
}

// tell sends one change to its subscriptions, one message for those of a
// channel that want the same columns. What is sent is composed once for all who
// want the same, and what grows with the listeners is the heads of their frames
// alone.
func (h *Hub) tell(o occurrence, role, record string, shared composed) {
	ids := map[*channel][]int64{}
	for _, sub := range o.subscriptions {
		if sub.columns == nil {
			ids[sub.channel] = append(ids[sub.channel], sub.id)
			continue
		}
		key := wanting{asking: asking{o.change, role}, version: sub.channel.socket.version, record: record, columns: "\x00" + strings.Join(sub.columns, "\x00")}
		sub.channel.sendChange([]int64{sub.id}, h.composeOnce(o, key, sub.columns, shared))
	}
	for ch, those := range ids {
		key := wanting{asking: asking{o.change, role}, version: ch.socket.version, record: record}
		ch.sendChange(those, h.composeOnce(o, key, nil, shared))
	}
}

// composeOnce returns all of a frame that follows the ids; nothing for a role
// that sees no column.
func (h *Hub) composeOnce(o occurrence, key wanting, only []string, shared composed) []byte {
	if known, isKnown := shared[key]; isKnown {
		return known
	}
	var data []byte
	if visible := o.table.visible(key.role); len(visible) > 0 {
		_, end := key.version.encodeTo(message{})
		data = append(append([]byte(`,"data":`), h.compose(o, visible, json.RawMessage(key.record), only)...), "}"+end...)
	}
	shared[key] = data
	return data
}

func (ch *channel) sendChange(ids []int64, data []byte) {
	if len(data) == 0 {
		return
	}
	head, _ := ch.socket.version.encodeTo(message{Topic: ch.topic, Event: eventChanges})
	head = append(append(head, `{"ids":`...), encodeJSON(ids)...)
	ch.socket.send(frame{kind: websocket.MessageText, head: head, data: data})
}

// compose writes a change's data, with only the named columns if any are.
func (h *Hub) compose(o occurrence, visible []column, record json.RawMessage, only []string) json.RawMessage {
	data := changeData{
		Schema: o.Schema, Table: o.Table, CommitTimestamp: o.CommitTimestamp, Type: o.Type,
		Record: orEmpty(record), OldRecord: project(o.OldKey, o.table.keyColumns()),
	}
	if only != nil {
		visible = slices.DeleteFunc(slices.Clone(visible), func(c column) bool {
			return !slices.Contains(only, c.Name)
		})
		data.Record = project(readRow(record), visible)
	}
	for _, c := range visible {
		data.Columns = append(data.Columns, columnType{Name: c.Name, Type: c.Short})
	}
	if len(data.Record) > h.cfg.RecordBytesMax {
		data.Record = project(o.Key, o.table.keyColumns())
		data.Errors = []string{errTooLarge}
	}
	return encodeJSON(data)
}

func readRow(record json.RawMessage) row {
	var values row
	_ = json.Unmarshal(record, &values)
	return values
}

// project returns some columns of a row as JSON.
func project(values row, columns []column) json.RawMessage {
	kept := row{}
	for _, c := range columns {
		if value, ok := values[c.Name]; ok {
			kept[c.Name] = value
		}
	}
	return encodeJSON(kept)
}
