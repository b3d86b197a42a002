package account

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/market/deal"
	"automacao/internal/market/deal/contract"
	"automacao/internal/market/deal/project"
	"automacao/internal/market/deal/proposal"
	"automacao/internal/market/people/barred"
	"automacao/internal/market/people/organisation"
	"automacao/internal/market/register"
)

// Refusals of a removal.
var (
	ErrWrongPassword   = fault.New(http.StatusUnprocessableEntity, "wrong_password", "A senha atual não confere.")
	ErrUnproved        = fault.New(http.StatusUnprocessableEntity, "presence_unproved", "Confirme que é você: peça um código por e-mail ou entre de novo.")
	ErrActiveContracts = fault.New(http.StatusConflict, "has_active_contracts", "Conclua ou encerre os contratos em andamento antes de excluir a conta.")
	ErrLastAdmin       = fault.New(http.StatusConflict, "last_admin", "A plataforma precisa de pelo menos um administrador ativo.")
	ErrLastOwner       = fault.New(http.StatusConflict, "last_owner", "A organização precisa de pelo menos um proprietário. Passe a propriedade antes.")
)

// Users lets a user prove their identity again, and deletes users. Deleting one runs Remove.
type Users interface {
	// Prove returns ErrWrongPassword for a password that is not the caller's, and ErrUnproved if
	// the caller has no password and signed in or proved their identity too long ago.
	Prove(ctx context.Context, tx pgx.Tx, who caller.Caller, password string) error
	Delete(ctx context.Context, tx pgx.Tx, userID uuid.UUID) error
}

// Farewell is a member's decision to delete their account, confirmed by the password. A member
// without a password, who signs in with a provider, leaves it out and must have proved their
// identity recently. `end_contracts` ends running contracts; without it a running contract prevents
// the deletion.
type Farewell struct {
	Password     string `json:"password,omitempty"`
	EndContracts bool   `json:"end_contracts,omitempty"`
}

// Removed names the deleted account.
type Removed struct {
	ID uuid.UUID `json:"id"`
}

// Delete deletes the caller's account for good, as article 18, VI of the LGPD requires.
func Delete(users Users) func(context.Context, pgx.Tx, Farewell) (Removed, error) {
	return func(ctx context.Context, tx pgx.Tx, in Farewell) (Removed, error) {
		if err := users.Prove(ctx, tx, caller.From(ctx), in.Password); err != nil {
			return Removed{}, err
		}
		who := caller.From(ctx).UserID
		going, err := prepare(ctx, tx, who)
		// A user who never completed the registration has no profile, so no contract to end.
		if err != nil && !errors.Is(err, ErrNoSuchUser) {
			return Removed{}, err
		}
		for _, party := range going.parties {
			isBound, err := contract.HasRunning(ctx, tx, party)
			if err != nil {
				return Removed{}, err
			}
			if isBound && !in.EndContracts {
				return Removed{}, ErrActiveContracts
			}
		}
		if err := users.Delete(ctx, tx, who); err != nil {
			return Removed{}, fmt.Errorf("delete user: %w", err)
		}
		return Removed{ID: who}, nil
	}
}

// leaver is a person who leaves, with everything of theirs locked. Parties without other members
// end with them; organisations with other members go on.
type leaver struct {
	id        uuid.UUID
	parties   []uuid.UUID
	isBlocked bool
	// keepsFace reports that an organisation which goes on has the same key, and so keeps the
	// profile.
	keepsFace bool
}

// Remove removes a person from the product in the transaction that deletes the user, however the
// deletion came about (LGPD, art. 18, VI). Parties that end with the person leave the market. What
// the other side of a contract or conversation needs is kept without a name (art. 16, I). A user
// without a profile leaves nothing behind.
func Remove(list barred.List) func(context.Context, pgx.Tx, uuid.UUID) error {
	return func(ctx context.Context, tx pgx.Tx, personID uuid.UUID) error {
		if wasAll, err := removeUnfinished(ctx, tx, personID); err != nil || wasAll {
			return err
		}
		going, err := prepare(ctx, tx, personID)
		if errors.Is(err, ErrNoSuchUser) {
			return nil
		}
		if err != nil {
			return err
		}
		if going.isBlocked {
			if err := list.Add(ctx, tx, personID); err != nil {
				return err
			}
		}
		for _, party := range going.parties {
			if err := leaveMarket(ctx, tx, party, personID); err != nil {
				return fmt.Errorf("take party %s off the market: %w", party, err)
			}
		}
		return going.erase(ctx, tx)
	}
}

