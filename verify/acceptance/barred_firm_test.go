package acceptance

import (
	"testing"
)

// TestABarredFirmIsNotRegisteredAnew checks that a barred firm cannot be registered under another
// person's account.
func TestABarredFirmIsNotRegisteredAnew(t *testing.T) {
	t.Parallel()
	c := newCast(setup(t))
	registers := func(token, document string) string {
		return c.Ask(request{Method: "POST", Path: "/rest/v1/rpc/register_firm", Token: token,
			Body: map[string]any{"kind": "pj", "legal_name": "Nunes Automação", "document": document}}).Told()
	}
	const barred, other = "DE.MO0.001/0001-07", "11.222.333/0001-81"
	if got := registers(c.tokens["rafael"], barred); got != done {
		t.Fatalf("Rafael's firm: %s", got)
	}
	if got := c.calls("admin", "block_user", map[string]any{"user_id": c.rafael()}); got.Status != 200 {
		t.Fatal(got.Body)
	}
	if got := c.Ask(request{Method: "DELETE", Path: "/auth/v1/admin/users/" + c.rafael().String(), Headers: map[string]string{"Apikey": c.App.Keys().ServiceRoleKey}}); got.Status != 200 {
		t.Fatal(got.Body)
	}
	friend := c.Session(c.Member("professional", "Amigo Nunes"))
	if got := registers(friend, barred); got != "403 account_barred" {
		t.Errorf("a friend registers it: %s", got)
	}
	if got := registers(friend, other); got != done {
		t.Errorf("he registers another: %s", got)
	}
}
