package project

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/documents/iolist"
	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/market/deal"
	"automacao/internal/market/deal/attachment"
	"automacao/internal/market/limits"
	"automacao/internal/market/people/notification"
	"automacao/internal/market/transition"
)

// IOListFile is the file that becomes the I/O list of a project: one that the caller stored in the
// project's folder of the bucket projects, or one that the project already has.
type IOListFile struct {
	ProjectID uuid.UUID `json:"project_id"`
	File
}

// IOListChanges is how many signals of each kind a list added and removed.
type IOListChanges struct {
	Added   map[iolist.Kind]int `json:"added"`
	Removed map[iolist.Kind]int `json:"removed"`
}

// IOListAttached is a version of a project's I/O list. Changes is empty if there was no list to
// compare it with.
type IOListAttached struct {
	ID      uuid.UUID           `json:"id"`
	Number  int                 `json:"number"`
	Rows    int                 `json:"rows"`
	ByKind  map[iolist.Kind]int `json:"by_kind"`
	Changes *IOListChanges      `json:"changes"`
}

// AttachIOList makes a file the I/O list of an open project, in the place of its earlier list, and
// tells those with a live proposal who may read it what changed. Only the project's company may. The
// lists are read before the project is locked, so that a slow object store keeps nobody waiting.
func AttachIOList(open attachment.Open) func(context.Context, pgx.Tx, IOListFile) (IOListAttached, error) {
	return func(ctx context.Context, tx pgx.Tx, in IOListFile) (IOListAttached, error) {
		list := newList{files: Files{ProjectID: in.ProjectID, Files: []File{in.File}}}
		if err := list.files.check(); err != nil {
			return IOListAttached{}, err
		}
		var before places
		err := deal.Beforehand(ctx, tx, func(tx pgx.Tx) (err error) {
			before, err = list.permit(ctx, tx)
			return err
		})
		if err != nil {
			return IOListAttached{}, err
		}
		unread := list.read(ctx, open, before)
		now, err := list.permit(ctx, tx)
		switch {
		case err != nil:
			return IOListAttached{}, err
		case now.latest.file != (object{}) && now.latest.sha256 == list.content.sha256:
			return IOListAttached{}, ErrListSame
		case now.latest != before.latest:
			return IOListAttached{}, ErrListReplaced
		case now != before:
			return IOListAttached{}, ErrFileUnknown
		case unread != nil:
			return IOListAttached{}, unread
		}
		made, err := list.put(ctx, tx, now.latest)
		if err != nil {
			return IOListAttached{}, err
		}
		return made, list.tell(ctx, tx, made, now.latest)
	}
}

// texts returns the counts and the changes as JSON.
func (a IOListAttached) texts() (counts, changes string, err error) {
	byKind, err := json.Marshal(a.ByKind)
	if err != nil {
		return "", "", err
	}
	changed, err := json.Marshal(a.Changes)
	return string(byKind), string(changed), err
}

// newList is a list that is about to be attached. files holds its file alone.
type newList struct {
	files   Files
	project deal.Project
	content content
	change  *iolist.Change
}

// version is the newest list of a project; the zero version if it had none. Its file is the zero
// object if the company has removed it.
type version struct {
	number   int
	sha256   string
	fileID   uuid.UUID
	position int
	file     object
}

// places are the files that an attachment concerns.
type places struct {
	next   object
	latest version
}

func (l *newList) file() *File { return &l.files.Files[0] }

