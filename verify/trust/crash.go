package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/client"
)

// journal records what was acknowledged to a client. Each line is on disk before the next call, so
// that the journal survives the client's own death.
type journal struct {
	mu   sync.Mutex
	file *os.File
	acts map[string][]uuid.UUID
	// doubtful counts requests that were sent and not answered; they are sent again.
	doubtful, refused int
}

func openJournal(folder string) (*journal, error) {
	file, err := os.Create(filepath.Join(folder, "journal"))
	return &journal{file: file, acts: map[string][]uuid.UUID{}}, err
}

// keep records an acknowledged act.
func (j *journal) keep(act string, id uuid.UUID) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.acts[act] = append(j.acts[act], id)
	if _, err := fmt.Fprintln(j.file, act, id); err != nil {
		return err
	}
	return j.file.Sync()
}

func (j *journal) count() (all int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, ids := range j.acts {
		all += len(ids)
	}
	return all
}

func (j *journal) of(act string) []uuid.UUID {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Clone(j.acts[act])
}

// crowd writes as long as its context lasts: messages with its own keys, and acceptances of
// proposals. A request without an answer is sent again, as a client does that does not know the
// outcome.
type crowd struct {
	*town
	journal *journal
	people  []*client.Client
	company *client.Client
	waiting chan uuid.UUID
	failure chan error
}

// senders is the number of concurrent writers: about half of what two cores can handle. One more
// accepts proposals.
const senders = 4

// proposalValue is the sum of a prepared proposal's milestones.
const proposalValue = "300.00"

func (t *town) gather(ctx context.Context, proposals int) (*crowd, error) {
	kept, err := openJournal(t.Folder)
	if err != nil {
		return nil, err
	}
	c := &crowd{town: t, journal: kept, waiting: make(chan uuid.UUID, proposals), failure: make(chan error, senders+1)}
	for i := range senders {
		someone, err := t.member(ctx, "professional", "Pessoa "+strconv.Itoa(i))
		if err != nil {
			return nil, err
		}
		c.people = append(c.people, someone)
	}
	if c.company, err = t.member(ctx, "company", "Envasadora Monte Claro"); err != nil {
		return nil, err
	}
	for range proposals {
		id, err := t.propose(ctx, c.company.UserID, c.people[0].UserID)
		if err != nil {
			return nil, err
		}
		c.waiting <- id
	}
	return c, nil
}

// propose creates a project with a proposal of three milestones.
func (t *town) propose(ctx context.Context, company, professional uuid.UUID) (id uuid.UUID, err error) {
	const parts = `[{"title":"Painel","value":"100.00"},{"title":"Programa","value":"150.00"},{"title":"Partida","value":"50.00"}]`
	err = pgx.BeginFunc(ctx, t.db, func(tx pgx.Tx) error {
		var project uuid.UUID
		if err := tx.QueryRow(ctx, `
			INSERT INTO public.projects (company_id, title, description, budget, deadline, skills)
			VALUES ($1, 'Retrofit da linha 2', 'Painel antigo', 'A combinar', '60 dias', '{retrofit}') RETURNING id`, company).Scan(&project); err != nil {
			return err
		}
		return tx.QueryRow(ctx, `
			INSERT INTO public.proposals (project_id, professional_id, value, cover_letter, milestones)
			VALUES ($1, $2, `+proposalValue+`, 'Posso começar já.', $3) RETURNING id`, project, professional, parts).Scan(&id)
	})
	return id, err
}

// write starts all writers; wait returns once all have ended with ctx.
func (c *crowd) write(ctx context.Context) (wait func() error) {
	var working sync.WaitGroup
	start := func(work func(context.Context) error) {
		working.Go(func() {
			if err := work(ctx); err != nil && ctx.Err() == nil {
				c.failure <- err
			}
		})
	}
	for i := range c.people {
		start(func(ctx context.Context) error { return c.send(ctx, i) })
	}
	start(c.accept)
	return func() error {
		working.Wait()
		select {
		case err := <-c.failure:
			return err
		default:
			return nil
		}
	}
}

func (c *crowd) send(ctx context.Context, i int) error {
	from, to := c.people[i], c.people[(i+1)%len(c.people)]
	for ctx.Err() == nil {
		id := uuid.Must(uuid.NewV7())
		row := map[string]any{"client_id": id, "from_id": from.UserID, "to_id": to.UserID, "content": "Segue a lista " + id.String()}
		if err := c.insist(ctx, "message", id, func() error { return insert(ctx, from, "messages", row) }); err != nil {
			return err
		}
	}
	return nil
}

