package jobs_test

import (
	"testing"

	"github.com/jackc/pgx/v5"

	"automacao/internal/notify/mail"
)

func TestTheQueueIsCountedByKindAndState(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for range 3 {
		err := pgx.BeginFunc(t.Context(), b.Pool, func(tx pgx.Tx) error {
			return b.jobs.SendMail(t.Context(), tx, mail.Letter{To: "marina@exemplo.test", Subject: "Oi"})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	b.exec(`UPDATE jobs.river_job SET state = 'discarded', finalized_at = now() WHERE id = (SELECT min(id) FROM jobs.river_job)`)
	b.exec(`UPDATE jobs.river_job SET scheduled_at = now() - interval '10 minutes' WHERE state = 'available'`)
	queued, err := b.jobs.Queued(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]int{}
	for _, one := range queued {
		kinds[one.Kind]++
		want := map[string]int64{"send_mail available": 2, "send_mail discarded": 1}[one.Kind+" "+one.State]
		if one.Count != want || (one.Waiting.Minutes() >= 10) != (one.Kind == "send_mail" && one.State == "available") {
			t.Errorf("in the queue is %+v", one)
		}
	}
	if len(kinds) != len(b.jobs.Worked()) || len(queued) != 5*len(kinds) {
		t.Errorf("%d kinds are told of in %d rows", len(kinds), len(queued))
	}
}
