package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"github.com/google/uuid"

	"automacao/internal/files/blob/blobtest"
	"automacao/internal/postgres/cluster"
	"automacao/internal/wire/client"
	"automacao/verify/spawn"
	"automacao/verify/trust/badlink"
)

// toxics are the seven kinds of bad link, named as in Toxiproxy.
var toxics = []badlink.Toxic{
	{Name: "latency", Latency: time.Second, Jitter: 500 * time.Millisecond},
	{Name: "down", IsDown: true},
	{Name: "bandwidth", BytesPerSecond: 10 << 10},
	{Name: "timeout", IsDead: true},
	{Name: "reset_peer", IsReset: true},
	{Name: "slicer", SliceBytes: 64, SlicePause: time.Millisecond},
	{Name: "limit_data", BytesMax: 16 << 10},
}

// badFor is how long a link is bad, downFor how much of that the link is down with that toxic, and
// mendMax the limit for recovery.
const (
	badFor  = time.Minute
	downFor = 30 * time.Second
	mendMax = time.Minute
)

// far holds what a server depends on, each behind a link.
type far struct {
	*town
	folder          string
	cluster         *cluster.Cluster
	store           *blobtest.Store
	database, files *badlink.Link
}

// farAway starts a server whose database and object store are behind links.
func farAway(ctx context.Context, r *run) (f *far, err error) {
	f = &far{store: blobtest.New()}
	defer func() {
		if err != nil {
			err = errors.Join(err, f.leave(ctx))
		}
	}()
	if f.folder, err = spawn.Folder(); err != nil {
		return f, err
	}
	if f.cluster, err = cluster.Start(ctx, cluster.Config{Dir: f.folder + "/d", Log: slog.New(slog.DiscardHandler)}); err != nil {
		return f, err
	}
	owner := f.cluster.URL("postgres", cluster.Superuser)
	parsed, err := url.Parse(owner)
	if err != nil {
		return f, err
	}
	sockets := filepath.Join(parsed.Query().Get("host"), ".s.PGSQL."+parsed.Query().Get("port"))
	if f.database, err = badlink.New(badlink.To("unix", sockets)); err != nil {
		return f, err
	}
	if f.files, err = badlink.New(badlink.To("tcp", f.store.Addr())); err != nil {
		return f, err
	}
	env := []string{"DATABASE_URL=postgres://" + cluster.Superuser + "@" + f.database.Addr() + "/postgres?sslmode=disable", "AUTOMACAO_JWT_SECRET=" + strings.Repeat("s", 32), "BLOB_URL=" + blobtest.URL(f.files.Addr())}
	for name, value := range blobtest.Env() {
		env = append(env, name+"="+value)
	}
	server, err := r.own(nil, env)
	if err != nil {
		return f, err
	}
	if err := server.Start(ctx); err != nil {
		return f, errors.Join(err, server.Close())
	}
	f.town, err = openTown(ctx, server, owner)
	return f, err
}

// leave stops everything that was started.
func (f *far) leave(ctx context.Context) (err error) {
	if f.town != nil {
		err = f.town.leave()
	}
	for _, link := range []*badlink.Link{f.database, f.files} {
		if link != nil {
			err = errors.Join(err, link.Close())
		}
	}
	if f.cluster != nil {
		err = errors.Join(err, f.cluster.Stop(context.WithoutCancel(ctx)))
	}
	f.store.Close()
	return err
}

// badLinks applies every toxic in turn to the link to the database and to the object store, under
// requests of every kind.
func badLinks(ctx context.Context, r *run) (figure string, err error) {
	f, err := farAway(ctx, r)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, f.leave(ctx)) }()
	c, err := f.callers(ctx)
	if err != nil {
		return "", err
	}
	defer c.quit()
	before, err := c.settleDown(ctx)
	if err != nil {
		return "", err
	}
	figure = fmt.Sprintf("8 callers and 10 sockets, each toxic for %s: answered/refused/cut off, the slowest, all well after", badFor)
	most := state{}
	var wrong []error
	for _, link := range []struct {
		name string
		*badlink.Link
	}{{"database", f.database}, {"object store", f.files}} {
		figure += "; " + link.name + ":"
		for _, toxic := range toxics {
			said, after, err := c.under(ctx, link.Link, toxic, badFor, before)
			figure += " " + said + ","
			most.goroutines, most.connections = max(most.goroutines, after.goroutines), max(most.connections, after.connections)
			if err != nil {
				wrong = append(wrong, fmt.Errorf("%s %s: %w", link.name, toxic.Name, err))
			}
			if ctx.Err() != nil {
				return figure, ctx.Err()
			}
		}
	}
	wrong = append(wrong, c.lookForAll(ctx))
	figure = strings.ReplaceAll(figure, ",;", ";") + fmt.Sprintf(" and then %d goroutines and %d connections at most of %d and %d before; %d writes acknowledged, all there",
		most.goroutines, most.connections, before.goroutines, before.connections, len(c.acked))
	return figure, errors.Join(wrong...)
}

// noise returns a picture that does not compress well.
func noise() []byte {
	drawn := image.NewRGBA(image.Rect(0, 0, 128, 128))
	for i := range drawn.Pix {
		drawn.Pix[i] = byte(rand.Uint32())
	}
	var encoded bytes.Buffer
	_ = png.Encode(&encoded, drawn)
	return encoded.Bytes()
}

// kinds are the requests that callers send in turn.
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
	{"upload", func(ctx context.Context, c *callers, who *client.Client) error { return c.upload(ctx, who) }},
	{"download", func(ctx context.Context, c *callers, who *client.Client) error { return c.download(ctx, who) }},
	{"ready", func(ctx context.Context, _ *callers, who *client.Client) error {
		_, err := who.Call(ctx, http.MethodGet, "/ready", nil)
		return err
	}},
}

func pictureOf(kind string, who *client.Client) string {
	return "/storage/v1/object/" + kind + "public-uploads/avatars/" + who.UserID.String() + "-a.png"
}

// but turns the one expected refusal into nil.
func but(err error, status int) error {
	if answer, isAnswer := errors.AsType[*client.Status](err); isAnswer && answer.Code == status {
		return nil
	}
	return err
}

func (c *callers) upload(ctx context.Context, who *client.Client) error {
	_, err := who.Call(ctx, http.MethodPost, pictureOf("", who), c.picture, "Content-Type", "image/png", "X-Upsert", "true")
	return err
}

func (c *callers) download(ctx context.Context, who *client.Client) error {
	_, err := who.Call(ctx, http.MethodGet, pictureOf("public/", who), nil)
	return err
}

// write sends a message and records it once it is acknowledged.
func (c *callers) write(ctx context.Context, who *client.Client) error {
	id := uuid.Must(uuid.NewV7())
	err := insert(ctx, who, "messages", map[string]any{"client_id": id, "from_id": who.UserID, "to_id": c.sender.UserID, "content": "Segue a lista."})
	if err == nil {
		c.mu.Lock()
		c.acked = append(c.acked, id)
		c.mu.Unlock()
	}
	return err
}

// lookForAll checks that every acknowledged message is stored.
func (c *callers) lookForAll(ctx context.Context) error {
	found, err := c.number(ctx, `SELECT count(*) FROM public.messages WHERE client_id = ANY ($1)`, c.acked)
	if err == nil && found != len(c.acked) {
		err = fmt.Errorf("of %d acknowledged messages %d are there", len(c.acked), found)
	}
	return err
}
