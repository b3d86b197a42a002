package app

import (
	"context"
	"errors"
	"time"

	"automacao/internal/market"
	"automacao/internal/market/export"
	"automacao/internal/market/people/account"
	"automacao/internal/market/people/audit"
	"automacao/internal/market/people/device"
	"automacao/internal/market/people/message"
	"automacao/internal/market/people/moderation"
	"automacao/internal/market/people/profile"
	"automacao/internal/market/people/review"
	"automacao/internal/wire/rest"
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
		a.rest.React("public", "reviews", rest.Insert, review.Announce),
	)
}
