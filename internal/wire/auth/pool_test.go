package auth

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/postgres"
	"automacao/internal/postgres/dbtest"
)

// setupSmall is a server whose pool has few connections.
func setupSmall(t *testing.T, conns int32, adjust ...func(*Config)) *bundle {
	t.Helper()
	t.Parallel()
	pool, err := postgres.NewPool(t.Context(), dbtest.Open(t).URL, conns)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return setupOn(t, pool, adjust...)
}

var errNotHers = errors.New("the password is not hers")

// confirmAtOnce confirms a password in several transactions, the first of which hold every
// connection of the pool before any continues. All are rolled back.
func (b *bundle) confirmAtOnce(calls int, userID uuid.UUID, word string) []error {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.t.Context(), patience)
	defer cancel()
	ctx = caller.NewContext(ctx, caller.Caller{IP: homeIP})
	conns := b.pool.Config().MaxConns
	var holding atomic.Int32
	full := make(chan struct{})
	answers := make([]error, calls)
	var group sync.WaitGroup
	for i := range calls {
		answers[i] = errors.New("not asked")
		group.Go(func() {
			_ = pgx.BeginFunc(ctx, b.pool, func(tx pgx.Tx) error {
				if holding.Add(1) == conns {
					close(full)
				}
				<-full
				answers[i] = b.CheckPassword(ctx, tx, userID, word, errNotHers)
				return errors.New("undone")
			})
		})
	}
	group.Wait()
	return answers
}

func TestPasswordsAreConfirmedWhileEveryConnectionIsHeld(t *testing.T) {
	b := setupSmall(t, 2)
	id := b.signUp(marina).User.ID
	for _, got := range b.confirmAtOnce(6, id, "not the password") {
		if !errors.Is(got, errNotHers) {
			t.Errorf("a wrong password is answered %v", got)
		}
	}
	counted := scalar[int](b, `SELECT coalesce(sum(count), 0) FROM auth.attempts`)
	recorded := scalar[int](b, `SELECT count(*) FROM auth.audit_log_entries WHERE action = 'login_failed'`)
	if counted != 2*6 || recorded != 6 {
		t.Errorf("%d attempts are counted and %d recorded, want 6 here, 6 everywhere, and 6", counted, recorded)
	}
	for _, got := range b.confirmAtOnce(4, id, password) {
		if got != nil {
			t.Errorf("the password is answered %v", got)
		}
	}
	if counted := scalar[int](b, `SELECT coalesce(sum(count), 0) FROM auth.attempts`); counted != 6 {
		t.Errorf("%d counts outlive a success, want the 6 of everywhere", counted)
	}
}

func TestAddressesChangeAtOnceOnASmallPool(t *testing.T) {
	b := setupSmall(t, 2, func(c *Config) { c.CurrentPasswordOptional = true })
	devices := make([]device, 16)
	for i := range devices {
		devices[i] = b.signUp(fmt.Sprintf("antes%d@b.co", i))
	}
	var group sync.WaitGroup
	for i, d := range devices {
		group.Go(func() {
			got := b.put(d, map[string]any{"email": fmt.Sprintf("depois%d@b.co", i)})
			if got.status != 200 {
				t.Errorf("got %d %s", got.status, got.raw)
			}
		})
	}
	group.Wait()
}

func TestOneConnectionIsEnoughForEveryPath(t *testing.T) {
	b := setupSmall(t, 1)
	d := b.signUp(marina)
	b.want(b.tryPassword(marina, "not the password", homeIP), 400, "invalid_credentials")
	d = b.device(b.tryRefresh(d.RefreshToken))
	b.want(b.do(request{method: "GET", path: "/reauthenticate", bearer: d.AccessToken}), 200, "")
	b.want(b.put(d, map[string]any{"password": "bomba dosadora", "nonce": b.mails.last(t).code}), 200, "")
	b.want(b.put(d, map[string]any{"password": password, "current_password": "bomba dosadora"}), 200, "")
	b.want(b.put(d, map[string]any{"email": "nova@b.co", "current_password": password}), 200, "")
	b.want(b.agrees(b.mails.mailed(t, MailEmailChange)), 200, "200")
	b.device(b.agrees(b.mails.mailed(t, MailEmailChangeCurrent)))
	b.want(b.post("/recover", map[string]any{"email": "nova@b.co"}), 200, "")
	d = b.device(b.post("/verify", map[string]any{"type": "recovery", "email": "nova@b.co", "token": b.mails.last(t).code}))
	b.want(b.put(d, map[string]any{"password": "bomba centrífuga"}), 200, "")
	b.enrolFactor(d, "celular")
	b.want(b.admin("POST", "/admin/users", map[string]any{"email": "carlos@b.co", "password": password}), 200, "")
	for _, got := range b.confirmAtOnce(3, d.User.ID, "bomba centrífuga") {
		if got != nil {
			t.Error(got)
		}
	}
	b.want(b.do(request{method: "POST", path: "/logout?scope=others", bearer: b.device(b.tryPassword("nova@b.co", "bomba centrífuga", homeIP)).AccessToken}), 204, "")
}
