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

// read delivers to one identity what it may see. A catalog that turns out to
// be outdated is read again once.
func (h *Hub) read(ctx context.Context, r *reading) {
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
	for i, o := range r.parts {
		if o.Type == typeDelete || records[i] != nil {
			h.tell(o, o.table.visible(r.role), records[i])
		}
	}
}

// readAs returns the rows as one identity sees them, nil where it does not.
// All statements up to the end of a batch are one transaction, so the role set
// by the first holds for the rest.
func (h *Hub) readAs(ctx context.Context, r *reading) ([]json.RawMessage, error) {
	records := make([]json.RawMessage, len(r.parts))
	batch := &pgx.Batch{}
	h.as(r.role, r.claims, "").Queue(batch)
	for i, o := range r.parts {
		columns := o.table.visible(r.role)
		if o.Type == typeDelete || len(columns) == 0 {
			continue
		}
		queueRow(batch, o.table, columns, o.Key, func(text, role string) error {
			// A row read under another role would be somebody else's view.
			if role != r.role {
				return fmt.Errorf("read as %s instead of %s", role, r.role)
			}
			records[i] = json.RawMessage(text)
			return nil
		})
	}
	return records, asEnded(h.pool.SendBatch(ctx, batch).Close())
}

// tell sends one change to its subscriptions, one message for those of a
// channel that want the same columns. What is sent is composed once for all who
// want the same, and what grows with the listeners is their frames alone.
func (h *Hub) tell(o occurrence, visible []column, record json.RawMessage) {
	if len(visible) == 0 {
		return
	}
	narrow := map[string]json.RawMessage{}
	ids := map[*channel][]int64{}
	for _, sub := range o.subscriptions {
		if sub.columns == nil {
			ids[sub.channel] = append(ids[sub.channel], sub.id)
			continue
		}
		wanted := strings.Join(sub.columns, "\x00")
		if narrow[wanted] == nil {
			narrow[wanted] = h.compose(o, visible, record, sub.columns)
		}
		sub.channel.sendChange([]int64{sub.id}, narrow[wanted])
	}
	if len(ids) == 0 {
		return
	}
	whole := h.compose(o, visible, record, nil)
	for ch, those := range ids {
		ch.sendChange(those, whole)
	}
}

func (ch *channel) sendChange(ids []int64, data json.RawMessage) {
	payload := make(json.RawMessage, 0, len(data)+20*len(ids)+20)
	payload = append(append(payload, `{"ids":`...), encodeJSON(ids)...)
	payload = append(append(payload, `,"data":`...), data...)
	ch.socket.sendMessage(message{Topic: ch.topic, Event: eventChanges, Payload: append(payload, '}')})
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