func (c *crowd) accept(ctx context.Context) error {
	for ctx.Err() == nil {
		var id uuid.UUID
		select {
		case id = <-c.waiting:
		default:
			return nil
		}
		body, err := json.Marshal(map[string]any{"proposal_id": id})
		if err != nil {
			return err
		}
		err = c.insist(ctx, "acceptance", id, func() error {
			_, err := c.company.Call(ctx, http.MethodPost, "/rest/v1/rpc/accept_proposal", body, "Idempotency-Key", "accept-"+id.String())
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// retryPause is the pause before a client retries while the server is unavailable.
const retryPause = 20 * time.Millisecond

// insist repeats an act until it is acknowledged. If the key already exists, an earlier attempt
// succeeded and its answer was lost.
func (c *crowd) insist(ctx context.Context, act string, id uuid.UUID, do func() error) error {
	for ctx.Err() == nil {
		err := do()
		answer, isAnswer := errors.AsType[*client.Status](err)
		switch {
		case err == nil, isAnswer && answer.Code == http.StatusConflict && bytes.Contains(answer.Body, []byte("23505")):
			return c.journal.keep(act, id)
		case isAnswer && answer.Code < http.StatusInternalServerError && answer.Code != http.StatusTooManyRequests && answer.Code != http.StatusConflict:
			return fmt.Errorf("%s %s: %w", act, id, err)
		}
		c.journal.mu.Lock()
		if c.journal.doubtful++; isAnswer {
			c.journal.refused++
		}
		c.journal.mu.Unlock()
		select {
		case <-ctx.Done():
		case <-time.After(retryPause):
		}
	}
	return nil
}

// broken are queries for the traces of a partly applied transition.
var broken = map[string]string{
	"accepted proposals without their contract": `SELECT count(*) FROM public.proposals p
		WHERE p.status = 'accepted' AND NOT EXISTS (SELECT FROM public.contracts c WHERE c.proposal_id = p.id)`,
	"contracts of proposals that are not accepted": `SELECT count(*) FROM public.contracts c JOIN public.proposals p ON p.id = c.proposal_id WHERE p.status <> 'accepted'`,
	"contracts whose milestones do not sum up": `SELECT count(*) FROM public.contracts c
		WHERE c.value_cents IS DISTINCT FROM (SELECT sum(m.value_cents) FROM public.milestones m WHERE m.contract_id = c.id)`,
	"projects with a contract that are still open": `SELECT count(*) FROM public.projects j JOIN public.contracts c ON c.project_id = j.id WHERE j.status = 'open'`,
	"messages there twice":                         `SELECT count(*) - count(DISTINCT content) FROM public.messages WHERE content LIKE 'Segue a lista %'`,
	"contracts there twice":                        `SELECT count(*) - count(DISTINCT proposal_id) FROM public.contracts`,
}

// verify checks that everything acknowledged is stored, and that nothing is partly applied.
func (c *crowd) verify(ctx context.Context) error {
	var wrong []error
	for act, query := range map[string]string{
		"message":    `SELECT count(*) FROM public.messages WHERE client_id = ANY ($1)`,
		"acceptance": `SELECT count(*) FROM public.contracts WHERE proposal_id = ANY ($1)`,
	} {
		ids := c.journal.of(act)
		found, err := c.patiently(ctx, query, ids)
		if wrong = append(wrong, err); found != len(ids) {
			wrong = append(wrong, fmt.Errorf("of %d acknowledged %ss %d are there", len(ids), act, found))
		}
	}
	for what, query := range broken {
		found, err := c.patiently(ctx, query)
		if wrong = append(wrong, err); found != 0 {
			wrong = append(wrong, fmt.Errorf("%d %s", found, what))
		}
	}
	return errors.Join(wrong...)
}

// patiently runs a count and retries on connections that died with their server.
func (c *crowd) patiently(ctx context.Context, query string, arguments ...any) (found int, err error) {
	for range 50 {
		if found, err = c.number(ctx, query, arguments...); err == nil {
			return found, nil
		}
		time.Sleep(retryPause)
	}
	return found, err
}

// until waits until the given number of further acts is acknowledged.
func (c *crowd) until(ctx context.Context, acts int) error {
	bounded, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for want := c.journal.count() + acts; c.journal.count() < want; {
		select {
		case err := <-c.failure:
			return err
		case <-bounded.Done():
			return fmt.Errorf("the server acknowledges nothing more: %w", bounded.Err())
		case <-time.After(time.Millisecond):
		}
	}
	return nil
}

// proposalsPerKill is roughly how many proposals are accepted between two kills.
const proposalsPerKill = 3

// killServer kills the server with SIGKILL repeatedly under writes. It does not test power cuts:
// data that the system has accepted is still written.
func killServer(ctx context.Context, r *run) (figure string, err error) {
	kills := r.count(100, 3)
	t, err := r.settle(ctx, nil, nil)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, t.leave()) }()
	c, err := t.gather(ctx, kills*proposalsPerKill)
	if err != nil {
		return "", err
	}
	var starts []time.Duration
	for range kills {
		writing, rest := context.WithCancel(ctx)
		wait := c.write(writing)
		err := c.until(ctx, 5+r.Rand.IntN(60))
		err = errors.Join(err, t.Kill())
		rest()
		if err = errors.Join(err, wait()); err != nil {
			return "", err
		}
		began := time.Now()
		ready := t.firstReady(ctx, began)
		if err := t.Start(ctx); err != nil {
			return "", err
		}
		starts = append(starts, <-ready)
		if err := c.verify(ctx); err != nil {
			return "", fmt.Errorf("after kill %d: %w", len(starts), err)
		}
	}
	slices.Sort(starts)
	figure = fmt.Sprintf("%d kills, %d writes acknowledged, 0 lost, 0 doubled, 0 halves; %d got no answer and were sent again; ready again in %d ms (median; worst %d ms); a killed process is no power cut",
		kills, c.journal.count(), c.journal.doubtful, starts[len(starts)/2].Milliseconds(), starts[len(starts)-1].Milliseconds())
	if median := starts[len(starts)/2]; !r.Quick && median > 2*time.Second {
		return figure, errors.New("it takes more than 2 s to be ready")
	}
	return figure, nil
}

// firstReady polls without a pause and returns how long the first success took.
func (t *town) firstReady(ctx context.Context, since time.Time) <-chan time.Duration {
	ready := make(chan time.Duration, 1)
	go func() {
		for ctx.Err() == nil {
			if response, err := t.http.Get(t.URL() + "/ready"); err == nil {
				_ = response.Body.Close()
				if response.StatusCode == http.StatusOK {
					break
				}
			}
			time.Sleep(5 * time.Millisecond)
		}
		ready <- time.Since(since)
	}()
	return ready
}

// killDatabase kills PostgreSQL with SIGKILL while the server keeps running.
func killDatabase(ctx context.Context, r *run) (figure string, err error) {
	kills := r.count(20, 2)
	t, err := r.settle(ctx, nil, nil)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, t.leave()) }()
	c, err := t.gather(ctx, kills*2*proposalsPerKill)
	if err != nil {
		return "", err
	}
	writing, rest := context.WithCancel(ctx)
	wait := c.write(writing)
	var waits []time.Duration
	for range kills {
		if err = c.until(ctx, 5+r.Rand.IntN(40)); err != nil {
			break
		}
		var took time.Duration
		if took, err = c.killPostmaster(ctx); err != nil {
			break
		}
		waits = append(waits, took)
	}
	rest()
	if err = errors.Join(err, wait()); err != nil {
		return "", err
	}
	if err := errors.Join(syscall.Kill(t.PID(), 0), c.verify(ctx)); err != nil {
		return "", err
	}
	slices.Sort(waits)
	worst := waits[len(waits)-1]
	figure = fmt.Sprintf("%d kills, the server stayed; %d writes acknowledged, 0 lost, 0 doubled, 0 halves; %d were answered 5xx or cut off and sent again; a write is acknowledged %d ms after PostgreSQL accepts (median; worst %d ms)",
		kills, c.journal.count(), c.journal.doubtful, waits[len(waits)/2].Milliseconds(), worst.Milliseconds())
	if !r.Quick && worst > 5*time.Second {
		return figure, errors.New("it takes more than 5 s to serve again")
	}
	return figure, nil
}

// killPostmaster kills PostgreSQL and returns the time from when the restarted one accepts
// connections until the next write is acknowledged.
func (c *crowd) killPostmaster(ctx context.Context) (time.Duration, error) {
	pid, err := c.postmaster()
	if err != nil {
		return 0, err
	}
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		return 0, err
	}
	bounded, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for {
		if next, err := c.postmaster(); err == nil && next != pid {
			if conn, err := pgx.Connect(bounded, c.dbURL); err == nil {
				_ = conn.Close(bounded)
				break
			}
		}
		if bounded.Err() != nil {
			return 0, errors.New("PostgreSQL does not come back")
		}
		time.Sleep(time.Millisecond)
	}
	accepts := time.Now()
	err = c.until(ctx, 1)
	return time.Since(accepts), err
}

func (c *crowd) postmaster() (int, error) {
	text, err := os.ReadFile(filepath.Join(c.Data, "postgres", "postmaster.pid"))
	if err != nil {
		return 0, err
	}
	first, _, _ := bytes.Cut(text, []byte("\n"))
	return strconv.Atoi(string(bytes.TrimSpace(first)))
}
