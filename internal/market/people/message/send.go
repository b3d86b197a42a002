package message

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/files/filename"
	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/kernel/humantext"
	"automacao/internal/market/limits"
	"automacao/internal/market/people/party"
)

// Refusals of a message. A reader who is blocked, has left or never existed gets the same answer.
var (
	ErrEmpty       = fault.New(http.StatusUnprocessableEntity, "message_empty", "Escreva uma mensagem ou anexe um arquivo.")
	ErrTooLong     = fault.New(http.StatusUnprocessableEntity, "message_too_long", "A mensagem é longa demais. Divida-a em duas.")
	ErrUnreachable = fault.New(http.StatusForbidden, "message_unreachable", "Esta pessoa não recebe mensagens.")
	ErrKeyMissing  = fault.New(http.StatusUnprocessableEntity, "message_key_missing", "A mensagem veio sem chave. Recarregue a página.")
	ErrKeyUsed     = fault.New(http.StatusConflict, "message_key_used", "Outra mensagem já foi enviada no lugar desta. Confira a conversa e envie esta de novo.")
	ErrTooMany     = fault.New(http.StatusUnprocessableEntity, "too_many_message_files", limits.Say("Uma mensagem leva até {message_files_max} arquivos."))
	ErrFile        = fault.New(http.StatusUnprocessableEntity, "message_file_unknown", "Um dos arquivos não foi encontrado. Anexe-o de novo.")
	ErrSender      = fault.New(http.StatusForbidden, "message_of_another", "Esta mensagem foi escrita em outra conta.")
	ErrFileName    = fault.New(http.StatusUnprocessableEntity, "message_file_name_wrong", "Dê ao arquivo um nome de até 255 caracteres.")
)

// Outgoing is a message as its sender gives it. `client_id` is the sender's idempotency key: a
// message is stored once under it, however often it is sent. `from_id` is who wrote it, so that a
// message queued offline is not sent by somebody who has signed in since.
type Outgoing struct {
	ClientID uuid.UUID `json:"client_id"`
	FromID   uuid.UUID `json:"from_id,omitzero"`
	ToID     uuid.UUID `json:"to_id"`
	Content  string    `json:"content"`
	PartyID  uuid.UUID `json:"party_id,omitzero"`
	QuotesID uuid.UUID `json:"quotes_id,omitzero"`
	Files    []File    `json:"files,omitempty"`
}

// File is an object of the bucket messages that the sender stored, and the name shown to people.
type File struct {
	Path string `json:"path"`
	Name string `json:"name"`
}

// Sent is a stored message.
type Sent struct {
	ID        uuid.UUID `json:"id"`
	Timestamp time.Time `json:"timestamp"`
}

// Send stores a message of the caller with its files and notifies its reader. If the same message
// is already stored under the caller's key, Send returns that one. A different message under that
// key is refused.
func Send(ctx context.Context, tx pgx.Tx, out Outgoing) (Sent, error) {
	if err := out.read(); err != nil {
		return Sent{}, err
	}
	me := caller.From(ctx).UserID
	if out.FromID != uuid.Nil && out.FromID != me {
		return Sent{}, ErrSender
	}
	if sent, isThere, err := find(ctx, tx, out); err != nil || isThere {
		return sent, err
	}
	if err := permit(ctx, tx, out); err != nil {
		return Sent{}, err
	}
	var sent Sent
	err := tx.QueryRow(ctx, `
		INSERT INTO public.messages (client_id, from_id, to_id, content, party_id, quotes_id, files_count)
		VALUES ($1, $2, $3, $4, nullif($5::uuid, $8::uuid), nullif($6::uuid, $8::uuid), $7)
		ON CONFLICT (from_id, client_id) WHERE client_id IS NOT NULL DO NOTHING RETURNING id, timestamp`,
		out.ClientID, me, out.ToID, out.Content, out.PartyID, out.QuotesID, len(out.Files), uuid.Nil).Scan(&sent.ID, &sent.Timestamp)
	if errors.Is(err, pgx.ErrNoRows) {
		// The same message was stored concurrently.
		sent, _, err = find(ctx, tx, out)
		return sent, err
	}
	if err != nil {
		return Sent{}, fmt.Errorf("write a message: %w", err)
	}
	if err := attach(ctx, tx, sent.ID, out.Files); err != nil {
		return Sent{}, err
	}
	return sent, announce(ctx, tx, []stored{{FromID: me, ToID: out.ToID, Content: out.Content, FilesCount: len(out.Files)}})
}

