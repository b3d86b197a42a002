package app

import (
	"context"
	"errors"
	"time"

	"automacao/internal/market"
	"automacao/internal/market/deal/amendment"
	"automacao/internal/market/deal/attachment"
	"automacao/internal/market/deal/checklist"
	"automacao/internal/market/deal/contract"
	"automacao/internal/market/deal/dispute"
	"automacao/internal/market/deal/invitation"
	"automacao/internal/market/deal/milestone"
	"automacao/internal/market/deal/project"
	"automacao/internal/market/deal/proposal"
	"automacao/internal/market/deal/question"
	"automacao/internal/market/deal/scope"
	"automacao/internal/market/deal/todo"
	"automacao/internal/market/export"
	"automacao/internal/market/money/invoice"
	"automacao/internal/market/money/settlement"
	"automacao/internal/market/money/withholding"
	"automacao/internal/market/people/account"
	"automacao/internal/market/people/audit"
	"automacao/internal/market/people/device"
	"automacao/internal/market/people/message"
	"automacao/internal/market/people/moderation"
	"automacao/internal/market/people/profile"
	"automacao/internal/market/people/review"
	"automacao/internal/wire/rest"
	"automacao/internal/wire/storage"
)

// registerMarket registers the workflows, and what follows a write.
func (a *App) registerMarket(context.Context) error {
	members, everybody := rest.Roles{"authenticated"}, rest.Roles{"anon", "authenticated"}
	door := doorkeeper{a.auth}
	visitors := market.NewVisitors("visitors:" + string(a.keys.bars))
	return errors.Join(
		a.registerDeals(),
		a.registerTeams(),
		a.registerMoney(),
		a.registerPayments(),
		rest.Register(a.rest, "block_user", account.Block(door), members),
		rest.Register(a.rest, "activate_user", account.Activate(door), members),
		rest.Register(a.rest, "list_sessions", account.ListSessions(door), members),
		rest.Register(a.rest, "make_recovery_codes", account.MakeRecoveryCodes(a.auth.Factors), members),
		rest.Register(a.rest, "count_recovery_codes", account.CountRecoveryCodes(a.auth.Factors), members),
		rest.Register(a.rest, "end_session", account.EndSession(door), members),
		rest.Register(a.rest, "add_push_device", device.Add(a.pushRules()), members),
		rest.Register(a.rest, "remove_push_device", device.Remove, members),
		rest.Register(a.rest, "complete_registration", account.Complete(door, a.barred()), members),
		// The previous version of the web application calls this. People who have not completed
		// their registration can call nothing else.
		rest.Register(a.rest, "export_data", account.ExportData, members),
		rest.Register(a.rest, "make_calendar_link", export.MakeLink(calendarPath), members),
		rest.Register(a.rest, "read_calendar_link", export.ReadLink, members),
		rest.Register(a.rest, "end_calendar_link", export.EndLink, members),
		rest.Register(a.rest, "delete_account", account.Delete(door), members),
		rest.Register(a.rest, "lift_bar", account.LiftBar(a.barred()), members),
		rest.Register(a.rest, "read_sealed_party", account.ReadSealed, members),
		rest.Register(a.rest, "decide_report", moderation.Decide, members),
		rest.Register(a.rest, "pass_time", a.clock().PassTime, members),
		rest.Register(a.rest, "view_profile", profile.View(visitors, time.Now), everybody),
		rest.Register(a.rest, "report_content", moderation.Report(visitors), everybody),
		rest.Register(a.rest, "send_message", message.Send, members),
		a.rest.React("public", "messages", rest.Insert, message.Announce),
		a.rest.React("public", "site_images", rest.Update, audit.SiteImages),
		a.rest.React("public", "project_models", rest.Insert, scope.AddVersions),
		a.rest.React("public", "match_weights", rest.Update, audit.MatchWeights),
		a.rest.React("public", "reviews", rest.Insert, review.Announce),
	)
}

// registerDeals registers the workflows of two sides: from the project over its proposals to the
// contract and its end.
func (a *App) registerDeals() error {
	return errors.Join(a.registerBids(), a.registerContracts(), a.registerPapers())
}

// registerBids registers what leads to a contract: projects, questions, proposals, and whose turn it is.
func (a *App) registerBids() error {
	members := rest.Roles{"authenticated"}
	return errors.Join(
		rest.Register(a.rest, "defer_turn", todo.Defer, members),
		rest.Register(a.rest, "resume_turn", todo.Resume, members),
		rest.Register(a.rest, "accept_proposal", proposal.Accept, members),
		rest.Register(a.rest, "decline_proposal", proposal.Decline, members),
		rest.Register(a.rest, "confirm_proposal", proposal.Confirm, members),
		rest.Register(a.rest, "withdraw_proposal", proposal.Withdraw, members),
		rest.Register(a.rest, "revise_proposal", proposal.Revise, members),
		rest.Register(a.rest, "counter_proposal", proposal.Counter, members),
		rest.Register(a.rest, "answer_counter", proposal.AnswerCounter, members),
		rest.Register(a.rest, "withdraw_counter", proposal.WithdrawCounter, members),
		rest.Register(a.rest, "undo_decline", proposal.UndoDecline, members),
		rest.Register(a.rest, "reopen_proposal", proposal.Reopen, members),
		rest.Register(a.rest, "close_project", project.Close, members),
		rest.Register(a.rest, "delete_project", project.Delete, members),
		rest.Register(a.rest, "set_project_files", project.SetFiles, members),
		rest.Register(a.rest, "write_scope", scope.Write, rest.Roles{"anon", "authenticated"}),
		rest.Register(a.rest, "preview_scope", scope.Preview, members),
		rest.Register(a.rest, "print_scope", scope.Print, members),
		rest.Register(a.rest, "read_io_list", project.ReadIOList(storage.Reads(a.bucket)), members),
		rest.Register(a.rest, "attach_io_list", project.AttachIOList(storage.Reads(a.bucket)), members),
		rest.Register(a.rest, "ask_question", question.Ask, members),
		rest.Register(a.rest, "answer_question", question.Answer, members),
		rest.Register(a.rest, "publish_clarification", question.Publish, members),
		rest.Register(a.rest, "invite_to_propose", invitation.Invite, members),
		rest.Register(a.rest, "answer_invitation", invitation.Answer, members),
		a.rest.React("public", "proposals", rest.Insert, proposal.Announce),
		a.rest.React("public", "projects", rest.Update, project.Revise),
		a.rest.React("public", "project_technologies", rest.Insert, project.ReviseTechnologies),
		a.rest.React("public", "project_technologies", rest.Update, project.ReviseTechnologies),
	)
}

