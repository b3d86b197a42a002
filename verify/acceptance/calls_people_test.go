package acceptance

import (
	"automacao/verify/apptest"

	"github.com/google/uuid"
)

// Refusals of callers who are not in the organisation, or are no administrators.
const (
	noTeam       = "404 organisation_not_found"
	noInvitation = "404 invitation_not_found"
	notInvited   = "403 invitation_for_another"
	notAdmin     = "403 not_admin"
	noNotice     = "404 owner_removal_not_found"
	noFactor     = "401 insufficient_aal"
	noFirm       = "403 only_professionals"
	visitors     = "visitor"
)

func (c *cast) rafael() uuid.UUID { return c.ids["rafael"] }

func (c *cast) barred() uuid.UUID { return c.ids["marina blocked"] }

// of is what somebody of Serra's team is called by; they are in it.
func of(person string, more ...any) making {
	return func(c *cast) map[string]any {
		in := about("organisation_id", (*cast).serra, more...)(c)
		if person != "" {
			in["person_id"] = c.ids["serra "+person]
			c.Exec(`INSERT INTO public.memberships (organisation_id, person_id, role) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`, c.serra(), c.ids["serra "+person], person)
		}
		return in
	}
}

// nothing is the input of a call without arguments.
func nothing(*cast) map[string]any { return map[string]any{} }

func invited(c *cast) map[string]any {
	c.invitation()
	return map[string]any{"token": c.secret}
}

// partner is another owner of Serra.
func (c *cast) partner() uuid.UUID { return c.Colleague(c.serra(), "owner", "Sócio Novo") }

// noticeToSerra is one that a partner gave Serra's founder, and noticeBySerra the other way round.
func (c *cast) noticeToSerra() uuid.UUID { return c.notice(c.serra(), c.partner()) }
func (c *cast) noticeBySerra() uuid.UUID { return c.notice(c.partner(), c.serra()) }

func (c *cast) notice(about, by uuid.UUID) uuid.UUID {
	c.Exec(`UPDATE public.owner_removals SET status = 'withdrawn', closed_at = now() WHERE closed_at IS NULL AND person_id = $1`, about)
	return c.ID(`INSERT INTO public.owner_removals (organisation_id, person_id, proposed_by, takes_effect_at) VALUES ($1, $2, $3, now() + interval '7 days') RETURNING id`, c.serra(), about, by)
}

var teamCalls = []row{
	{"invite_member", of("", "email", "eva@exemplo.test", "role", "buyer"), manage, all(noTeam), noTeam, nil},
	{"revoke_invitation", about("invitation_id", (*cast).invitation), manage, all(noInvitation), noInvitation, nil},
	{"view_invitation", invited, all(done), all(done), done, map[string]string{visitors: done}},
	{"accept_invitation", invited, all(notInvited), all(notInvited), notInvited, map[string]string{"rafael": done, "admin": "409 admin_cannot_join"}},
	{"change_member_role", of("reader", "role", "engineer"), manage, all(noTeam), noTeam, nil},
	{"transfer_ownership", of("buyer"), manage, all(noTeam), noTeam, nil},
	// Members who remove themselves leave.
	{"remove_member", of("reader"), manage, all(noTeam), noTeam, map[string]string{"serra reader": done}},
	{"announce_owner_removal", func(c *cast) map[string]any {
		return map[string]any{"organisation_id": c.serra(), "person_id": c.partner()}
	}, manage, all(noTeam), noTeam, nil},
	{"answer_owner_removal", about("removal_id", (*cast).noticeToSerra, "agree", false, "reason", "Fundei a empresa."), manage, all(noNotice), noNotice, nil},
	{"withdraw_owner_removal", about("removal_id", (*cast).noticeBySerra), manage, all(noNotice), noNotice, nil},
	byAdmin("decide_owner_removal", about("removal_id", (*cast).noticeToSerra, "allow", false, "reason", "Contrato social conferido.")),
	{"leave_organisation", of(""), all(done), all(noTeam), noTeam, nil},
	{"register_firm", func(c *cast) map[string]any {
		return map[string]any{"kind": "pj", "legal_name": "Automação Alves Ltda.", "document": c.cnpj()}
	}, all(noFirm), [5]string{done, noFirm, noFirm, noFirm, noFirm}, noFirm, map[string]string{"rafael": done}},
}

const (
	noNumber     = "404 number_not_found"
	noCorrection = "404 correction_not_found"
)

