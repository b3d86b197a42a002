package project

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/documents/iolist"
	"automacao/internal/files/tempfile"
	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/market/deal"
	"automacao/internal/market/deal/attachment"
	"automacao/internal/market/limits"
	"automacao/internal/postgres/become"
)

// Refusals of an I/O list.
var (
	ErrListNotFound = fault.New(http.StatusNotFound, "io_list_not_found", "O arquivo da lista não foi encontrado. Envie-o de novo.")
	ErrListSame     = fault.New(http.StatusConflict, "io_list_same", "Esta lista é igual à que o projeto já tem.")
	ErrListReplaced = fault.New(http.StatusConflict, "io_list_replaced", "Outra pessoa acabou de trocar a lista deste projeto. Confira a lista nova antes de anexar a sua.")
	ErrTooManyLists = fault.New(http.StatusConflict, "too_many_io_lists", limits.Say("Um projeto recebe até {project_lists_max} listas de I/O."))
)

// IOListPath names a stored file of the bucket projects.
type IOListPath struct {
	Path string `json:"path"`
}

// IOListRead is what a file holds: how many signals, of each kind, and how many inputs and outputs
// of none of the kinds. Errors are the first of errors_count, by the row of the file.
type IOListRead struct {
	Rows        int                 `json:"rows"`
	ByKind      map[iolist.Kind]int `json:"by_kind"`
	Errors      []iolist.RowError   `json:"errors"`
	Format      iolist.Format       `json:"format"`
	ErrorsCount int                 `json:"errors_count"`
	Others      int                 `json:"others"`
}

// ReadIOList reads a stored file as an I/O list and keeps nothing. Whoever may read the file may:
// who uploaded it, and the readers of a file that a project has.
func ReadIOList(open attachment.Open) func(context.Context, pgx.Tx, IOListPath) (IOListRead, error) {
	return func(ctx context.Context, tx pgx.Tx, in IOListPath) (IOListRead, error) {
		before, err := readable(ctx, tx, in.Path)
		if err != nil {
			return IOListRead{}, err
		}
		found, unread := before.read(ctx, open)
		now, err := readable(ctx, tx, in.Path)
		switch {
		case err != nil:
			return IOListRead{}, err
		case now != before:
			return IOListRead{}, ErrListNotFound
		case unread != nil:
			return IOListRead{}, unread
		}
		list := found.list
		return IOListRead{
			Rows: len(list.Signals), ByKind: countsOf(list), Errors: append([]iolist.RowError{}, list.Errors...),
			Format: list.Format, ErrorsCount: list.ErrorsCount, Others: list.Others,
		}, nil
	}
}

// object is a stored file of the bucket projects. The zero object is none.
type object struct {
	path    string
	version uuid.UUID
	bytes   int64
}

// readable returns a file that the policies let the caller read, or ErrListNotFound.
func readable(ctx context.Context, tx pgx.Tx, path string) (object, error) {
	found, who := object{path: path}, caller.From(ctx)
	err := deal.Beforehand(ctx, tx, func(tx pgx.Tx) error {
		if err := (become.Settings{Role: who.Role, Claims: string(who.Claims)}).Enter(ctx, tx); err != nil {
			return err
		}
		return tx.QueryRow(ctx, `SELECT version, size_bytes FROM storage.objects WHERE bucket_id = 'projects' AND name = $1`, path).Scan(&found.version, &found.bytes)
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return object{}, ErrListNotFound
	}
	if err != nil {
		return object{}, fmt.Errorf("look up a file of a project: %w", err)
	}
	return found, nil
}

// content is what was read of a file. The zero content is that of no file.
type content struct {
	list   iolist.List
	sha256 string
}

// read reads the file from the store as a list.
func (o object) read(ctx context.Context, open attachment.Open) (_ content, err error) {
	stored, err := open(ctx, o.version)
	if err != nil {
		return content{}, fmt.Errorf("open version %s: %w", o.version, err)
	}
	defer func() { err = errors.Join(err, stored.Close()) }()
	copied, err := tempfile.New(o.bytes)
	if err != nil {
		return content{}, fmt.Errorf("copy version %s: %w", o.version, err)
	}
	defer copied.Close()
	sum := sha256.New()
	if _, err := io.Copy(io.MultiWriter(copied, sum), stored); err != nil {
		return content{}, fmt.Errorf("read version %s: %w", o.version, err)
	}
	list, err := iolist.Read(ctx, path.Base(o.path), copied.Reader(), copied.Size())
	if err != nil {
		return content{}, fmt.Errorf("read the list in version %s: %w", o.version, err)
	}
	return content{list, hex.EncodeToString(sum.Sum(nil))}, nil
}

// countsOf counts the signals of a list by kind, also the kinds that it does not have.
func countsOf(list iolist.List) map[iolist.Kind]int {
	counts, found := map[iolist.Kind]int{}, list.ByKind()
	for _, kind := range iolist.Kinds {
		counts[kind] = found[kind]
	}
	return counts
}