// registerContracts registers the steps of a running contract and of its end.
func (a *App) registerContracts() error {
	members := rest.Roles{"authenticated"}
	return errors.Join(
		rest.Register(a.rest, "start_contract", contract.Start, members),
		rest.Register(a.rest, "deliver_contract", contract.Deliver, members),
		rest.Register(a.rest, "complete_contract", contract.Complete, members),
		rest.Register(a.rest, "request_adjustments", contract.RequestAdjustments, members),
		rest.Register(a.rest, "deliver_milestone", milestone.Deliver, members),
		rest.Register(a.rest, "approve_milestone", milestone.Approve, members),
		rest.Register(a.rest, "read_contract_document", contract.ReadDocument, members),
		rest.Register(a.rest, "print_contract_document", contract.PrintDocument, members),
		rest.Register(a.rest, "withdraw_contract", contract.Withdraw, members),
		rest.Register(a.rest, "cancel_contract", contract.Cancel, members),
		rest.Register(a.rest, "propose_termination", contract.ProposeTermination, members),
		rest.Register(a.rest, "answer_termination", contract.AnswerTermination, members),
		rest.Register(a.rest, "withdraw_termination", contract.WithdrawTermination, members),
		rest.Register(a.rest, "propose_amendment", amendment.Propose, members),
		rest.Register(a.rest, "answer_amendment", amendment.Answer, members),
		rest.Register(a.rest, "withdraw_amendment", amendment.Withdraw, members),
		rest.Register(a.rest, "print_amendment_document", amendment.PrintDocument, members),
		rest.Register(a.rest, "open_dispute", dispute.Open, members),
		rest.Register(a.rest, "answer_dispute", dispute.Answer, members),
		rest.Register(a.rest, "add_to_dispute", dispute.Add, members),
		rest.Register(a.rest, "propose_split", dispute.ProposeSplit, members),
		rest.Register(a.rest, "accept_split", dispute.AcceptSplit, members),
		rest.Register(a.rest, "call_mediation", dispute.CallMediation, members),
		rest.Register(a.rest, "decide_dispute", dispute.Decide, members),
		rest.Register(a.rest, "accept_decision", dispute.AcceptDecision, members),
		rest.Register(a.rest, "appeal_dispute", dispute.Appeal, members),
		rest.Register(a.rest, "withdraw_dispute", dispute.Withdraw, members),
		rest.Register(a.rest, "print_dispute_document", dispute.PrintDocument, members),
	)
}

// registerPapers registers what proves work and payment: files, checklists, invoices, receipts and withholdings.
func (a *App) registerPapers() error {
	members := rest.Roles{"authenticated"}
	return errors.Join(
		rest.Register(a.rest, "record_payment", settlement.Record, members),
		rest.Register(a.rest, "confirm_receipt", settlement.Confirm, members),
		rest.Register(a.rest, "contest_receipt", settlement.Contest, members),
		rest.Register(a.rest, "start_checklist", checklist.Start, members),
		rest.Register(a.rest, "revise_checklist", checklist.Revise, members),
		rest.Register(a.rest, "agree_checklist", checklist.Agree, members),
		rest.Register(a.rest, "record_result", checklist.Record, members),
		rest.Register(a.rest, "witness_results", checklist.Witness, members),
		rest.Register(a.rest, "sign_checklist", checklist.Sign, members),
		rest.Register(a.rest, "execute_tac", checklist.ExecuteTAC, members),
		rest.Register(a.rest, "read_checklist_document", checklist.ReadDocument, members),
		rest.Register(a.rest, "print_checklist_document", checklist.PrintDocument, members),
		rest.Register(a.rest, "attach_file", attachment.Attach(storage.Reads(a.bucket)), members),
		rest.Register(a.rest, "send_invoice", invoice.Send(storage.Reads(a.bucket)), members),
		rest.Register(a.rest, "answer_invoice", invoice.Answer, members),
		rest.Register(a.rest, "record_withholdings", withholding.Record, members),
		rest.Register(a.rest, "answer_withholdings", withholding.Answer, members),
		rest.Register(a.rest, "suggest_withholdings", withholding.Suggest, members),
		rest.Register(a.rest, "prove_withheld", withholding.Prove, members),
		rest.Register(a.rest, "accept_withheld_proof", withholding.Accept(a.payments.ReturnWithheld), members),
		rest.Register(a.rest, "contest_withheld_proof", withholding.Contest, members),
		rest.Register(a.rest, "decide_withheld", withholding.Decide(a.payments.ReturnWithheld), members),
		rest.Register(a.rest, "confirm_withheld", withholding.ConfirmPaid, members),
	)
}
