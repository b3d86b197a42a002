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

	"automacao/internal/kernel/background"
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

// read delivers to several identities what each may see, and asks the database about all of them
// together. If that fails, it asks about each separately, because one session that has ended fails
// the others with it.
func (h *Hub) read(ctx context.Context, together []*reading) {
	shared := composed{}
	if len(together) > 1 {
		var records [][]string
		var err error
		survived := background.Survive(h.log, "realtime: read changes", func() { records, err = h.readShared(ctx, together) })
		if survived && err == nil {
			for i, r := range together {
				r.isDone = background.Survive(h.log, "realtime: tell changes", func() { h.deliverAll(r, records[i], shared) })
			}
			return
		}
	}
	for _, r := range together {
		r.isDone = background.Survive(h.log, "realtime: read changes", func() { h.readAlone(ctx, r, shared) })
	}
}

// readAlone delivers to one identity. If the catalog turns out to be outdated, it is read again
// once.
func (h *Hub) readAlone(ctx context.Context, r *reading, shared composed) {
	alone := []*reading{r}
	records, err := h.ask(ctx, h.pool, h.cfg.PreRequest, alone, (*table).rowQuestion)
	if _, ok := errors.AsType[*pgconn.PgError](err); ok {
		h.forgetTables()
		for i := range r.parts {
			if fresh := h.table(ctx, r.parts[i].table.name); fresh != nil {
				r.parts[i].table = fresh
			}
		}
		records, err = h.ask(ctx, h.pool, h.cfg.PreRequest, alone, (*table).rowQuestion)
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
	h.deliverAll(r, records[0], shared)
}

func (h *Hub) deliverAll(r *reading, records []string, shared composed) {
	for i, o := range r.parts {
		if o.Type == typeDelete || records[i] != "" || o.table.trouble(r.role) != "" {
			h.deliverOne(o, r.role, records[i], shared)
		}
	}
}

// readShared returns the rows as each identity sees them, empty where it does not see them. One
// snapshot decides for all identities whether they see a row. The row's content is then read once
// per role, because every identity of a role sees the same columns of it.
func (h *Hub) readShared(ctx context.Context, readings []*reading) ([][]string, error) {
	var records [][]string
	err := pgx.BeginTxFunc(ctx, h.pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead}, func(tx pgx.Tx) error {
		seen, err := h.ask(ctx, tx, h.cfg.PreRequest, readings, (*table).visibilityQuestion)
		if err != nil {
			return err
		}
		rows, err := h.readFirst(ctx, tx, readings, seen)
		for i, r := range readings {
			for part, o := range r.parts {
				if seen[i][part] != "" {
					seen[i][part] = rows[rowOfRole{o.change, r.role}]
				}
			}
		}
		records = seen
		return err
	})
	return records, asSessionEnd(err)
}

// readFirst reads each row that an identity of a role sees, as the first of these identities, whose
// session has been checked by then.
func (h *Hub) readFirst(ctx context.Context, tx pgx.Tx, readings []*reading, seen [][]string) (map[rowOfRole]string, error) {
	rows := map[rowOfRole]string{}
	var firsts []*reading
	for i, r := range readings {
		for part, o := range r.parts {
			key := rowOfRole{o.change, r.role}
			if _, isKnown := rows[key]; isKnown || seen[i][part] == "" {
				continue
			}
			rows[key] = ""
			firsts = append(firsts, &reading{identity: r.identity, parts: []occurrence{o}})
		}
	}
	if len(firsts) == 0 {
		return rows, nil
	}
	records, err := h.ask(ctx, tx, "", firsts, (*table).rowQuestion)
	for i, r := range firsts {
		rows[rowOfRole{r.parts[0].change, r.role}] = records[i][0]
	}
	return rows, err
}

// batches is a pool or a transaction.
type batches interface {
	SendBatch(context.Context, *pgx.Batch) pgx.BatchResults
}

