package session

import (
	"encoding/json"
	"slices"

	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/oauthserver"
)

// showToClient is a user as an app with these scopes may see them.
func showToClient(u *core.User, scopes string) *core.User {
	shown := *u
	shown.Identities, shown.Factors, shown.NewEmail, shown.NewPhone = []core.Identity{}, nil, "", ""
	shown.InvitedAt, shown.ConfirmationSentAt, shown.RecoverySentAt, shown.EmailChangeSentAt, shown.PhoneChangeSentAt, shown.ReauthenticationSentAt = nil, nil, nil, nil, nil, nil
	hidden := map[string]bool{}
	if !oauthserver.Has(scopes, "email") {
		shown.Email, shown.EmailConfirmedAt = "", nil
		hidden["email"], hidden["new_email"] = true, true
	}
	if !oauthserver.Has(scopes, "phone") {
		shown.Phone, shown.PhoneConfirmedAt = "", nil
		hidden["phone"], hidden["phone_number"] = true, true
	}
	shown.ConfirmedAt = core.Earlier(shown.EmailConfirmedAt, shown.PhoneConfirmedAt)
	shown.UserMetadata = json.RawMessage("{}")
	if oauthserver.Has(scopes, "profile") {
		shown.UserMetadata = without(u.UserMetadata, hidden)
	}
	return &shown
}

// without removes hidden fields from a document. An unreadable document becomes empty.
func without(document json.RawMessage, hidden map[string]bool) json.RawMessage {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(document, &all); err != nil {
		return json.RawMessage("{}")
	}
	for name := range hidden {
		delete(all, name)
	}
	left, err := json.Marshal(all)
	if err != nil {
		return json.RawMessage("{}")
	}
	return left
}

// Show is a user as the session may see them: a session that lacks the second factor sees the
// factors and whose account it is, and nothing else.
func (session Session) Show(u *core.User) *core.User {
	if session.Client != nil {
		return showToClient(u, session.Scopes)
	}
	if session.AAL == AAL2 || !u.HasVerifiedFactor() {
		return u
	}
	shown := *u
	shown.UserMetadata, shown.Identities, shown.NewEmail, shown.NewPhone = json.RawMessage("{}"), []core.Identity{}, "", ""
	shown.Factors = slices.Clone(u.Factors)
	for i := range shown.Factors {
		shown.Factors[i].Phone = nil
	}
	return &shown
}
