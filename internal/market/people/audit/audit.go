// Package audit records what administrators do, and what people do to the standing of others: who
// belongs to an organisation and who answers for it. Its records are never changed or removed, not
// even by the server, except that the names of a person who deletes their account are taken out.
package audit

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/market/limits"
)

// The recorded actions.
const (
	BlockUser         = "block_user"
	ActivateUser      = "activate_user"
	ReplaceSiteImage  = "replace_site_image"
	DecideReport      = "decide_report"
	DecideDispute     = "decide_dispute"
	CloseProject      = "close_project"
	ChangeMemberRole  = "change_member_role"
	RemoveMember      = "remove_member"
	TransferOwnership = "transfer_ownership"
	RegisterFirm      = "register_firm"
	ReadSealed        = "read_sealed"
	LiftBar           = "lift_bar"
	AddModelVersion   = "add_model_version"
	SetMatchWeight    = "set_match_weight"
	HandleDifference  = "handle_difference"
	RetryOrder        = "retry_order"

	RequestCorrection  = "request_correction"
	WithdrawCorrection = "withdraw_correction"
	DecideCorrection   = "decide_correction"

	AnnounceOwnerRemoval = "announce_owner_removal"
	DecideOwnerRemoval   = "decide_owner_removal"

	DecideWithheld = "decide_withheld"
)

// Entry is one action of the caller on one subject. Label is the subject's name, kept after the
// subject is gone.
type Entry struct {
	Action      string
	SubjectKind string
	SubjectID   string
	Label       string
	Details     map[string]any
}

// Record adds an entry in the transaction of the action itself.
func Record(ctx context.Context, tx pgx.Tx, entry Entry) error {
	if entry.Details == nil {
		entry.Details = map[string]any{}
	}
	_, err := tx.Exec(ctx, `
		INSERT INTO public.audit_log (actor_id, action, subject_kind, subject_id, subject_label, details)
		VALUES (nullif($1, '00000000-0000-0000-0000-000000000000'::uuid), $2, $3, $4, left($5, $7::int), $6)`,
		caller.From(ctx).UserID, entry.Action, entry.SubjectKind, entry.SubjectID, entry.Label, entry.Details, limits.AuditLogSubjectLabel)
	if err != nil {
		return fmt.Errorf("record %s: %w", entry.Action, err)
	}
	return nil
}

// siteImage is a replaced picture as the database returns it.
type siteImage struct {
	Key  string `json:"key"`
	Name string `json:"name"`
	URL  string `json:"url"`
}

// SiteImages records replaced pictures of the site.
func SiteImages(ctx context.Context, tx pgx.Tx, rows []json.RawMessage) error {
	for _, row := range rows {
		var image siteImage
		if err := json.Unmarshal(row, &image); err != nil {
			return fmt.Errorf("read site image: %w", err)
		}
		err := Record(ctx, tx, Entry{
			Action: ReplaceSiteImage, SubjectKind: "site_image", SubjectID: image.Key, Label: image.Name, Details: map[string]any{"url": image.URL},
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// MatchWeights records what administrators let a criterion of the match count.
func MatchWeights(ctx context.Context, tx pgx.Tx, rows []json.RawMessage) error {
	for _, row := range rows {
		var weight struct {
			Kind   string `json:"kind"`
			Points int    `json:"points"`
		}
		if err := json.Unmarshal(row, &weight); err != nil {
			return fmt.Errorf("read weight: %w", err)
		}
		err := Record(ctx, tx, Entry{Action: SetMatchWeight, SubjectKind: "match_weight", SubjectID: weight.Kind, Label: weight.Kind, Details: map[string]any{"points": weight.Points}})
		if err != nil {
			return err
		}
	}
	return nil
}
