package acceptance

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/uuid"
)

// TestAnInvitationIsAnsweredFromItsMail opens the link as mail filters do, answers without a session,
// and tries the link of another person, of another invitation and after the end.
func TestAnInvitationIsAnsweredFromItsMail(t *testing.T) {
	t.Parallel()
	c := newCast(setup(t))
	project, rafael := c.valesProject(), c.ids["rafael"]
	var sent struct{ ID uuid.UUID }
	c.Must(request{Method: "POST", Path: "/rest/v1/rpc/invite_to_propose", Token: c.tokens["vale"], Body: map[string]any{
		"project_id": project, "professional_id": rafael, "note": "Pode visitar <na terça>?",
	}}, &sent)
	link := c.App.InvitationLink(sent.ID, rafael)
	press := func(link, answer string) (int, string) {
		got := c.Ask(request{Method: "POST", Path: link, Headers: map[string]string{"Content-Type": "application/x-www-form-urlencoded"}, Body: []byte(url.Values{"resposta": {answer}}.Encode())})
		return got.Status, got.Body
	}
	status := func() string {
		return c.Text(`SELECT status FROM public.invitations_to_propose WHERE id = $1`, sent.ID)
	}

	shown := c.Ask(request{Method: "GET", Path: link})
	for _, part := range []string{"Retrofit", "Pode visitar &lt;na terça&gt;?", "Tenho interesse", "Sem agenda", "Não é para mim"} {
		if !strings.Contains(shown.Body, part) {
			t.Errorf("the page does not say %q: %s", part, shown.Body)
		}
	}
	if shown.Status != http.StatusOK || status() != "sent" {
		t.Errorf("opening the link is answered %d and leaves it %s", shown.Status, status())
	}
	for _, answer := range []string{"busy", "interested", "interested"} {
		if code, page := press(link, answer); code != http.StatusOK || !strings.Contains(page, "Resposta registrada") || status() != answer {
			t.Errorf("%s is answered %d and leaves it %s", answer, code, status())
		}
	}
	if code, _ := press(link, "proposed"); code != http.StatusUnprocessableEntity {
		t.Errorf("an unknown answer: %d", code)
	}
	forged := strings.Replace(c.App.InvitationLink(uuid.New(), rafael), "convite=", "convite="+sent.ID.String()+"&outro=", 1)
	for name, bad := range map[string]string{"of another invitation": forged, "without a proof": "/convites/responder?convite=" + sent.ID.String() + "&membro=" + rafael.String()} {
		if code, page := press(bad, "declined"); code != http.StatusNotFound || strings.Contains(page, "Retrofit") {
			t.Errorf("a link %s: %d", name, code)
		}
	}
	if code, page := press(c.App.InvitationLink(sent.ID, c.ids["vale"]), "declined"); code != http.StatusNotFound || strings.Contains(page, "Retrofit") {
		t.Errorf("a link of somebody else: %d", code)
	}

	c.Exec(`UPDATE public.invitations_to_propose SET created_at = now() - interval '15 days', expires_at = now() - interval '1 day'`)
	if code, page := press(link, "declined"); code != http.StatusConflict || strings.Contains(page, "Retrofit") || status() != "interested" {
		t.Errorf("after its time: %d, and it is %s", code, status())
	}
	c.proposes(project, "48500.00")
	if status() != "proposed" {
		t.Errorf("a proposal leaves it %s", status())
	}
}
