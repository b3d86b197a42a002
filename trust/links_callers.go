package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"github.com/google/uuid"

	"automacao/internal/wire/client"
	"automacao/trust/badlink"
)

// deadline is when every request has ended; what a busy machine adds is let pass.
const (
	deadline      = 35 * time.Second
	deadlineSpare = 5 * time.Second
	neverMax      = 3 * time.Minute
)

// callers ask for all kinds of things at once, while others listen.
type callers struct {
	*audience
	stop    context.CancelFunc
	members []*client.Client
	picture []byte
	quick   bool

	mu    sync.Mutex
	acked []uuid.UUID
}

// How many ask, and listen.
const (
	askers    = 8
	listening = 5
)

func (f *far) callers(ctx context.Context, quick bool) (*callers, error) {
	listeningUntil, stop := context.WithCancel(ctx)
	c := &callers{stop: stop, picture: noise(), quick: quick}
	var err error
	c.audience, err = f.invite(ctx, listening, 2)
	for i := 0; i < askers && err == nil; i++ {
		var who *client.Client
		who, err = f.member(ctx, "professional", fmt.Sprint("Pessoa ", i))
		c.members = append(c.members, who)
	}
	if err == nil {
		err = c.enter(listeningUntil)
	}
	if err != nil {
		c.hangUp()
	}
	return c, err
}

func (c *callers) hangUp() {
	c.stop()
	if c.audience != nil {
		c.running.Wait()
	}
}

// noise is a picture that no encoder makes small.
func noise() []byte {
	drawn := image.NewRGBA(image.Rect(0, 0, 128, 128))
	for i := range drawn.Pix {
		drawn.Pix[i] = byte(rand.Uint32())
	}
	var encoded bytes.Buffer
	_ = png.Encode(&encoded, drawn)
	return encoded.Bytes()
}

// kinds are what is asked for, in turn.
var kinds = []struct {
	name string
	ask  func(context.Context, *callers, *client.Client) error
}{
	{"list", func(ctx context.Context, _ *callers, who *client.Client) error {
		_, err := who.Get(ctx, "projects?select=id,title&status=eq.open&limit=20")
		return err
	}},
	{"write", func(ctx context.Context, c *callers, who *client.Client) error { return c.write(ctx, who) }},
	{"call", func(ctx context.Context, _ *callers, who *client.Client) error {
		_, err := who.Call(ctx, http.MethodPost, "/rest/v1/rpc/view_profile", fmt.Appendf(nil, `{"profile_id":%q}`, who.UserID), "Idempotency-Key", uuid.NewString())
		return err
	}},
	{"user", func(ctx context.Context, _ *callers, who *client.Client) error {
		_, err := who.Call(ctx, http.MethodGet, "/auth/v1/user", nil)
		return err
	}},
	{"sign-in", func(ctx context.Context, _ *callers, who *client.Client) error {
		_, err := who.Call(ctx, http.MethodPost, "/auth/v1/token?grant_type=password", fmt.Appendf(nil, `{"email":"%s@exemplo.test","password":"uma frase qualquer"}`, uuid.NewString()))
		return but(err, http.StatusBadRequest)
	}},
	{"page", func(ctx context.Context, _ *callers, who *client.Client) error {
		_, err := who.Call(ctx, http.MethodGet, "/projetos/"+uuid.NewString(), nil)
		return but(err, http.StatusNotFound)
	}},
	{"upload", func(ctx context.Context, c *callers, who *client.Client) error {
		_, err := who.Call(ctx, http.MethodPost, pictureOf("", who), c.picture, "Content-Type", "image/png", "X-Upsert", "true")
		return err
	}},
	{"download", func(ctx context.Context, _ *callers, who *client.Client) error {
		_, err := who.Call(ctx, http.MethodGet, pictureOf("public/", who), nil)
		return err
	}},
	{"ready", func(ctx context.Context, _ *callers, who *client.Client) error {
		_, err := who.Call(ctx, http.MethodGet, "/ready", nil)
		return err
	}},
}

func pictureOf(kind string, who *client.Client) string {
	return "/storage/v1/object/" + kind + "public-uploads/avatars/" + who.UserID.String() + "-a.png"
}

// but is nil for the one refusal that is the right answer.
func but(err error, status int) error {
	if answer, isAnswer := errors.AsType[*client.Status](err); isAnswer && answer.Code == status {
		return nil
	}
	return err
}

// write sends a message and remembers it once it is acknowledged.
func (c *callers) write(ctx context.Context, who *client.Client) error {
	id := uuid.Must(uuid.NewV7())
	err := insert(ctx, who, "messages", map[string]any{"id": id, "from_id": who.UserID, "to_id": c.sender.UserID, "content": "Segue a lista."})
	if err == nil {
		c.mu.Lock()
		c.acked = append(c.acked, id)
		c.mu.Unlock()
	}
	return err
}