// prepare locks everything in which a person has a part, in the common order. It refuses to remove
// the last administrator and the last owner of a team.
func prepare(ctx context.Context, tx pgx.Tx, personID uuid.UUID) (leaver, error) {
	going := leaver{id: personID}
	if err := lockAdmins(ctx, tx); err != nil {
		return leaver{}, err
	}
	var isLastAdmin bool
	if err := tx.QueryRow(ctx, lastAdmin, personID).Scan(&isLastAdmin); err != nil {
		return leaver{}, fmt.Errorf("look for other administrators: %w", err)
	}
	if isLastAdmin {
		return leaver{}, ErrLastAdmin
	}
	// Anybody who joins or leaves one of these organisations meanwhile waits.
	_, err := tx.Exec(ctx, `
		SELECT FROM public.organisations WHERE id IN (SELECT organisation_id FROM public.memberships WHERE person_id = $1) ORDER BY id FOR UPDATE`, personID)
	if err != nil {
		return leaver{}, fmt.Errorf("lock the organisations of %s: %w", personID, err)
	}
	// If they are just joining a team, that either happened before this lock or is refused after
	// it.
	if _, err := tx.Exec(ctx, `SELECT FROM public.accounts WHERE profile_id = $1 FOR UPDATE`, personID); err != nil {
		return leaver{}, fmt.Errorf("lock the account of %s: %w", personID, err)
	}
	var isLastOwner bool
	err = tx.QueryRow(ctx, standing, personID).Scan(&going.parties, &isLastOwner, &going.keepsFace, &going.isBlocked)
	if errors.Is(err, pgx.ErrNoRows) {
		return leaver{}, ErrNoSuchUser
	}
	if err != nil {
		return leaver{}, fmt.Errorf("look up what %s belongs to: %w", personID, err)
	}
	if isLastOwner {
		return leaver{}, ErrLastOwner
	}
	return going, deal.LockAllOf(ctx, tx, going.parties...)
}

// lastAdmin asks whether $1 is the only active administrator.
const lastAdmin = `SELECT EXISTS (SELECT FROM public.profiles WHERE id = $1 AND role = 'admin' AND status = 'active')
	AND NOT EXISTS (SELECT FROM public.profiles WHERE id <> $1 AND role = 'admin' AND status = 'active')`

// standing returns which parties end with $1, whether a team would be left without an owner,
// whether a team goes on with their profile, and whether they are blocked.
const standing = `
	SELECT private.parties_ending_with(p.id),
	       EXISTS (SELECT FROM public.memberships m WHERE m.person_id = p.id AND m.role = 'owner'
	               AND EXISTS (SELECT FROM public.memberships o WHERE o.organisation_id = m.organisation_id AND o.person_id <> p.id)
	               AND NOT EXISTS (SELECT FROM public.memberships o WHERE o.organisation_id = m.organisation_id AND o.person_id <> p.id AND o.role = 'owner')),
	       EXISTS (SELECT FROM public.memberships o WHERE o.organisation_id = p.id AND o.person_id <> p.id),
	       p.status = 'blocked' AND p.removed_at IS NULL
	FROM public.profiles p WHERE p.id = $1`

// leaveMarket ends everything in which a party has a part: contracts first, then its proposals and
// its projects. The party's identity is kept under seal for its contracts.
func leaveMarket(ctx context.Context, tx pgx.Tx, partyID, personID uuid.UUID) error {
	for _, step := range []func(context.Context, pgx.Tx, uuid.UUID) error{contract.Leave, proposal.WithdrawAllOf, project.CloseAllOf} {
		if err := step(ctx, tx, partyID); err != nil {
			return err
		}
	}
	return seal(ctx, tx, partyID, personID)
}