// permit locks the project and returns the files, if the caller may attach a list.
func (l *newList) permit(ctx context.Context, tx pgx.Tx) (found places, err error) {
	if l.project, err = lockOpen(ctx, tx, l.files.ProjectID); err != nil {
		return places{}, err
	}
	if found.latest, err = latestList(ctx, tx, l.project.ID); err != nil {
		return places{}, err
	}
	if found.latest.number >= limits.ProjectListsMax {
		return places{}, ErrTooManyLists
	}
	found.next = object{path: l.file().Path}
	err = tx.QueryRow(ctx, `
		SELECT o.version, o.size_bytes FROM storage.objects o
		WHERE o.bucket_id = 'projects' AND o.name = $2 AND (o.owner = $3 AND split_part(o.name, '/', 1) = $1::uuid::text
		  OR EXISTS (SELECT FROM public.project_files f WHERE f.path = o.name AND f.project_id = $1))`,
		l.project.ID, l.file().Path, caller.From(ctx).UserID).Scan(&found.next.version, &found.next.bytes)
	if errors.Is(err, pgx.ErrNoRows) {
		return places{}, ErrFileUnknown
	}
	if err != nil {
		return places{}, fmt.Errorf("look up a list of project %s: %w", l.project.ID, err)
	}
	return found, nil
}

func latestList(ctx context.Context, tx pgx.Tx, projectID uuid.UUID) (latest version, err error) {
	err = tx.QueryRow(ctx, `
		SELECT l.number, l.sha256, coalesce(f.id, $2), coalesce(f.position, 0), coalesce(f.path, ''), coalesce(o.version, $2), coalesce(o.size_bytes, 0)
		FROM public.project_io_lists l LEFT JOIN public.project_files f ON f.id = l.file_id
		LEFT JOIN storage.objects o ON o.bucket_id = 'projects' AND o.name = f.path
		WHERE l.project_id = $1 ORDER BY l.number DESC LIMIT 1`, projectID, uuid.Nil).
		Scan(&latest.number, &latest.sha256, &latest.fileID, &latest.position, &latest.file.path, &latest.file.version, &latest.file.bytes)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return version{}, fmt.Errorf("look up the list of project %s: %w", projectID, err)
	}
	return latest, nil
}

// read reads the list and compares it with the earlier one. A list that was readable once, and is no
// longer, is not compared.
func (l *newList) read(ctx context.Context, open attachment.Open, from places) (err error) {
	if l.content, err = from.next.read(ctx, open); err != nil || from.latest.file == (object{}) {
		return err
	}
	earlier, err := from.latest.file.read(ctx, open)
	if _, isRefused := errors.AsType[*fault.Error](err); isRefused {
		return nil
	}
	if err != nil {
		return err
	}
	change := iolist.Compare(earlier.list, l.content.list)
	l.change = &change
	return nil
}

// put keeps the list as the next version, and its file in the place of the earlier one. The earlier
// versions go on under the new file, whose readers read the history.
func (l *newList) put(ctx context.Context, tx pgx.Tx, latest version) (IOListAttached, error) {
	fileID, name, err := l.putFile(ctx, tx, latest)
	if err != nil {
		return IOListAttached{}, err
	}
	list := l.content.list
	made := IOListAttached{Number: latest.number + 1, Rows: len(list.Signals), ByKind: countsOf(list)}
	if l.change != nil {
		made.Changes = &IOListChanges{Added: filled(l.change.Added), Removed: filled(l.change.Removed)}
	}
	// As text, because a pooler's connection does not know the types of parameters.
	counts, changes, err := made.texts()
	if err != nil {
		return IOListAttached{}, fmt.Errorf("write a list of project %s: %w", l.project.ID, err)
	}
	err = tx.QueryRow(ctx, `
		INSERT INTO public.project_io_lists (project_id, file_id, number, name, sha256, format, rows, by_kind, errors_count, changes, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8::text::jsonb, $9, nullif($10::text, 'null')::jsonb, coalesce($11, now())) RETURNING id`,
		l.project.ID, fileID, made.Number, name, l.content.sha256, string(list.Format), made.Rows, counts, list.ErrorsCount, changes, deal.DateOf(ctx)).Scan(&made.ID)
	if err != nil {
		return IOListAttached{}, fmt.Errorf("keep a list of project %s: %w", l.project.ID, err)
	}
	if _, err := tx.Exec(ctx, `UPDATE public.project_io_lists SET file_id = $2 WHERE project_id = $1 AND file_id IS DISTINCT FROM $2`, l.project.ID, fileID); err != nil {
		return IOListAttached{}, fmt.Errorf("keep the lists of project %s: %w", l.project.ID, err)
	}
	if latest.fileID != fileID {
		if _, err := tx.Exec(ctx, `DELETE FROM public.project_files WHERE id = $1`, latest.fileID); err != nil {
			return IOListAttached{}, fmt.Errorf("take the earlier list from project %s: %w", l.project.ID, err)
		}
	}
	all, err := l.files.sum(ctx, tx)
	if err == nil && all.Files > limits.ProjectFilesMax {
		err = ErrTooManyFiles
	}
	return made, err
}

