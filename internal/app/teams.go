package app

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"automacao/internal/market/money/payment"
	"automacao/internal/market/people/correction"
	"automacao/internal/market/people/organisation"
	"automacao/internal/wire/rest"
)

// registerTeams registers the workflows of membership in an organisation, and of its number.
func (a *App) registerTeams() error {
	members, everybody := rest.Roles{"authenticated"}, rest.Roles{"anon", "authenticated"}
	out := organisation.Outgoing{URL: a.cfg.URL()}
	if a.sender != nil {
		out.Post = postman{a}
	}
	return errors.Join(
		rest.Register(a.rest, "invite_member", organisation.Invite(out, time.Now), members),
		rest.Register(a.rest, "revoke_invitation", organisation.Revoke, members),
		rest.Register(a.rest, "view_invitation", organisation.ViewInvitation(time.Now), everybody),
		rest.Register(a.rest, "accept_invitation", organisation.Accept(time.Now), members),
		rest.Register(a.rest, "change_member_role", organisation.ChangeRole, members),
		rest.Register(a.rest, "remove_member", organisation.Remove, members),
		rest.Register(a.rest, "announce_owner_removal", organisation.AnnounceOwnerRemoval, members),
		rest.Register(a.rest, "answer_owner_removal", organisation.AnswerOwnerRemoval, members),
		rest.Register(a.rest, "withdraw_owner_removal", organisation.WithdrawOwnerRemoval, members),
		rest.Register(a.rest, "decide_owner_removal", organisation.DecideOwnerRemoval, members),
		rest.Register(a.rest, "leave_organisation", organisation.Leave, members),
		rest.Register(a.rest, "transfer_ownership", organisation.TransferOwnership, members),
		rest.Register(a.rest, "register_firm", a.registerFirm, members),
		rest.Register(a.rest, "request_correction", correction.Request, members),
		rest.Register(a.rest, "withdraw_correction", correction.Withdraw, members),
		rest.Register(a.rest, "decide_correction", correction.Decide(a.barred()), members),
	)
}

// registerFirm registers a firm, unless it was blocked under another account.
func (a *App) registerFirm(ctx context.Context, tx pgx.Tx, in organisation.Registration) (organisation.Registered, error) {
	out, err := organisation.RegisterFirm(payment.BillAsFirm)(ctx, tx, in)
	if err != nil {
		return out, err
	}
	return out, a.barred().Refuse(ctx, tx, out.ID)
}