// read normalises a message, or refuses it.
func (out *Outgoing) read() error {
	var err error
	if out.Content, err = humantext.ReadParagraphs(out.Content); err != nil {
		return err
	}
	if out.Content == "" && len(out.Files) == 0 {
		return ErrEmpty
	}
	switch {
	case out.ClientID == uuid.Nil:
		return ErrKeyMissing
	case utf8.RuneCountInString(out.Content) > limits.MessagesContent:
		return ErrTooLong
	case len(out.Files) > limits.MessageFilesMax:
		return ErrTooMany
	}
	for i := range out.Files {
		name := humantext.Clean(out.Files[i].Name)
		if name == "" || utf8.RuneCountInString(name) > limits.MessageFilesName {
			return ErrFileName
		}
		out.Files[i].Name = name
	}
	return nil
}

// find returns the message that the caller stored under a key, and ErrKeyUsed if it differs.
func find(ctx context.Context, tx pgx.Tx, out Outgoing) (sent Sent, isThere bool, err error) {
	paths, names := make([]string, len(out.Files)), make([]string, len(out.Files))
	for i, f := range out.Files {
		paths[i], names[i] = f.Path, f.Name
	}
	var isSame bool
	err = tx.QueryRow(ctx, `
		SELECT id, timestamp, (to_id, content, coalesce(party_id, $8), coalesce(quotes_id, $8)) = ($3, $4, $5, $6) AND files_count = cardinality($7::text[])
		  AND NOT EXISTS (SELECT FROM unnest($7::text[], $9::text[]) AS f (path, name) WHERE NOT EXISTS (
		    SELECT FROM public.message_files stored WHERE stored.message_id = messages.id AND stored.path = f.path AND stored.name = f.name))
		FROM public.messages WHERE from_id = $1 AND client_id = $2`,
		caller.From(ctx).UserID, out.ClientID, out.ToID, out.Content, out.PartyID, out.QuotesID, paths, uuid.Nil, names).Scan(&sent.ID, &sent.Timestamp, &isSame)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return Sent{}, false, nil
	case err != nil:
		return Sent{}, false, fmt.Errorf("look for message %s: %w", out.ClientID, err)
	case !isSame:
		return Sent{}, true, ErrKeyUsed
	}
	return sent, true, nil
}

// permit checks what the row-level security policy on messages checks for plain writes: that both
// people can be reached, and that the sender acts for the party.
func permit(ctx context.Context, tx pgx.Tx, out Outgoing) error {
	me := caller.From(ctx).UserID
	var reachable bool
	err := tx.QueryRow(ctx, `SELECT $1::uuid <> $2::uuid AND private.is_reachable($1) AND private.is_reachable($2)`, me, out.ToID).Scan(&reachable)
	if err != nil {
		return fmt.Errorf("ask whether %s is reachable: %w", out.ToID, err)
	}
	if !reachable {
		return ErrUnreachable
	}
	if out.PartyID == uuid.Nil {
		return nil
	}
	acts, err := party.ActsFor(ctx, tx, out.PartyID, party.Read)
	if err == nil && !acts {
		return party.ErrRight
	}
	return err
}

// attach makes stored files part of a message. Each must be the caller's own and belong to no other
// message. The update also keeps the sweep of unsent files from deleting them.
func attach(ctx context.Context, tx pgx.Tx, messageID uuid.UUID, files []File) error {
	for i, f := range files {
		var mediaType string
		err := tx.QueryRow(ctx, `
			WITH touched AS (
			  UPDATE storage.objects SET updated_at = now()
			  WHERE bucket_id = 'messages' AND name = $3 AND owner = $5 RETURNING name, size_bytes, metadata)
			INSERT INTO public.message_files (message_id, position, name, media_type, bytes, path)
			SELECT $1, $2, $4, coalesce(metadata ->> 'mimetype', 'application/octet-stream'), size_bytes, name FROM touched
			ON CONFLICT (path) DO NOTHING RETURNING media_type`, messageID, i, f.Path, f.Name, caller.From(ctx).UserID).Scan(&mediaType)
		if errors.Is(err, pgx.ErrNoRows) {
			return ErrFile
		}
		if err != nil {
			return fmt.Errorf("attach a file to message %s: %w", messageID, err)
		}
		if err := filename.Agrees(f.Name, mediaType); err != nil {
			return err
		}
	}
	return nil
}
