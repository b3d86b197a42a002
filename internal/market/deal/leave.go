package deal

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// projectsOf selects the unfinished projects in which the parties $1 have a part.
const projectsOf = `
	FROM public.projects WHERE id IN (
	  SELECT project_id FROM public.project_owners WHERE company_id = ANY ($1)
	  UNION ALL
	  SELECT project_id FROM public.proposals WHERE professional_id = ANY ($1) AND status IN ('pending', 'waiting', 'accepted'))
	AND status IN ('open', 'in_progress', 'delivered')`

// lockTries bounds how often LockAllOf starts again because a party took on something new while it
// was being locked.
const lockTries = 20

var errBusy = errors.New("the party takes on work faster than it can be locked")

// LockAllOf locks everything in which parties that leave the market have a part, in the common
// order: projects by key, then profiles by key. Parties that leave at once, or one that leaves
// while others decide, therefore wait for each other. A caller that removes a party calls it before
// changing anything. A second call does not wait: while its profile is locked, a party cannot
// publish or propose.
func LockAllOf(ctx context.Context, tx pgx.Tx, parties ...uuid.UUID) error {
	for range lockTries {
		all, err := tryLockAllOf(ctx, tx, only(parties))
		if err != nil || all {
			return err
		}
	}
	return fmt.Errorf("lock what %v has a part in: %w", parties, errBusy)
}

// tryLockAllOf releases its locks and returns false if a party published or proposed something
// after the projects were locked and before the profiles were. Waiting for the new project then
// would break the lock order.
func tryLockAllOf(ctx context.Context, tx pgx.Tx, parties []uuid.UUID) (all bool, err error) {
	attempt, err := tx.Begin(ctx)
	if err != nil {
		return false, fmt.Errorf("begin to lock: %w", err)
	}
	defer func() { err = errors.Join(err, finish(ctx, attempt, all)) }()
	rows, err := attempt.Query(ctx, `SELECT id`+projectsOf+` ORDER BY id FOR UPDATE`, only(parties))
	if err != nil {
		return false, fmt.Errorf("lock the projects of %v: %w", parties, err)
	}
	projects, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		return false, fmt.Errorf("lock the projects of %v: %w", parties, err)
	}
	_, err = attempt.Exec(ctx, `
		SELECT FROM public.profiles WHERE id = ANY ($1) OR id IN (
		  SELECT unnest(ARRAY[company_id, professional_id]) FROM public.contracts
		  WHERE (company_id = ANY ($1) OR professional_id = ANY ($1)) AND private.is_binding(status))
		ORDER BY id FOR NO KEY UPDATE`, only(parties))
	if err != nil {
		return false, fmt.Errorf("lock the profiles of the deals of %v: %w", parties, err)
	}
	err = attempt.QueryRow(ctx, `SELECT NOT EXISTS (SELECT`+projectsOf+` AND id <> ALL ($2::uuid[]))`, only(parties), only(projects)).Scan(&all)
	if err != nil {
		return false, fmt.Errorf("look for what %v took on meanwhile: %w", parties, err)
	}
	return all, nil
}

func finish(ctx context.Context, attempt pgx.Tx, keep bool) error {
	if keep {
		return attempt.Commit(ctx)
	}
	return attempt.Rollback(ctx)
}
