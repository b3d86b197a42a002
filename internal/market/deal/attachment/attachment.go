// Package attachment owns the purpose of each file of a contract. It reads what was stored, keeps
// its SHA-256, and counts the versions of a name. The database decides who may read a file.
package attachment

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/files/filename"
	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/kernel/humantext"
	"automacao/internal/market/deal"
	"automacao/internal/market/limits"
)

// Refusals of a file.
var (
	ErrPurpose  = fault.New(http.StatusUnprocessableEntity, "file_purpose_wrong", "Diga para que serve o arquivo: entrega, comprovante, evidência, nota fiscal ou item da lista de aceite.")
	ErrPlace    = fault.New(http.StatusUnprocessableEntity, "file_place_wrong", "Diga de que marco ou de que item da lista é o arquivo.")
	ErrName     = fault.New(http.StatusUnprocessableEntity, "file_name_wrong", "Dê ao arquivo um nome de até 255 caracteres.")
	ErrUnknown  = fault.New(http.StatusUnprocessableEntity, "file_unknown", "O arquivo não foi encontrado. Envie-o de novo.")
	ErrAttached = fault.New(http.StatusConflict, "file_attached", "Este arquivo já faz parte do contrato.")
	ErrTooMany  = fault.New(http.StatusConflict, "too_many_files", limits.Say("Você já anexou {deal_files_max} arquivos a este contrato."))
	ErrOver     = fault.New(http.StatusConflict, "file_after_the_end", "Este marco já terminou ou está em disputa: nada mais se anexa à entrega.")
)

// Open returns the stored bytes of a version of an object. The caller closes the reader.
type Open func(ctx context.Context, version uuid.UUID) (io.ReadCloser, error)

// File is a stored file of the bucket deals, and its purpose. `name` is shown to people; if it is
// empty, the last part of the path is used.
type File struct {
	ContractID      uuid.UUID `json:"contract_id"`
	MilestoneID     uuid.UUID `json:"milestone_id,omitzero"`
	ChecklistItemID uuid.UUID `json:"checklist_item_id,omitzero"`
	Purpose         string    `json:"purpose"`
	Path            string    `json:"path"`
	Name            string    `json:"name,omitempty"`
}

// Attached is a file as the contract lists it.
type Attached struct {
	ID        uuid.UUID `json:"id"`
	Name      string    `json:"name"`
	Version   int       `json:"version"`
	SHA256    string    `json:"sha256"`
	Bytes     int64     `json:"bytes"`
	MediaType string    `json:"media_type"`
	CreatedAt time.Time `json:"created_at"`
}

// Attach makes a file that the caller stored part of a contract. Its purpose decides who may do so.
// The file is read before the contract is locked, so that a slow object store keeps no other step
// waiting for a lock. A file that was replaced or deleted while it was read is refused with ErrUnknown.
func Attach(open Open) func(context.Context, pgx.Tx, File) (Attached, error) {
	return func(ctx context.Context, tx pgx.Tx, in File) (Attached, error) {
		if err := in.read(); err != nil {
			return Attached{}, err
		}
		var before object
		err := deal.Beforehand(ctx, tx, func(tx pgx.Tx) (err error) {
			unlocked := in // permit sets the milestone of what it locks
			before, err = permitted(ctx, tx, &unlocked)
			return err
		})
		if err != nil {
			return Attached{}, err
		}
		digest, bytes, unread := hash(ctx, open, before.version)
		now, err := permitted(ctx, tx, &in)
		if err != nil {
			return Attached{}, err
		}
		if now != before {
			return Attached{}, ErrUnknown
		}
		if unread != nil {
			return Attached{}, unread
		}
		return insert(ctx, tx, in, now.mediaType, digest, bytes)
	}
}

// permitted locks the contract and returns the file, if the caller may attach it and it is not yet.
func permitted(ctx context.Context, tx pgx.Tx, f *File) (object, error) {
	c, err := permit(ctx, tx, f)
	if err != nil {
		return object{}, err
	}
	stored, err := find(ctx, tx, c, f.Path)
	if err != nil {
		return object{}, err
	}
	if err := filename.Agrees(f.Name, stored.mediaType); err != nil {
		return object{}, err
	}
	return stored, hasRoom(ctx, tx, f)
}

