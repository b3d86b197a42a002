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

	"github.com/google/uuid"

	"automacao/internal/wire/client"
)

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