// wanted is a correction of Serra's CNPJ.
func wanted(c *cast) map[string]any {
	return map[string]any{"party_id": c.serra(), "kind": "cnpj", "document": c.cnpj(), "reason": "Digitado errado."}
}

// correction is one that waits for an administrator.
func (c *cast) correction() uuid.UUID {
	return c.ID(`INSERT INTO public.corrections (party_id, kind, old_document, new_document, reason, asked_by)
		SELECT id, 'cnpj', document, $2, 'Digitado errado.', id FROM public.organisations WHERE id = $1 RETURNING id`, c.serra(), c.cnpj())
}

var correctionCalls = []row{
	{"request_correction", wanted, manage, all(noNumber), noNumber, nil},
	{"withdraw_correction", about("correction_id", (*cast).correction), manage, all(noCorrection), noCorrection, nil},
	byAdmin("decide_correction", about("correction_id", (*cast).correction, "status", "refused", "reason", "Não confere.")),
}

// everybody is the row of a call that all signed-in people may make.
func everybody(call string, in making) row { return row{call, in, all(done), all(done), done, nil} }

// byAdmin is the row of a call that only an administrator may make.
func byAdmin(call string, in making) row {
	return row{call, in, all(notAdmin), all(notAdmin), notAdmin, map[string]string{"admin": done}}
}

var accountCalls = []row{
	byAdmin("block_user", about("user_id", (*cast).rafael)),
	byAdmin("activate_user", about("user_id", (*cast).barred)),
	byAdmin("lift_bar", func(*cast) map[string]any { return map[string]any{"value": "529.982.247-25"} }),
	byAdmin("read_sealed_party", about("contract_id", (*cast).sealed, "reason", "Ofício 12/2026")),
	byAdmin("decide_report", about("report_id", (*cast).report, "status", "dismissed", "decision", "Nada a ver.")),
	everybody("list_sessions", nothing),
	everybody("add_push_device", browser),
	everybody("remove_push_device", nothing),
	{"defer_turn", about("party_id", (*cast).rafael, "kind", "messages", "matter", uuid.New(), "until", "monday"), all("404 turn_not_found"), all("404 turn_not_found"), "404 turn_not_found", nil},
	everybody("resume_turn", about("party_id", (*cast).rafael, "kind", "messages", "matter", uuid.New())),
	everybody("export_data", nothing),
	// Members are answered the same again.
	everybody("complete_registration", func(*cast) map[string]any { return map[string]any{"terms": true} }),
	everybody("make_calendar_link", nothing),
	everybody("read_calendar_link", nothing),
	everybody("end_calendar_link", nothing),
	everybody("count_recovery_codes", nothing),
	// Without a second factor there is nothing to recover.
	{"make_recovery_codes", nothing, all(noFactor), all(noFactor), noFactor, nil},
	{"end_session", func(c *cast) map[string]any {
		return map[string]any{"session_id": c.ID(`SELECT id FROM auth.sessions WHERE user_id = $1`, c.rafael())}
	}, all("404 session_not_found"), all("404 session_not_found"), "404 session_not_found", map[string]string{"rafael": done}},
	everybody("delete_account", func(*cast) map[string]any { return map[string]any{"password": apptest.Password} }),
	{"send_message", func(c *cast) map[string]any {
		return map[string]any{"client_id": uuid.New(), "to_id": c.rafael(), "content": "Bom dia"}
	}, all(done), all(done), done, map[string]string{"rafael": "403 message_unreachable"}},
	{"view_profile", about("profile_id", (*cast).rafael), all(done), all(done), done, map[string]string{visitors: done}},
	{"report_content", about("subject_id", (*cast).rafael, "kind", "profile", "reason", "spam"), all(done), all(done), done, map[string]string{visitors: done}},
}

// browser is the subscription that a phone sends to receive notifications.
func browser(*cast) map[string]any {
	return map[string]any{
		"endpoint": "https://fcm.googleapis.com/fcm/send/" + uuid.NewString(), "user_agent": "Phone",
		"p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", "auth": "BTBZMqHH6r4Tts7J_aSIgg",
	}
}

// What only the functions of the schema answer.
const (
	none        = "200 []"
	notSignedIn = "401 42501"
	notAMatch   = "403 match_professionals_only"
)

// figures are Serra's figures, with something in them.
func figures(c *cast) map[string]any {
	c.sent()
	return map[string]any{"party": c.serra()}
}

