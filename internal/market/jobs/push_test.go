package jobs_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/jobs"
	"automacao/internal/market/people/notification"
	"automacao/internal/notify/push"
	"automacao/internal/notify/push/pushtest"
	"automacao/internal/notify/queue"
	"automacao/internal/postgres/dbtest"
)

// pushing is the queue with a push service.
type pushing struct {
	*bundle
	service *pushtest.Service
	key     push.Key
}

func setupPush(t *testing.T) *pushing {
	t.Helper()
	b := &pushing{bundle: &bundle{Database: dbtest.Open(t), t: t}, service: pushtest.Open(t)}
	if err := queue.Migrate(t.Context(), b.Owner); err != nil {
		t.Fatal(err)
	}
	text, _ := push.NewKey()
	b.key, _ = push.ParseKey(text)
	services, err := push.NewServices([]string{b.service.Origin})
	if err != nil {
		t.Fatal(err)
	}
	sender := push.NewSender(b.key, "contato@exemplo.test", services)
	t.Cleanup(sender.Close)
	nothing := func(context.Context) error { return nil }
	b.jobs, err = jobs.New(b.Pool, jobs.Config{URL: "https://exemplo.test", Push: sender, PurgeSessions: nothing, SweepFiles: nothing}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// device signs a person in on a browser that receives notifications.
func (b *pushing) device(person uuid.UUID, name string) {
	b.t.Helper()
	browser := b.service.Browser(b.t, name)
	b.exec(`WITH session AS (INSERT INTO auth.sessions (user_id) VALUES ($1) RETURNING id)
		INSERT INTO public.push_subscriptions (profile_id, session_id, endpoint, p256dh, auth_secret) SELECT $1, id, $2, $3, $4 FROM session`,
		person, browser.Endpoint, browser.P256dh, browser.Auth)
}

func (b *pushing) tell(person uuid.UUID, news notification.News) {
	b.t.Helper()
	if err := pgx.BeginFunc(b.t.Context(), b.Pool, func(tx pgx.Tx) error { return notification.Tell(b.t.Context(), tx, person, news) }); err != nil {
		b.t.Fatal(err)
	}
}

// told returns the next notification that a device shows.
func (b *pushing) told() (notification.OnDevice, pushtest.Delivery) {
	b.t.Helper()
	select {
	case delivery := <-b.service.Delivered:
		var shown notification.OnDevice
		if err := json.Unmarshal([]byte(delivery.Body), &shown); err != nil {
			b.t.Fatalf("%s: %v", delivery.Body, err)
		}
		return shown, delivery
	case <-time.After(patience):
		b.t.Fatal("no device was told")
		return notification.OnDevice{}, pushtest.Delivery{}
	}
}

// until waits for a query to be true.
func (b *pushing) until(what, query string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.t.Context(), patience)
	defer cancel()
	for is := false; !is; {
		if err := b.Owner.QueryRow(ctx, query).Scan(&is); err != nil {
			b.t.Fatalf("%s never came about: %v", what, err)
		}
	}
}

const (
	allDone = `SELECT NOT EXISTS (SELECT FROM private.push_queue) AND NOT EXISTS (SELECT FROM jobs.river_job WHERE kind = 'push' AND state NOT IN ('completed', 'cancelled', 'discarded'))`
	waiting = `SELECT EXISTS (SELECT FROM jobs.river_job WHERE kind = 'push' AND state IN ('scheduled', 'retryable') AND scheduled_at > now() + interval '30 minutes')`
)

func message(from uuid.UUID, name string) notification.News {
	return notification.News{
		Kind: notification.Message, Title: "Nova mensagem de " + name, Many: "{n} novas mensagens de " + name, Body: "A senha do painel é 1234",
		SubjectKind: notification.AboutConversation, SubjectID: from, ActorID: from, Group: "message:" + from.String(),
	}
}

func TestADeviceIsToldWhoWroteAndNotWhat(t *testing.T) {
	t.Parallel()
	b := setupPush(t)
	marina, otto := b.member("marina"), b.member("otto")
	b.device(marina, "phone")
	b.device(marina, "desk")
	b.device(otto, "other")
	b.tell(marina, message(otto, "otto"))
	b.run()
	want := notification.OnDevice{Title: "otto", Body: "Enviou uma mensagem", URL: "/dashboard/mensagens/" + otto.String(), Unread: 1}
	ids := map[string]bool{}
	for range 2 {
		shown, delivery := b.told()
		ids[shown.ID] = true
		if delivery.Topic != shown.Tag || len(shown.Tag) != 32 || delivery.Urgency != "high" || delivery.Key != b.key.Public {
			t.Errorf("sent as %+v", delivery)
		}
		shown.ID, shown.Tag = "", ""
		if shown != want {
			t.Errorf("%+v is shown", shown)
		}
	}
	b.until("the end of the work", allDone)
	if len(ids) != 1 || len(b.service.Delivered) != 0 {
		t.Errorf("one notice has the ids %v, and %d more came", ids, len(b.service.Delivered))
	}
	b.until("the mark of success", `SELECT count(*) = 2 FROM public.push_subscriptions WHERE succeeded_at IS NOT NULL`)
}

func TestTheNewestOfAMatterIsTold(t *testing.T) {
	t.Parallel()
	b := setupPush(t)
	marina, otto := b.member("marina"), b.member("otto")
	b.device(marina, "phone")
	for range 3 {
		b.tell(marina, message(otto, "otto"))
	}
	b.run()
	first, _ := b.told()
	if first.Body != "3 novas mensagens" {
		t.Errorf("three are %+v", first)
	}
	b.tell(marina, message(otto, "otto"))
	second, _ := b.told()
	if second.Tag != first.Tag || second.ID == first.ID {
		t.Errorf("after %+v comes %+v", first, second)
	}
}

func TestWhatWasReadIsNotTold(t *testing.T) {
	t.Parallel()
	b := setupPush(t)
	marina, otto := b.member("marina"), b.member("otto")
	b.device(marina, "phone")
	b.tell(marina, message(otto, "otto"))
	b.exec(`UPDATE public.notifications SET read = true`)
	b.tell(marina, notification.News{Kind: notification.Account, Title: "Saque: R$ 4.000,00 na conta", Body: "R$ 4.000,00", SubjectKind: notification.AboutFinance})
	b.run()
	shown, delivery := b.told()
	if shown.Title != "Saque" || shown.Body != "" || delivery.Urgency != "normal" {
		t.Errorf("%+v is shown, sent as %+v", shown, delivery)
	}
	b.until("the end of the work", allDone)
}

func TestADeviceThatLeftIsForgotten(t *testing.T) {
	t.Parallel()
	b := setupPush(t)
	marina := b.member("marina")
	b.device(marina, "phone")
	b.service.Next(pushtest.Answer{Status: http.StatusGone})
	b.tell(marina, notification.News{Kind: notification.Review, Title: "Você recebeu uma avaliação", SubjectKind: notification.AboutReviews})
	b.run()
	b.told()
	b.until("the end of the device", `SELECT NOT EXISTS (SELECT FROM public.push_subscriptions)`)
	b.until("the end of the work", allDone)
}

func TestAServiceThatAsksToWaitIsWaitedFor(t *testing.T) {
	t.Parallel()
	b := setupPush(t)
	marina := b.member("marina")
	b.device(marina, "phone")
	b.service.Next(pushtest.Answer{Status: http.StatusTooManyRequests, RetryAfter: "3000"})
	b.tell(marina, notification.News{Kind: notification.Review, Title: "Você recebeu uma avaliação", SubjectKind: notification.AboutReviews})
	b.run()
	refused, _ := b.told()
	b.until("the pause", waiting)
	b.exec(`UPDATE jobs.river_job SET scheduled_at = now(), state = 'available' WHERE kind = 'push'`)
	if again, _ := b.told(); again != refused {
		t.Errorf("after %+v comes %+v", refused, again)
	}
	b.until("the end of the work", allDone)
}

// A server that dies between the service's answer and its own record leaves the job running. After
// the rescue the job runs again.
func TestWhatIsSentTwiceIsToldApartByItsID(t *testing.T) {
	t.Parallel()
	b := setupPush(t)
	marina := b.member("marina")
	b.device(marina, "phone")
	b.tell(marina, notification.News{Kind: notification.Review, Title: "Você recebeu uma avaliação", SubjectKind: notification.AboutReviews})
	b.run()
	first, _ := b.told()
	b.until("the end of the work", allDone)
	b.exec(`UPDATE jobs.river_job SET state = 'available', finalized_at = NULL WHERE kind = 'push'`)
	if again, _ := b.told(); again != first {
		t.Errorf("after %+v comes %+v", first, again)
	}
}

func TestAnEndedSessionIsToldNothing(t *testing.T) {
	t.Parallel()
	b := setupPush(t)
	marina := b.member("marina")
	b.device(marina, "phone")
	b.device(marina, "late")
	b.device(marina, "desk")
	news := notification.News{Kind: notification.Review, Title: "Você recebeu uma avaliação", SubjectKind: notification.AboutReviews}
	b.tell(marina, news)
	b.exec(`DELETE FROM auth.sessions s USING public.push_subscriptions d WHERE d.session_id = s.id AND d.endpoint LIKE '%/phone'`)
	b.exec(`UPDATE auth.sessions s SET not_after = now() FROM public.push_subscriptions d WHERE d.session_id = s.id AND d.endpoint LIKE '%/late'`)
	b.run()
	b.told()
	b.until("the end of the work", allDone)
	b.exec(`UPDATE public.profiles SET status = 'blocked'`)
	b.tell(marina, news)
	b.until("the end of the work", allDone)
	if len(b.service.Delivered) != 0 {
		t.Errorf("told as well: %+v", <-b.service.Delivered)
	}
}