// erase removes the person's names from what others keep, and deletes the rest.
func (l leaver) erase(ctx context.Context, tx pgx.Tx) error {
	nameless := slices.Clone(l.parties)
	if !l.keepsFace && !slices.Contains(nameless, l.id) {
		nameless = append(nameless, l.id)
	}
	if err := forgetNames(ctx, tx, l.id, nameless); err != nil {
		return err
	}
	if err := organisation.Abandon(ctx, tx, l.id); err != nil {
		return err
	}
	for _, deletion := range append(register.ErasuresOfPerson(), ownCorrections) {
		if _, err := tx.Exec(ctx, deletion, l.id); err != nil {
			return fmt.Errorf("erase %s: %w", l.id, err)
		}
	}
	if err := blank(ctx, tx, nameless); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, unattached, l.id); err != nil {
		return fmt.Errorf("delete the files that %s attached to nothing: %w", l.id, err)
	}
	return nil
}

// ownCorrections deletes the corrections of a person's own CPF, also if their profile goes on with a
// team.
const ownCorrections = `DELETE FROM public.corrections WHERE party_id = $1 AND kind = 'cpf'`

// unattached deletes the files of $1 that belong to no message, contract or project.
const unattached = `
	DELETE FROM storage.objects o
	WHERE o.owner = $1 AND o.bucket_id IN ('messages', 'deals', 'projects')
	  AND NOT EXISTS (SELECT FROM public.message_files f WHERE o.bucket_id = 'messages' AND f.path = o.name)
	  AND NOT EXISTS (SELECT FROM public.deal_files f    WHERE o.bucket_id = 'deals'    AND f.path = o.name)
	  AND NOT EXISTS (SELECT FROM public.project_files f WHERE o.bucket_id = 'projects' AND f.path = o.name)`

// blank clears the public content of profiles. The bytes of their pictures are deleted by the next
// sweep of the file store. storage.allow_delete_query has to be set, because the file store
// protects its rows from accidental deletion.
func blank(ctx context.Context, tx pgx.Tx, profiles []uuid.UUID) error {
	if _, err := tx.Exec(ctx, `SELECT set_config('storage.allow_delete_query', 'true', true)`); err != nil {
		return fmt.Errorf("say that files are deleted: %w", err)
	}
	for _, change := range append(register.ErasuresOfProfiles(),
		`DELETE FROM public.favourites f USING public.project_owners o WHERE o.project_id = f.project_id AND o.company_id = ANY ($1)`,
		`DELETE FROM public.hidden_projects h USING public.project_owners o WHERE o.project_id = h.project_id AND o.company_id = ANY ($1)`,
		`DELETE FROM private.search_hits h USING public.project_owners o WHERE o.project_id = h.subject_id AND o.company_id = ANY ($1)`,
		// The professional of a contract can still read the files of its project, like the contract
		// itself.
		`DELETE FROM public.project_io_lists l USING public.project_owners o
		 WHERE o.project_id = l.project_id AND o.company_id = ANY ($1) AND NOT EXISTS (SELECT FROM public.contracts c WHERE c.project_id = l.project_id)`,
		`DELETE FROM public.project_files f USING public.project_owners o
		 WHERE o.project_id = f.project_id AND o.company_id = ANY ($1) AND NOT EXISTS (SELECT FROM public.contracts c WHERE c.project_id = f.project_id)`,
		`DELETE FROM storage.objects o USING unnest($1::uuid[]) AS profile
		 WHERE o.bucket_id = 'public-uploads' AND o.name LIKE ANY (ARRAY['avatars/' || profile || '%', 'banners/' || profile || '%', 'portfolio/' || profile || '%'])`,
		`UPDATE public.profiles
		 SET name = '`+gone+`', status = 'blocked', removed_at = now(), avatar_seed = encode(uuid_send(gen_random_uuid()), 'hex'),
		     avatar_url = NULL, banner_url = NULL, headline = '', title = '', location = '', about = '', experience = NULL, skills = '{}'
		 WHERE id = ANY ($1) AND removed_at IS NULL`,
	) {
		if _, err := tx.Exec(ctx, change, profiles); err != nil {
			return fmt.Errorf("empty profiles: %w", err)
		}
	}
	return nil
}