// readCalls are the SQL functions that the schema exposes. They refuse anonymous callers as callers
// who have not signed in.
var readCalls = []row{
	{"count_skills", func(c *cast) map[string]any {
		c.published()
		return map[string]any{"kind": "projects"}
	}, all(done), all(done), done, map[string]string{visitors: done}},
	{"count_cities", func(c *cast) map[string]any {
		c.Exec(`UPDATE public.projects SET state = 'SP', city = 'Jundiaí' WHERE id = $1`, c.published())
		return map[string]any{"in_state": "SP", "kind": "projects"}
	}, all(done), all(done), done, map[string]string{visitors: done}},
	{"suggest_cities", func(*cast) map[string]any {
		return map[string]any{"words": "jundiai", "in_state": "SP"}
	}, all(done), all(done), done, map[string]string{visitors: notSignedIn, "service": done}},
	{"reference_prices", func(*cast) map[string]any {
		return map[string]any{"model": "retrofit-clp", "uf": "SP", "size": "large"}
	}, all(done), all(done), done, map[string]string{visitors: done, "service": done}},
	{"list_reference_prices", func(*cast) map[string]any {
		return map[string]any{"uf": "SP"}
	}, all(none), all(none), none, map[string]string{visitors: none, "service": none}},
	{"suggest_technologies", func(*cast) map[string]any {
		return map[string]any{"text": "Migração para S7-1500", "limit": 3}
	}, all(done), all(done), done, map[string]string{visitors: notSignedIn, "service": done}},
	{"match_professionals", func(c *cast) map[string]any {
		return map[string]any{"project_id": c.published()}
	}, all(none), all(noProject), noProject, map[string]string{visitors: notSignedIn}},
	{"match_projects", nothing, all(notAMatch), all(none), notAMatch, map[string]string{"rafael": none, visitors: notSignedIn}},
	{"match_project", func(c *cast) map[string]any {
		return map[string]any{"project_id": c.published()}
	}, all(notAMatch), all(done), notAMatch, map[string]string{"rafael": done, visitors: notSignedIn}},
	{"market_overview", nothing, all(notAdmin), all(notAdmin), notAdmin, map[string]string{"admin": done, visitors: notSignedIn, "service": notAdmin}},
	{"market_activity", nothing, all(notAdmin), all(notAdmin), notAdmin, map[string]string{"admin": done, visitors: notSignedIn, "service": notAdmin}},
	{"my_activity", figures, all(done), all(none), none, map[string]string{visitors: notSignedIn, "service": none}},
	{"waiting_contracts", func(c *cast) map[string]any {
		c.contract("delivered")
		return map[string]any{"party": c.serra()}
	}, [5]string{done, done, done, none, none}, all(none), none, map[string]string{visitors: notSignedIn}},
	{"my_turn", func(c *cast) map[string]any {
		c.contract("delivered")
		return map[string]any{"party": c.serra()}
	}, [5]string{done, done, done, none, none}, all(none), none, map[string]string{visitors: notSignedIn}},
	{"response_figures", func(c *cast) map[string]any {
		return map[string]any{"professional": c.rafael()}
	}, all(none), all(none), none, map[string]string{visitors: notSignedIn}},
	{"track_records", func(c *cast) map[string]any {
		return map[string]any{"profile_ids": []uuid.UUID{c.rafael()}}
	}, all(done), all(done), done, map[string]string{visitors: done, "service": done}},
	{"debt_records", func(c *cast) map[string]any {
		return map[string]any{"profile_ids": []uuid.UUID{c.serra()}}
	}, all(done), all(done), done, map[string]string{visitors: done, "service": done}},
	{"search_messages", func(c *cast) map[string]any {
		c.Exec(`INSERT INTO public.messages (from_id, to_id, content) VALUES ($1, $2, 'A válvula está em Jundiaí')`, c.rafael(), c.serra())
		return map[string]any{"words": "valvula"}
	}, [5]string{done, none, none, none, none}, all(none), none, map[string]string{"rafael": done, visitors: notSignedIn, "service": "403 42501"}},
	{"search_conversation", func(c *cast) map[string]any {
		c.Exec(`INSERT INTO public.messages (from_id, to_id, content) VALUES ($1, $2, 'A válvula está em Jundiaí')`, c.rafael(), c.serra())
		return map[string]any{"partner_id": c.serra(), "words": "valvula"}
	}, all(none), all(none), none, map[string]string{"rafael": done, visitors: notSignedIn, "service": "403 42501"}},
	{"my_project_figures", figures, all(done), all(none), none, map[string]string{visitors: notSignedIn}},
}