// putFile makes the list a file of the project, as SetFiles does.
func (l *newList) putFile(ctx context.Context, tx pgx.Tx, latest version) (id uuid.UUID, name string, err error) {
	position := latest.position
	if latest.fileID == uuid.Nil {
		err := tx.QueryRow(ctx, `SELECT coalesce(max(position) FILTER (WHERE path = $2), max(position) + 1, 0) FROM public.project_files WHERE project_id = $1`,
			l.project.ID, l.file().Path).Scan(&position)
		if err != nil {
			return uuid.Nil, "", fmt.Errorf("place a list of project %s: %w", l.project.ID, err)
		}
	}
	if err := l.file().put(ctx, tx, l.project.ID, position); err != nil {
		return uuid.Nil, "", err
	}
	err = tx.QueryRow(ctx, `SELECT id, name FROM public.project_files WHERE path = $1`, l.file().Path).Scan(&id, &name)
	if err != nil {
		return uuid.Nil, "", fmt.Errorf("look up the list of project %s: %w", l.project.ID, err)
	}
	return id, name, nil
}

// filled makes no signals an object of the database too.
func filled(counts map[iolist.Kind]int) map[iolist.Kind]int {
	if counts == nil {
		return map[iolist.Kind]int{}
	}
	return counts
}

// tell tells those with a live proposal who may read the list, unless its content is the one that
// they were told of last.
func (l *newList) tell(ctx context.Context, tx pgx.Tx, made IOListAttached, latest version) error {
	if latest.sha256 == l.content.sha256 {
		return nil
	}
	rows, err := tx.Query(ctx, `
		SELECT o.id, o.professional_id FROM public.proposals o
		WHERE o.project_id = $1 AND o.status IN ('pending', 'waiting') AND ($2 = 'proposers'
		  OR EXISTS (SELECT FROM public.proposal_terms t WHERE t.proposal_id = o.id AND t.author = 'company' AND t.state <> 'withdrawn'))
		ORDER BY o.id`, l.project.ID, l.file().Audience)
	if err != nil {
		return fmt.Errorf("list the proposals that project %s has: %w", l.project.ID, err)
	}
	live, err := pgx.CollectRows(rows, pgx.RowToStructByPos[deal.Moved])
	if err != nil {
		return fmt.Errorf("list the proposals that project %s has: %w", l.project.ID, err)
	}
	told := l.told(made)
	for _, proposal := range live {
		if err := l.project.Tell(ctx, tx, proposal, told); err != nil {
			return err
		}
	}
	return nil
}

func (l *newList) told(made IOListAttached) transition.Told {
	all := strings.ReplaceAll(iolist.Compare(iolist.List{}, l.content.list).String(), "+", "")
	told := transition.Told{
		Action: "attach_io_list", Case: transition.FirstList, Names: map[string]string{"signals": all},
		Body:  "Confira se a sua proposta considera esta lista.",
		About: map[string]uuid.UUID{notification.AboutPublicProject: l.project.ID},
	}
	if l.change == nil {
		return told
	}
	told.Case, told.Names = transition.ListChanged, map[string]string{"signals": l.change.String()}
	if l.change.String() == "" {
		told.Names["signals"] = "mesmas quantidades, com outros dados"
	}
	told.Body = fmt.Sprintf("A versão %d tem %s. Confira se a sua proposta ainda vale.", made.Number, all)
	return told
}
