package app

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"automacao/internal/edge/ratelimit"
	"automacao/internal/market/register"
	"automacao/internal/wire/functions"
	"automacao/internal/wire/rest"
)

// readings are the functions that only read.
var readings = []string{"count_cities", "count_skills", "debt_records", "list_reference_prices", "market_activity", "market_overview", "my_activity", "my_project_figures", "my_turn", "reference_prices", "response_figures", "search_conversation", "search_messages", "suggest_cities", "suggest_technologies", "track_records", "waiting_contracts"}

// matches are the functions that work out some hundreds of matches for one call.
var matches = []string{"match_professionals", "match_project", "match_projects"}

// Routes with a row of their own: what is limited where it is written, and marks that a screen sets
// by itself.
var (
	written = map[string]string{
		"POST /messages": "messages", "POST /projects": "projects", "POST /proposals": "proposals", "POST /portfolio_projects": "portfolio", "PATCH /projects": "revisions",
	}
	marks = []string{"PATCH /messages", "PATCH /notifications", "PATCH /conversations"}
)

func measuresOfRest() []ratelimit.Row {
	reads, writes := routesOfTables()
	calls := func(names ...string) (routes []string) {
		for _, name := range names {
			routes = append(routes, http.MethodPost+" "+rest.Base+"/rpc/"+name)
		}
		return routes
	}
	member := []ratelimit.Rate{{Max: 600, Per: time.Minute}, {Max: 10_000, Per: 24 * time.Hour}}
	rows := []ratelimit.Row{
		// The cost of a read is bounded by its price and by admission control. This is the number
		// that one machine can answer.
		{Name: "reads", Address: minutely(machineMinute), Member: minutely(machineMinute), Routes: slices.Concat(reads, calls(readings...), in(rest.Base+"/rpc", getsOf(readings)...),
			calls("count_recovery_codes", "list_sessions", "read_calendar_link", "money_balance", "money_desk", "failing_orders", "read_holder", "receiver_approved", "suggest_withholdings"))},
		{Name: "writes", IsExact: true, Address: minutely(60), Member: member, Routes: slices.Concat(writes, calls(steps...))},
		// Tables and functions that an operator added. Reads cost what other reads cost; the cost
		// of calls is unknown.
		{Name: "own_reads", Address: minutely(machineMinute), Member: minutely(machineMinute), Routes: in(rest.Base, "GET /{table}")},
		{Name: "own_writes", IsExact: true, Address: minutely(60), Member: member, Routes: in(rest.Base, "/{table}", "PUT /{table}", "PATCH /{table}", "DELETE /{table}", "/rpc/{function}", "GET /rpc/{function}")},
		{Name: "marks", Address: minutely(60), Member: minutely(600), Routes: in(rest.Base, marks...)},
		{Name: "views", IsExact: true, Address: minutely(300), Member: minutely(300), Routes: calls("view_profile", "view_invitation")},
		{Name: "reports", IsExact: true, Address: minutely(30), Member: minutely(30), Quotas: []string{"reports_daily_max"}, Routes: calls("report_content")},
		{Name: "questions", IsExact: true, Address: minutely(30), Member: minutely(30), Quotas: []string{"questions_daily_max"}, Routes: calls("ask_question")},
		{Name: "registrations", IsExact: true, Address: minutely(10), Member: minutely(10), Routes: calls("complete_registration")},
		{Name: "corrections", IsExact: true, Address: minutely(10), Member: minutely(10), Quotas: []string{"corrections_monthly_max"}, Routes: calls("request_correction")},
		{Name: "invitations", IsExact: true, Address: minutely(20), Member: minutely(20), Quotas: []string{"invitations_daily_max"}, Routes: calls("invite_member")},
		{Name: "invitations_to_propose", IsExact: true, Address: minutely(20), Member: minutely(20), Quotas: []string{"project_invitations_max", "project_invitations_daily_max", "invitations_weekly_max"}, Routes: calls("invite_to_propose")},
		{Name: "papers", IsExact: true, Address: minutely(10), Member: minutely(60), Routes: calls("print_amendment_document", "print_checklist_document", "print_contract_document", "print_dispute_document", "print_fee_receipt", "print_scope",
			"read_checklist_document", "read_contract_document", "read_io_list", "read_sealed_party")},
		{Name: "scopes", IsExact: true, Address: minutely(60), Member: minutely(120), Routes: calls("preview_scope", "write_scope")},
		{Name: "matches", IsExact: true, Address: minutely(60), Member: minutely(60), Routes: slices.Concat(calls(matches...), in(rest.Base+"/rpc", getsOf(matches)...))},
		{Name: "exports", IsExact: true, Address: minutely(5), Member: []ratelimit.Rate{{Max: 5, Per: time.Minute}, {Max: 30, Per: 24 * time.Hour}}, Routes: append(calls("export_data"), in(functions.Base, "/export_data")...)},
		{Name: "audits", IsExact: true, Address: minutely(5), Member: minutely(20), Routes: calls("verify_ledger", "reconcile_payments")},
		{Name: "money", IsExact: true, Address: minutely(10), Member: minutely(30), Account: []string{"wrong passwords, counted as in the row sign_in", "payouts_open_max"},
			Routes: calls("fund_milestone", "request_payout", "open_receiver", "simulate_pix", "retry_order", "handle_difference")},
	}
	rows = append(rows, measuresOfWritten()...)
	slices.SortFunc(rows, func(a, b ratelimit.Row) int { return strings.Compare(a.Name, b.Name) })
	return rows
}

