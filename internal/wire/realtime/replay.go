package realtime

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// These limit what is replayed to one channel.
const (
	replayDefault = 10
	replayMax     = 25
)

// kept is which earlier messages a channel asked for, and which it has been sent. Between its join
// and the replay it may receive the same message live.
type kept struct {
	since time.Time
	most  int

	mu    sync.Mutex
	heard map[uuid.UUID]bool
}

// replay parses config.broadcast.replay; nil for a channel that asks for no earlier messages.
func (r joinRequest) replay() (*kept, *refusal) {
	raw := r.Config.Broadcast.Replay
	if !present(raw) {
		return nil, nil
	}
	if !r.Config.Private {
		return nil, &refusal{unableToReplay, "Replay is not allowed for public channels"}
	}
	var asked struct {
		Since int64 `json:"since"`
		Limit *int  `json:"limit"`
	}
	if json.Unmarshal(raw, &asked) != nil || asked.Since < 0 {
		return nil, &refusal{unableToReplay, "Replay params are not valid"}
	}
	most := replayDefault
	if asked.Limit != nil {
		most = max(1, min(*asked.Limit, replayMax))
	}
	return &kept{since: time.UnixMilli(asked.Since), most: most, heard: map[uuid.UUID]bool{}}, nil
}

const unableToReplay = "UnableToReplayMessages"

// isNew reports whether the channel has not been sent a message yet, and marks it as sent.
func (k *kept) isNew(id uuid.UUID) bool {
	if k == nil || id == uuid.Nil {
		return true
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	isNew := !k.heard[id]
	// A message that arrives long after the join cannot be part of the replay.
	if len(k.heard) < 8*replayMax {
		k.heard[id] = true
	}
	return isNew
}

// selectStored selects the newest stored messages of a topic, as many as fit into one socket's
// queue, in the order in which they were sent.
const selectStored = `
SELECT id, event, payload, binary_payload FROM (
  SELECT id, event, payload, binary_payload, inserted_at,
         sum(octet_length(payload::text)) OVER newest + coalesce(sum(octet_length(binary_payload)) OVER newest, 0) AS bytes
    FROM (SELECT * FROM realtime.messages
           WHERE topic = $1 AND private AND extension = 'broadcast' AND event IS NOT NULL AND inserted_at >= $2
           ORDER BY inserted_at DESC LIMIT $3) recent
  WINDOW newest AS (ORDER BY inserted_at DESC, id)) counted
WHERE coalesce(bytes, 0) <= $4 ORDER BY inserted_at, id DESC`

// readReplay reads the messages to replay to an attached channel.
func (h *Hub) readReplay(ctx context.Context, ch *channel) ([]envelope, *refusal) {
	if ch.kept == nil {
		return nil, nil
	}
	if !ch.grant.Load().readBroadcast {
		denied := h.refusal(errUnreadable, ch.name)
		return nil, &denied
	}
	ctx, cancel := context.WithTimeout(ctx, databaseTimeout)
	defer cancel()
	rows, err := h.pool.Query(ctx, selectStored, ch.name, ch.kept.since, ch.kept.most, h.cfg.QueueBytesMax/2)
	var said []envelope
	if err == nil {
		said, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (envelope, error) {
			env := envelope{Kind: kindBroadcast, Topic: ch.name, Private: true, replayed: true}
			err := row.Scan(&env.ID, &env.Event, &env.Payload, &env.Binary)
			return env, err
		})
	}
	if err != nil {
		h.log.Error("realtime: read stored messages", "error", err)
		return nil, &refusal{unableToReplay, "Realtime was unable to replay messages"}
	}
	return said, nil
}

func (ch *channel) replay(said []envelope) {
	for _, env := range said {
		if !ch.kept.isNew(env.ID) {
			continue
		}
		if encoded := encodeBroadcast(ch.socket.version, env); encoded.data != nil {
			ch.socket.send(encoded)
		}
	}
}

// deleteOldStored deletes stored messages that are too old or exceed the maximum number.
func (h *Hub) deleteOldStored(ctx context.Context) error {
	_, err := h.pool.Exec(ctx, `
		DELETE FROM realtime.messages WHERE event IS NOT NULL AND (inserted_at < now() - $1::interval
		  OR inserted_at < (SELECT inserted_at FROM realtime.messages WHERE event IS NOT NULL ORDER BY inserted_at DESC OFFSET $2 LIMIT 1))`,
		h.cfg.KeptFor, h.cfg.KeptMax-1)
	return err
}
