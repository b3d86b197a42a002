// Package message owns what follows when one person writes to another, and what the product itself
// writes in a person's name. The database keeps what has been read and how much is unread.
package message

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/humantext"
	"automacao/internal/market/people/notification"
)

// excerptMax is how much of a message its notification shows, in characters.
const excerptMax = 160

// Draft is a message that is not sent yet.
type Draft struct {
	From, To uuid.UUID
	Content  string
}

// Post sends a message in a person's name and notifies its reader.
func Post(ctx context.Context, tx pgx.Tx, draft Draft) error {
	_, err := tx.Exec(ctx, `INSERT INTO public.messages (from_id, to_id, content) VALUES ($1, $2, $3)`, draft.From, draft.To, draft.Content)
	if err != nil {
		return fmt.Errorf("send a message from %s to %s: %w", draft.From, draft.To, err)
	}
	return announce(ctx, tx, []stored{{FromID: draft.From, ToID: draft.To, Content: draft.Content}})
}

// stored is a message as the database returns it.
type stored struct {
	FromID     uuid.UUID `json:"from_id"`
	ToID       uuid.UUID `json:"to_id"`
	Content    string    `json:"content"`
	FilesCount int       `json:"files_count"`
	Automatic  bool      `json:"automatic"`
}

// Announce handles stored messages, inside the transaction that stored them: it notifies their
// readers. An automatic message is skipped, because its workflow sends its own notification.
func Announce(ctx context.Context, tx pgx.Tx, rows []json.RawMessage) error {
	messages := make([]stored, len(rows))
	for i, row := range rows {
		if err := json.Unmarshal(row, &messages[i]); err != nil {
			return fmt.Errorf("read message: %w", err)
		}
	}
	return announce(ctx, tx, messages)
}

func announce(ctx context.Context, tx pgx.Tx, messages []stored) error {
	names := map[uuid.UUID]string{}
	for _, m := range messages {
		if m.Automatic {
			continue
		}
		if _, ok := names[m.FromID]; !ok {
			var name string
			if err := tx.QueryRow(ctx, `SELECT name FROM public.profiles WHERE id = $1`, m.FromID).Scan(&name); err != nil {
				return fmt.Errorf("look up who wrote: %w", err)
			}
			names[m.FromID] = name
		}
		err := notification.Tell(ctx, tx, m.ToID, notification.News{
			Kind: notification.Message, Title: "Nova mensagem de " + names[m.FromID], Many: "{n} novas mensagens de " + names[m.FromID], Body: excerpt(m),
			SubjectKind: notification.AboutConversation, SubjectID: m.FromID, ActorID: m.FromID, Group: "message:" + m.FromID.String(),
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func excerpt(m stored) string {
	switch {
	case m.Content == "" && m.FilesCount == 1:
		return "Enviou um arquivo."
	case m.Content == "":
		return fmt.Sprintf("Enviou %d arquivos.", m.FilesCount)
	}
	return humantext.Cut(m.Content, excerptMax)
}
