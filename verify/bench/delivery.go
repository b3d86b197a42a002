package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"
	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/client"
)

// deliveryMax bounds the wait for one change.
const deliveryMax = 10 * time.Second

// deliveries measure the time from sending a message through the driver until a listener receives
// it: through our websocket, where the row is read again with the listener's rights, and through
// LISTEN on a bare connection. The time beyond the write alone is the delivery after the commit.
func (b *bareServer) deliveries(ctx context.Context) (ways []way, done func(), err error) {
	socket, err := listen(ctx, b.professional)
	if err != nil {
		return nil, nil, err
	}
	bare, err := pgx.Connect(ctx, b.stage.db.URL())
	if err == nil {
		_, err = bare.Exec(ctx, "LISTEN realtime_changes")
	}
	if err != nil {
		return nil, nil, errors.Join(err, socket.CloseNow())
	}
	ways = []way{
		{"our websocket", func() error {
			id, err := b.writeAndSay(ctx, b.message(b.professional.UserID))
			if err != nil {
				return err
			}
			return hear(ctx, socket, id)
		}},
		{"LISTEN by the driver", func() error {
			id, err := b.writeAndSay(ctx, b.message(b.other))
			if err != nil {
				return err
			}
			return awaitNotification(ctx, bare, id)
		}},
		{"the write alone", func() error {
			_, err := b.writeAndSay(ctx, b.message(b.other))
			return err
		}},
	}
	return ways, func() { _ = errors.Join(socket.CloseNow(), bare.Close(ctx)) }, nil
}

func awaitNotification(ctx context.Context, conn *pgx.Conn, id string) error {
	bounded, cancel := context.WithTimeout(ctx, deliveryMax)
	defer cancel()
	for {
		heard, err := conn.WaitForNotification(bounded)
		if err != nil {
			return err
		}
		if strings.Contains(heard.Payload, id) {
			return nil
		}
	}
}

// listen subscribes to the messages that a member receives, as the web application does.
func listen(ctx context.Context, c *client.Client) (*websocket.Conn, error) {
	address := strings.Replace(c.URL, "http", "ws", 1) + "/realtime/v1/websocket?vsn=1.0.0&apikey=" + c.AnonKey
	socket, _, err := websocket.Dial(ctx, address, nil)
	if err != nil {
		return nil, err
	}
	socket.SetReadLimit(1 << 20)
	err = wsjson.Write(ctx, socket, map[string]any{"topic": "realtime:bench", "event": "phx_join", "ref": "1", "join_ref": "1", "payload": map[string]any{
		"access_token": c.Token,
		"config": map[string]any{"postgres_changes": []map[string]any{
			{"event": "INSERT", "schema": "public", "table": "messages", "filter": "to_id=eq." + c.UserID.String()}}},
	}})
	if err == nil {
		err = hear(ctx, socket, "Subscribed to PostgreSQL")
	}
	if err != nil {
		return nil, errors.Join(err, socket.CloseNow())
	}
	return socket, nil
}

// hear reads until a frame contains the text.
func hear(ctx context.Context, socket *websocket.Conn, text string) error {
	bounded, cancel := context.WithTimeout(ctx, deliveryMax)
	defer cancel()
	for {
		var frame json.RawMessage
		if err := wsjson.Read(bounded, socket, &frame); err != nil {
			return fmt.Errorf("wait for %q: %w", text, err)
		}
		if strings.Contains(string(frame), text) {
			return nil
		}
	}
}
