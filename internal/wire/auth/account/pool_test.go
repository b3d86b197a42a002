package account_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/postgres"
	"automacao/internal/postgres/dbtest"
	"automacao/internal/wire/auth/authtest"
	"automacao/internal/wire/auth/core"
)

// setupSmall is a server whose pool has few connections.
func setupSmall(t *testing.T, conns int32, adjust ...func(*core.Config)) *authtest.Bundle {
	t.Helper()
	t.Parallel()
	pool, err := postgres.NewPool(t.Context(), dbtest.Open(t).URL, conns)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return authtest.SetupOn(t, pool, adjust...)
}

// patience bounds a wait; a passing test never takes nearly as long.
const patience = time.Minute

var errNotHers = errors.New("the password is not hers")

// confirmAtOnce confirms a password in several transactions, the first of which hold every
// connection of the pool before any continues. All are rolled back.
func confirmAtOnce(b *authtest.Bundle, calls int, userID uuid.UUID, word string) []error {
	b.T.Helper()
	ctx, cancel := context.WithTimeout(b.T.Context(), patience)
	defer cancel()
	ctx = caller.NewContext(ctx, caller.Caller{IP: authtest.HomeIP})
	conns := b.Pool.Config().MaxConns
	var holding atomic.Int32
	full := make(chan struct{})
	answers := make([]error, calls)
	var group sync.WaitGroup
	for i := range calls {
		answers[i] = errors.New("not asked")
		group.Go(func() {
			_ = pgx.BeginFunc(ctx, b.Pool, func(tx pgx.Tx) error {
				if holding.Add(1) == conns {
					close(full)
				}
				<-full
				answers[i] = b.Accounts.CheckPassword(ctx, tx, userID, word, errNotHers)
				return errors.New("undone")
			})
		})
	}
	group.Wait()
	return answers
}

func TestPasswordsAreConfirmedWhileEveryConnectionIsHeld(t *testing.T) {
	b := setupSmall(t, 2)
	id := b.SignUp(authtest.Marina).User.ID
	for _, got := range confirmAtOnce(b, 6, id, "not the password") {
		if !errors.Is(got, errNotHers) {
			t.Errorf("a wrong password is answered %v", got)
		}
	}
	counted := authtest.Scalar[int](b, `SELECT coalesce(sum(count), 0) FROM auth.attempts`)
	recorded := authtest.Scalar[int](b, `SELECT count(*) FROM auth.audit_log_entries WHERE action = 'login_failed'`)
	if counted != 2*6 || recorded != 6 {
		t.Errorf("%d attempts are counted and %d recorded, want 6 here, 6 everywhere, and 6", counted, recorded)
	}
	for _, got := range confirmAtOnce(b, 4, id, authtest.Password) {
		if got != nil {
			t.Errorf("the password is answered %v", got)
		}
	}
	if counted := authtest.Scalar[int](b, `SELECT coalesce(sum(count), 0) FROM auth.attempts`); counted != 6 {
		t.Errorf("%d counts outlive a success, want the 6 of everywhere", counted)
	}
}

func TestAddressesChangeAtOnceOnASmallPool(t *testing.T) {
	b := setupSmall(t, 2, func(c *core.Config) { c.CurrentPasswordOptional = true })
	devices := make([]authtest.Device, 16)
	for i := range devices {
		devices[i] = b.SignUp(fmt.Sprintf("antes%d@b.co", i))
	}
	var group sync.WaitGroup
	for i, d := range devices {
		group.Go(func() {
			got := b.Put(d, map[string]any{"email": fmt.Sprintf("depois%d@b.co", i)})
			if got.Status != 200 {
				t.Errorf("got %d %s", got.Status, got.Raw)
			}
		})
	}
	group.Wait()
}

func TestOneConnectionIsEnoughForEveryPath(t *testing.T) {
	b := setupSmall(t, 1)
	d := b.SignUp(authtest.Marina)
	b.Want(b.TryPassword(authtest.Marina, "not the password", authtest.HomeIP), 400, "invalid_credentials")
	d = b.Device(b.TryRefresh(d.RefreshToken))
	b.Want(b.Do(authtest.Request{Method: "GET", Path: "/reauthenticate", Bearer: d.AccessToken}), 200, "")
	b.Want(b.Put(d, map[string]any{"password": "bomba dosadora", "nonce": b.Mails.Last(t).Code}), 200, "")
	b.Want(b.Put(d, map[string]any{"password": authtest.Password, "current_password": "bomba dosadora"}), 200, "")
	b.Want(b.Put(d, map[string]any{"email": "nova@b.co", "current_password": authtest.Password}), 200, "")
	b.Want(b.Agrees(b.Mails.Mailed(t, core.MailEmailChange)), 200, "200")
	b.Device(b.Agrees(b.Mails.Mailed(t, core.MailEmailChangeCurrent)))
	b.Want(b.Post("/recover", map[string]any{"email": "nova@b.co"}), 200, "")
	d = b.Device(b.Post("/verify", map[string]any{"type": "recovery", "email": "nova@b.co", "token": b.Mails.Last(t).Code}))
	b.Want(b.Put(d, map[string]any{"password": "bomba centrífuga"}), 200, "")
	b.EnrolFactor(d, "celular")
	b.Want(b.Admin("POST", "/admin/users", map[string]any{"email": "carlos@b.co", "password": authtest.Password}), 200, "")
	for _, got := range confirmAtOnce(b, 3, d.User.ID, "bomba centrífuga") {
		if got != nil {
			t.Error(got)
		}
	}
	b.Want(b.Do(authtest.Request{Method: "POST", Path: "/logout?scope=others", Bearer: b.Device(b.TryPassword("nova@b.co", "bomba centrífuga", authtest.HomeIP)).AccessToken}), 204, "")
}
