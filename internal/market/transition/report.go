package transition

import (
	"net/http"

	"automacao/internal/kernel/fault"
	"automacao/internal/market/people/notification"
)

// Refusals of a report's step.
var (
	ErrReportNotFound = fault.New(http.StatusNotFound, "report_not_found", "Denúncia não encontrada.")
	ErrReportDecided  = fault.New(http.StatusConflict, "report_decided", "Esta denúncia já foi decidida.")
)

// decided is the notice of a decision.
var decided = []Notice{{To: TheReporter, About: notification.AboutOwnReport, Title: "Sua denúncia {report} foi analisada"}}

// Report is the state machine of a complaint about content. It gets one decision, which is final
// and is taken by the call decide_report.
var Report = Machine{Noun: "report", Initial: "open", Stranger: ErrReportNotFound,
	Entering: map[string]Columns{
		"open":      {"decision": "NULL", "decided_by": "NULL", "decided_at": "NULL"},
		"upheld":    {"decision": "@reason", "decided_by": "@person", "decided_at": "@at"},
		"dismissed": {"decision": "@reason", "decided_by": "@person", "decided_at": "@at"},
	},
	Fixed: []string{"details", "excerpt", "kind", "number", "profile_id", "reason", "reporter_id", "reporter_key", "subject_id"},
	Steps: []Step{
		{Action: "uphold_report", From: []string{"open"}, To: "upheld", Actor: Admin, Reason: true, Call: "decide_report", Wrong: ErrReportDecided,
			Effects: "The decision is recorded. Nothing is removed automatically.",
			Tells:   decided},
		{Action: "dismiss_report", From: []string{"open"}, To: "dismissed", Actor: Admin, Reason: true, Call: "decide_report", Wrong: ErrReportDecided,
			Effects: "The decision is recorded.",
			Tells:   decided},
	},
	Occasions: []Occasion{
		{Name: "report_content", When: "Somebody files a complaint.",
			Tells: []Notice{{To: TheAdmins, Title: "Nova denúncia: {report}", Many: "{n} novas denúncias", Group: "reports"}}},
	},
	Kind: notification.Report, About: notification.AboutReport,
}
