package project

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/files/filename"
	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/kernel/humantext"
	"automacao/internal/market/deal"
	"automacao/internal/market/limits"
	"automacao/internal/market/transition"
)

// Refusals of the files of a project.
var (
	ErrTooManyFiles = fault.New(http.StatusUnprocessableEntity, "too_many_project_files", limits.Say("Um projeto tem até {project_files_max} arquivos."))
	ErrFilesTooBig  = fault.New(http.StatusUnprocessableEntity, "project_files_too_big", limits.Say("Os arquivos de um projeto somam até {project_files_megabytes_max} MB."))
	ErrAudience     = fault.New(http.StatusUnprocessableEntity, "file_audience_wrong", "Diga quem lê cada arquivo: quem pode propor, ou só com quem você negocia ou contratou.")
	ErrFileName     = fault.New(http.StatusUnprocessableEntity, "project_file_name_wrong", "Dê a cada arquivo um nome de até 255 caracteres.")
	ErrFileUnknown  = fault.New(http.StatusUnprocessableEntity, "project_file_unknown", "Um dos arquivos não foi encontrado. Envie-o de novo.")
)

// audiences are the groups that may read a file: everybody who may propose, or only those with whom
// the company negotiates or has a contract.
var audiences = []string{"proposers", "dealers"}

// File is a file of a project: one that the caller stored in the project's folder of the bucket
// projects, or one that the project already has, which keeps its name.
type File struct {
	Path     string `json:"path"`
	Name     string `json:"name"`
	Audience string `json:"audience"`
}

// Files is the complete list of a project's files, in order. A file that it leaves out is removed.
type Files struct {
	ProjectID uuid.UUID `json:"project_id"`
	Files     []File    `json:"files"`
}

// FilesSet says how many files a project has now, and their total size in bytes.
type FilesSet struct {
	ID    uuid.UUID `json:"id"`
	Files int       `json:"files"`
	Bytes int64     `json:"bytes"`
}

// SetFiles replaces the list of files of an open project. Only its company may.
func SetFiles(ctx context.Context, tx pgx.Tx, in Files) (FilesSet, error) {
	if err := in.check(); err != nil {
		return FilesSet{}, err
	}
	project, err := lockOpen(ctx, tx, in.ProjectID)
	if err != nil {
		return FilesSet{}, err
	}
	if err := in.keepOnly(ctx, tx); err != nil {
		return FilesSet{}, err
	}
	for position, f := range in.Files {
		if err := f.put(ctx, tx, project.ID, position); err != nil {
			return FilesSet{}, err
		}
	}
	return in.sum(ctx, tx)
}

// lockOpen locks an open project for whose company the caller may write it. Anybody else gets the
// same answer as for a missing project.
func lockOpen(ctx context.Context, tx pgx.Tx, id uuid.UUID) (deal.Project, error) {
	project, err := deal.LockProject(ctx, tx, id)
	if err != nil {
		return deal.Project{}, err
	}
	by, err := closer(ctx, tx, project)
	switch {
	case err != nil:
		return deal.Project{}, err
	case by != transition.Company:
		return deal.Project{}, ErrNotFound
	case project.Status != "open":
		return deal.Project{}, ErrNotOpen
	}
	return project, nil
}

func (in *Files) check() error {
	if len(in.Files) > limits.ProjectFilesMax {
		return ErrTooManyFiles
	}
	for i := range in.Files {
		f := &in.Files[i]
		f.Name = humantext.Clean(f.Name)
		switch {
		case f.Name == "" || utf8.RuneCountInString(f.Name) > limits.ProjectFilesName:
			return ErrFileName
		case !slices.Contains(audiences, f.Audience):
			return ErrAudience
		}
	}
	return nil
}

func (in *Files) keepOnly(ctx context.Context, tx pgx.Tx) error {
	paths := []string{}
	for _, f := range in.Files {
		paths = append(paths, f.Path)
	}
	_, err := tx.Exec(ctx, `DELETE FROM public.project_files WHERE project_id = $1 AND path <> ALL ($2)`, in.ProjectID, paths)
	if err != nil {
		return fmt.Errorf("take files from project %s: %w", in.ProjectID, err)
	}
	return nil
}

// put updates the position and audience of a file that the project has, or adds one that the caller
// stored. The stored object loses its owner, because the owner would reveal the company behind a
// confidential project.
func (f File) put(ctx context.Context, tx pgx.Tx, projectID uuid.UUID, position int) error {
	kept, err := tx.Exec(ctx, `UPDATE public.project_files SET position = $3, audience = $4 WHERE project_id = $1 AND path = $2`, projectID, f.Path, position, f.Audience)
	if err != nil {
		return fmt.Errorf("keep a file of project %s: %w", projectID, err)
	}
	if kept.RowsAffected() > 0 {
		return nil
	}
	var mediaType string
	err = tx.QueryRow(ctx, `
		WITH stored AS (
		  UPDATE storage.objects SET owner = NULL, updated_at = now()
		  WHERE bucket_id = 'projects' AND name = $2 AND owner = $6 AND split_part(name, '/', 1) = $1::uuid::text
		  RETURNING name, size_bytes, metadata)
		INSERT INTO public.project_files (project_id, position, audience, name, media_type, bytes, path)
		SELECT $1, $3, $4, $5, coalesce(metadata ->> 'mimetype', 'application/octet-stream'), size_bytes, name FROM stored
		RETURNING media_type`,
		projectID, f.Path, position, f.Audience, f.Name, caller.From(ctx).UserID).Scan(&mediaType)
	if errors.Is(err, pgx.ErrNoRows) {
		return ErrFileUnknown
	}
	if err != nil {
		return fmt.Errorf("add a file to project %s: %w", projectID, err)
	}
	return filename.Agrees(f.Name, mediaType)
}

func (in *Files) sum(ctx context.Context, tx pgx.Tx) (FilesSet, error) {
	out := FilesSet{ID: in.ProjectID}
	err := tx.QueryRow(ctx, `SELECT count(*), coalesce(sum(bytes), 0)::bigint FROM public.project_files WHERE project_id = $1`, in.ProjectID).Scan(&out.Files, &out.Bytes)
	if err != nil {
		return FilesSet{}, fmt.Errorf("count the files of project %s: %w", in.ProjectID, err)
	}
	if out.Bytes > limits.ProjectFilesMegabytesMax*1_000_000 {
		return FilesSet{}, ErrFilesTooBig
	}
	return out, nil
}
