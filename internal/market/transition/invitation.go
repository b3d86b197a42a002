package transition

import (
	"net/http"

	"automacao/internal/kernel/fault"
	"automacao/internal/market/people/notification"
	"automacao/internal/market/people/party"
)

// Refusals of an invitation's step.
var (
	ErrInvitationNotFound = fault.New(http.StatusNotFound, "invitation_not_found", "Convite não encontrado. Peça outro a quem convidou você.")
	ErrInvitationOver     = fault.New(http.StatusConflict, "invitation_over", "Este convite já foi usado, cancelado ou venceu. Peça outro a quem convidou você.")
)

// linkSays says why the invited address gets no word.
const linkSays = "Its link says so to whoever opens it."

// Invitation is the state machine of an organisation's invitation. Expiry is not a state: the
// column expires_at decides it.
var Invitation = Machine{Noun: "invitation", Initial: "pending", Stranger: ErrInvitationNotFound,
	Entering: map[string]Columns{
		"pending":  {"decided_at": Kept, "accepted_by": Kept},
		"accepted": {"decided_at": "@at", "accepted_by": "@person"},
		"revoked":  {"decided_at": "@at", "accepted_by": "NULL"},
	},
	Args:  map[string]string{"organisation": "uuid", "email": "text"},
	Fixed: []string{"email", "expires_at", "invited_by", "organisation_id", "role", "token_hash"},
	Steps: []Step{
		{Action: "accept_invitation", From: []string{"pending"}, To: "accepted", Actor: Invited, Wrong: ErrInvitationOver,
			Effects: "The person with that address becomes a member of the organisation.",
			Tells:   []Notice{{To: TheManagers, Title: "{person} entrou na equipe", Mentions: "person"}}},
		{Action: "revoke_invitation", From: []string{"pending"}, To: "revoked", Actor: Colleague, Right: party.Manage, Wrong: ErrInvitationOver,
			Effects: "Its link no longer works.",
			Silent:  linkSays},
		{Action: "invite_member", From: []string{"pending"}, To: "revoked", Actor: System, Wrong: ErrInvitationOver,
			Effects: "The same address was invited again, with another link.",
			Silent:  linkSays},
		{Action: "settle_access", From: []string{"pending"}, To: "revoked", Actor: System, Wrong: ErrInvitationOver,
			Effects: "The person who sent it no longer manages the organisation.",
			Silent:  linkSays},
	},
	Kind: notification.Organisation, About: notification.AboutOrganisation,
}