// measuresOfWritten limits each route of a table whose rows have a quota.
func measuresOfWritten() (rows []ratelimit.Row) {
	for route, what := range written {
		row := ratelimit.Row{Name: "writes_" + what, Address: minutely(60), Member: minutely(300), Routes: in(rest.Base, route), Quotas: []string{what + "_daily_max"}}
		if what == "messages" {
			row.Routes = append(row.Routes, http.MethodPost+" "+rest.Base+"/rpc/send_message")
			row.Quotas = append(row.Quotas, "messages_minute_max", "messages_person_minute_max")
		}
		rows = append(rows, row)
	}
	return rows
}

// steps are the functions that change something and have no row of their own.
var steps = []string{
	"accept_decision", "accept_invitation", "accept_proposal", "accept_split", "accept_withheld_proof", "activate_user", "add_push_device", "add_to_dispute", "agree_checklist", "announce_owner_removal", "answer_amendment", "answer_counter",
	"answer_dispute", "answer_invitation", "answer_invoice", "answer_owner_removal", "answer_question", "answer_termination", "answer_withholdings", "appeal_dispute", "approve_milestone", "attach_file", "attach_io_list", "block_user",
	"call_mediation", "cancel_contract", "change_member_role", "close_project", "complete_contract", "confirm_proposal", "confirm_receipt", "confirm_withheld", "contest_receipt", "contest_withheld_proof", "counter_proposal",
	"decide_correction", "decide_dispute", "decide_owner_removal", "decide_report", "decide_withheld", "decline_proposal", "defer_turn", "delete_account", "delete_project", "deliver_contract", "deliver_milestone", "end_calendar_link", "end_session", "execute_tac",
	"leave_organisation", "lift_bar", "make_calendar_link", "make_recovery_codes", "open_dispute", "pass_time", "propose_amendment", "propose_split", "propose_termination", "prove_withheld", "publish_clarification", "record_payment",
	"record_result", "record_withholdings", "register_firm", "remove_member", "remove_push_device", "reopen_proposal", "request_adjustments", "resume_turn", "revise_checklist", "revise_proposal",
	"revoke_invitation", "send_invoice", "set_project_files", "sign_checklist", "start_checklist", "start_contract", "transfer_ownership", "undo_decline", "withdraw_amendment",
	"withdraw_contract", "withdraw_correction", "withdraw_counter", "withdraw_dispute", "withdraw_owner_removal", "withdraw_proposal", "withdraw_termination", "witness_results",
}

// routesOfTables are the verbs of every table that have no row of their own.
func routesOfTables() (reads, writes []string) {
	for _, table := range register.Exposed() {
		reads = append(reads, in(rest.Base, "GET /"+table)...)
		for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
			route := method + " /" + table
			if _, isWritten := written[route]; !isWritten && !slices.Contains(marks, route) {
				writes = append(writes, in(rest.Base, route)...)
			}
		}
	}
	return reads, writes
}

func getsOf(functions []string) (routes []string) {
	for _, name := range functions {
		routes = append(routes, "GET /"+name)
	}
	return routes
}