// hasRoom refuses a file that is attached already, and one too many. The limit applies to each person
// separately, so that one side cannot keep the other from delivering.
func hasRoom(ctx context.Context, tx pgx.Tx, f *File) error {
	var count int
	var isAttached bool
	err := tx.QueryRow(ctx, `
		SELECT (SELECT count(*) FROM public.deal_files WHERE contract_id = $1 AND uploaded_by = $2), EXISTS (SELECT FROM public.deal_files WHERE path = $3)`,
		f.ContractID, caller.From(ctx).UserID, f.Path).Scan(&count, &isAttached)
	switch {
	case err != nil:
		return fmt.Errorf("count the files of contract %s: %w", f.ContractID, err)
	case count >= limits.DealFilesMax:
		return ErrTooMany
	case isAttached:
		return ErrAttached
	}
	return nil
}

// uploaded matches the prefix that an upload puts before a file's name, so that two files of the
// same name do not collide.
var uploaded = regexp.MustCompile(`^(?:[0-9a-f]{16}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-`)

// read sets the file's name, and refuses a bad name, purpose or place.
func (f *File) read() error {
	if f.Name = humantext.Clean(f.Name); f.Name == "" {
		f.Name = uploaded.ReplaceAllString(f.Path[strings.LastIndex(f.Path, "/")+1:], "")
	}
	if f.Name == "" || utf8.RuneCountInString(f.Name) > limits.DealFilesName {
		return ErrName
	}
	if _, isKnown := purposes[f.Purpose]; !isKnown {
		return ErrPurpose
	}
	if (f.Purpose == "checklist") != (f.ChecklistItemID != uuid.Nil) || f.Purpose == "delivery" && f.MilestoneID == uuid.Nil {
		return ErrPlace
	}
	return nil
}

// object is a file in the object store.
type object struct {
	version   uuid.UUID
	mediaType string
}

// find returns the file that the caller stored at a path in the contract's folder, or ErrUnknown.
func find(ctx context.Context, tx pgx.Tx, c deal.Contract, path string) (found object, err error) {
	err = tx.QueryRow(ctx, `
		SELECT version, coalesce(metadata ->> 'mimetype', 'application/octet-stream') FROM storage.objects
		WHERE bucket_id = 'deals' AND name = $1 AND owner = $2 AND private.contract_of_file(bucket_id, name) = $3`,
		path, caller.From(ctx).UserID, c.ID).Scan(&found.version, &found.mediaType)
	if errors.Is(err, pgx.ErrNoRows) {
		return object{}, ErrUnknown
	}
	if err != nil {
		return object{}, fmt.Errorf("look up file of contract %s: %w", c.ID, err)
	}
	return found, nil
}

func hash(ctx context.Context, open Open, version uuid.UUID) (digest string, bytes int64, err error) {
	content, err := open(ctx, version)
	if err != nil {
		return "", 0, fmt.Errorf("open version %s: %w", version, err)
	}
	defer func() { err = errors.Join(err, content.Close()) }()
	sum := sha256.New()
	if bytes, err = io.Copy(sum, content); err != nil {
		return "", 0, fmt.Errorf("read version %s: %w", version, err)
	}
	return hex.EncodeToString(sum.Sum(nil)), bytes, nil
}

// insert adds a file to a locked contract, as the next version of its name.
func insert(ctx context.Context, tx pgx.Tx, f File, mediaType, digest string, bytes int64) (Attached, error) {
	made := Attached{Name: f.Name, SHA256: digest, Bytes: bytes, MediaType: mediaType}
	err := tx.QueryRow(ctx, `
		INSERT INTO public.deal_files (contract_id, milestone_id, checklist_item_id, purpose, name, media_type, bytes, sha256, version, uploaded_by, path, created_at)
		SELECT $1, m.id, i.id, $4, $5, $6, $7, $8, (SELECT coalesce(max(version), 0) + 1 FROM public.deal_files f
		  WHERE f.contract_id = $1 AND f.purpose = $4 AND f.name = $5 AND f.milestone_id IS NOT DISTINCT FROM m.id AND f.checklist_item_id IS NOT DISTINCT FROM i.id), $9, $10, coalesce($12, now())
		FROM (SELECT nullif($2::uuid, $11::uuid) AS id) AS m, (SELECT nullif($3::uuid, $11::uuid) AS id) AS i
		ON CONFLICT (path) DO NOTHING RETURNING id, version, created_at`,
		f.ContractID, f.MilestoneID, f.ChecklistItemID, f.Purpose, f.Name, mediaType, bytes, digest, caller.From(ctx).UserID, f.Path, uuid.Nil, deal.DateOf(ctx)).
		Scan(&made.ID, &made.Version, &made.CreatedAt)
	if errors.Is(err, pgx.ErrNoRows) {
		return Attached{}, ErrAttached
	}
	if err != nil {
		return Attached{}, fmt.Errorf("attach a file to contract %s: %w", f.ContractID, err)
	}
	return made, nil
}