// ask puts a question about each row to the database as each identity, after the session check, and
// returns the answers, empty where the identity sees no row. All statements up to the end of a
// batch are one transaction, so role and claims hold until they are set for the next identity.
func (h *Hub) ask(ctx context.Context, in batches, check string, readings []*reading, about func(*table, string, row) question) ([][]string, error) {
	answers := make([][]string, len(readings))
	batch := &pgx.Batch{}
	questions := map[rowOfRole]question{}
	for i, r := range readings {
		answers[i] = make([]string, len(r.parts))
		settings := h.settings(r.role, r.claims, "")
		settings.Check = check
		if i == 0 || readings[i-1].role != r.role {
			settings.Queue(batch)
		} else {
			settings.QueueNext(batch, r.claims)
		}
		for part, o := range r.parts {
			if o.Type == typeDelete {
				continue
			}
			key := rowOfRole{o.change, r.role}
			asked, isKnown := questions[key]
			if !isKnown {
				asked = about(o.table, r.role, o.Key)
				questions[key] = asked
			}
			asked.queue(batch, func(text, role string) error {
				// A row read under another role would be another user's view.
				if role != r.role {
					return fmt.Errorf("read as %s instead of %s", role, r.role)
				}
				answers[i][part] = text
				return nil
			})
		}
	}
	return answers, asSessionEnd(in.SendBatch(ctx, batch).Close())
}

// rowOfRole is a row as all identities of a role see it.
type rowOfRole struct {
	*change
	role string
}

// composed caches encoded changes, for all identities that see and want the same of them.
type composed map[composedKey][]byte

// composedKey is a row as a role sees it, and the columns that the subscription wants.
type composedKey struct {
	rowOfRole
	version         version
	record, columns string
}

// deliverOne sends one change to its subscriptions, one message for all of a channel's
// subscriptions that want the same columns. The payload is encoded once for all that want the same,
// so only the heads of the frames grow with the number of listeners.
func (h *Hub) deliverOne(o occurrence, role, record string, shared composed) {
	ids := map[*channel][]int64{}
	for _, sub := range o.subscriptions {
		if sub.columns == nil {
			ids[sub.channel] = append(ids[sub.channel], sub.id)
			continue
		}
		key := composedKey{rowOfRole: rowOfRole{o.change, role}, version: sub.channel.socket.version, record: record, columns: "\x00" + strings.Join(sub.columns, "\x00")}
		sub.channel.sendChange([]int64{sub.id}, h.composeCached(o, key, sub.columns, shared))
	}
	for ch, those := range ids {
		key := composedKey{rowOfRole: rowOfRole{o.change, role}, version: ch.socket.version, record: record}
		ch.sendChange(those, h.composeCached(o, key, nil, shared))
	}
}

// composeCached returns the part of a frame after the ids, or nil for a role that sees no column of a
// deleted row.
func (h *Hub) composeCached(o occurrence, key composedKey, only []string, shared composed) []byte {
	if known, isKnown := shared[key]; isKnown {
		return known
	}
	var told json.RawMessage
	visible := o.table.visible(key.role)
	if trouble := o.table.trouble(key.role); trouble != "" && o.Type != typeDelete {
		told = encodeJSON(changeData{
			Schema: o.Schema, Table: o.Table, CommitTimestamp: o.CommitTimestamp, Type: o.Type, Columns: []columnType{},
			Record: orEmpty(nil), OldRecord: orEmpty(nil), Errors: []string{trouble},
		})
	} else if len(visible) > 0 {
		told = h.compose(o, visible, json.RawMessage(key.record), only)
	}
	var data []byte
	if told != nil {
		_, end := key.version.encodeTo(message{})
		data = append(append([]byte(`,"data":`), told...), "}"+end...)
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

// compose encodes a change's data, with only the named columns if any are given.
func (h *Hub) compose(o occurrence, visible []column, record json.RawMessage, only []string) json.RawMessage {
	data := changeData{
		Schema: o.Schema, Table: o.Table, CommitTimestamp: o.CommitTimestamp, Type: o.Type, Record: orEmpty(record),
	}
	if only != nil {
		visible = slices.DeleteFunc(slices.Clone(visible), func(c column) bool {
			return !slices.Contains(only, c.Name) && c.Key == 0
		})
		data.Record = project(readRow(record), visible)
	}
	for _, c := range visible {
		data.Columns = append(data.Columns, columnType{Name: c.Name, Type: c.Short})
	}
	data.OldRecord = project(o.before(), visible)
	if len(data.Record) > h.cfg.RecordBytesMax {
		data.Record = project(short(readRow(record)), visible)
		data.Errors = []string{errTooLarge}
	}
	return encodeJSON(data)
}

// before is what may be told of the row before the change.
func (o *occurrence) before() row {
	if o.Type == typeUpdate && o.Old != nil {
		return o.Old
	}
	return o.revealable()
}