// lookForAll looks for every acknowledged message.
func (c *callers) lookForAll(ctx context.Context) error {
	found, err := c.number(ctx, `SELECT count(*) FROM public.messages WHERE id = ANY ($1)`, c.acked)
	if err == nil && found != len(c.acked) {
		err = fmt.Errorf("of %d acknowledged messages %d are there", len(c.acked), found)
	}
	return err
}

// outcomes are what became of requests.
type outcomes struct {
	mu                      sync.Mutex
	answered, refused, lost int
	slowest                 time.Duration
	slowestKind             string
	// late are those that took longer than they may.
	late map[string]int
	// last is the last that went wrong.
	last error
}

func (o *outcomes) add(kind string, took time.Duration, err error) {
	_, isAnswer := errors.AsType[*client.Status](err)
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case err == nil:
		o.answered++
	case isAnswer:
		o.refused++
	default:
		o.lost++
	}
	if err != nil {
		o.last = fmt.Errorf("%s: %w", kind, err)
	}
	if took > o.slowest {
		o.slowest, o.slowestKind = took, kind
	}
	if took > deadline+deadlineSpare {
		o.late[kind]++
	}
}

// askFor has everybody ask for everything in turn until ctx ends, and waits for
// what is still unanswered then.
func (c *callers) askFor(ctx context.Context) *outcomes {
	o := &outcomes{late: map[string]int{}}
	var asking sync.WaitGroup
	for i, who := range c.members {
		asking.Go(func() {
			for turn := i; ctx.Err() == nil; turn++ {
				kind := kinds[turn%len(kinds)]
				bounded, cancel := context.WithTimeout(context.WithoutCancel(ctx), neverMax)
				began := time.Now()
				err := kind.ask(bounded, c, who)
				cancel()
				o.add(kind.name, time.Since(began), err)
				time.Sleep(retryPause)
			}
		})
	}
	asking.Wait()
	return o
}

// settleDown lets everything be made that is kept, and says what there is then.
func (c *callers) settleDown(ctx context.Context) (state, error) {
	for _, who := range c.members {
		for _, kind := range kinds[6:] {
			if err := kind.ask(ctx, c, who); err != nil {
				return state{}, fmt.Errorf("%s on good links: %w", kind.name, err)
			}
		}
	}
	bounded, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	if o := c.askFor(bounded); o.refused+o.lost > 0 {
		return state{}, fmt.Errorf("of requests on good links %d were refused and %d lost, the last %w", o.refused, o.lost, o.last)
	}
	return c.rest(ctx)
}

// rest is what the server holds while nobody asks.
func (c *callers) rest(ctx context.Context) (state, error) {
	c.http.CloseIdleConnections()
	time.Sleep(time.Second)
	return c.stateOf(ctx)
}

// under is what becomes of requests while a link is bad, and afterwards.
func (c *callers) under(ctx context.Context, link *badlink.Link, toxic badlink.Toxic, lasts time.Duration, before state) (string, error) {
	bounded, cancel := context.WithTimeout(ctx, lasts)
	defer cancel()
	link.Turn(toxic)
	if toxic.IsDown {
		up := time.AfterFunc(min(lasts, downFor), func() { link.Turn(badlink.Toxic{}) })
		defer up.Stop()
	}
	asked := make(chan *outcomes, 1)
	go func() { asked <- c.askFor(bounded) }()
	<-bounded.Done()
	if c.quick {
		link.Turn(badlink.Toxic{})
	}
	// Whatever is still unanswered has to end by itself.
	o := <-asked
	link.Turn(badlink.Toxic{})
	mended := time.Now()
	failure := c.allWell(ctx, mended)
	well := time.Since(mended)
	after, back := state{}, failure
	if failure == nil {
		after, back = c.asBefore(ctx, before, mended)
	}
	said := fmt.Sprintf("%d answered, %d refused, %d cut off, slowest %.1f s (%s); all well %.1f s after, %v", o.answered, o.refused, o.lost, o.slowest.Seconds(), o.slowestKind, well.Seconds(), after)
	if len(o.late) > 0 {
		back = errors.Join(back, fmt.Errorf("later than %s: %v", deadline, o.late))
	}
	return said, back
}

// allWell asks for one thing of each kind until it is answered, and looks
// whether everybody who listens is told.
func (c *callers) allWell(ctx context.Context, since time.Time) error {
	bounded, cancel := context.WithDeadline(ctx, since.Add(mendMax))
	defer cancel()
	for _, kind := range kinds {
		for {
			err := kind.ask(bounded, c, c.members[0])
			if err == nil {
				break
			}
			if bounded.Err() != nil {
				return fmt.Errorf("%s after %s on a good link: %w", kind.name, mendMax, err)
			}
			time.Sleep(retryPause)
		}
	}
	if err := c.sayToAll(bounded, 1); err != nil {
		return err
	}
	return c.compare(bounded)
}

// asBefore waits until the server holds no more than before.
func (c *callers) asBefore(ctx context.Context, before state, since time.Time) (after state, err error) {
	for {
		if after, err = c.rest(ctx); err != nil {
			return after, err
		}
		if err = after.grownFrom(before, time.Hour); err == nil || time.Since(since) > mendMax {
			return after, err
		}
	}
}
