// Package message owns what follows when one person writes to another, and what the product itself
// writes in a person's name. The database keeps what has been read and how much is unread.
package message

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/humantext"
	"automacao/internal/market/people/notification"
	"automacao/internal/market/people/party"
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
			name, err := party.Name(ctx, tx, m.FromID)
			if err != nil {
				return err
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

// Automatic is what the product writes from one party to another. Names is the profile that the
// content mentions by name, uuid.Nil for none, so that the name can be removed when its owner
// leaves. IsHidden hides the message from its sender, to whom it would reveal a confidential
// company. SubjectKind and SubjectID are what it is about, a contract or a project, as for a
// notification.
type Automatic struct {
	FromParty, ToParty uuid.UUID
	Content            string
	Names              uuid.UUID
	IsHidden           bool
	SubjectKind        string
	SubjectID          uuid.UUID
}

// SendAutomatic writes to the contact of a party, in the name of the caller if they act for the
// sending party, and otherwise of that party's contact. Nothing is sent if sender and reader are
// the same person or the reader has left. No notification follows, because the workflow that writes
// sends its own.
func SendAutomatic(ctx context.Context, tx pgx.Tx, message Automatic) error {
	from, err := speaker(ctx, tx, message.FromParty)
	if err != nil {
		return err
	}
	to, err := party.Contact(ctx, tx, message.ToParty)
	if err != nil || from == to {
		return err
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO public.messages (from_id, to_id, party_id, content, automatic, sender_visible, actor_id, actor_name, subject_kind, subject_id)
		SELECT $1, reader.id, nullif($6::uuid, $1::uuid), $3, true, $4, named.id, named.name, nullif($7, ''), nullif($8::uuid, $9::uuid)
		FROM public.profiles reader LEFT JOIN public.profiles named ON named.id = $5
		WHERE reader.id = $2 AND reader.removed_at IS NULL`,
		from, to, message.Content, !message.IsHidden, message.Names, message.FromParty, message.SubjectKind, message.SubjectID, uuid.Nil)
	if err != nil {
		return fmt.Errorf("write from party %s to %s: %w", message.FromParty, message.ToParty, err)
	}
	if message.IsHidden {
		return nil
	}
	return addressTo(ctx, tx, from, to, message.ToParty)
}

// addressTo notes in the sender's conversation for which party its reader reads, before the reader
// has replied.
func addressTo(ctx context.Context, tx pgx.Tx, from, to, partyID uuid.UUID) error {
	_, err := tx.Exec(ctx, `
		UPDATE public.conversations SET partner_party_id = nullif($3::uuid, $2::uuid) WHERE owner_id = $1::uuid AND partner_id = $2::uuid`, from, to, partyID)
	if err != nil {
		return fmt.Errorf("note that %s reads for party %s: %w", to, partyID, err)
	}
	return nil
}

// speaker returns who writes for a party.
func speaker(ctx context.Context, tx pgx.Tx, partyID uuid.UUID) (uuid.UUID, error) {
	who := caller.From(ctx).UserID
	acts, err := party.ActsFor(ctx, tx, partyID, party.Read)
	if err != nil {
		return uuid.Nil, err
	}
	if acts {
		return who, nil
	}
	return party.Contact(ctx, tx, partyID)
}
