package site

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/documents/card"
	"automacao/internal/edge/responsecache"
	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/route"
	"automacao/internal/postgres"
)

// subject is a kind of thing that pages and pictures are about.
type subject struct {
	missing string
	// picture is the folder of its pictures.
	picture string
	read    func(*Site, context.Context, pgx.Tx, uuid.UUID) (description, card.Card, error)
}

var (
	projects      = subject{"Projeto não encontrado", "projeto", (*Site).project}
	professionals = subject{"Perfil não encontrado", "profissional", (*Site).professional}
	companies     = subject{"Empresa não encontrada", "empresa", (*Site).company}
)

// dataPages are the pages about one thing, which the key in the address identifies.
var dataPages = []struct {
	page  string
	about subject
}{{route.Project, projects}, {route.Professional, professionals}, {route.ProfessionalProfile, professionals}, {route.Company, companies}}

// isAboutData reports whether an address is a page about one thing.
func isAboutData(address string) bool {
	for _, about := range dataPages {
		if _, ok := route.Key(about.page, address); ok {
			return true
		}
	}
	return false
}

// describeData reads a page's subject as an anonymous visitor would.
func (s *Site) describeData(ctx context.Context, key string, about subject) (description, card.Card, error) {
	id, ok := route.ID(key)
	if !ok {
		return description{}, card.Card{}, errNothingThere
	}
	var found description
	var picture card.Card
	err := s.asVisitor(ctx, func(tx pgx.Tx) (err error) {
		found, picture, err = about.read(s, ctx, tx, id)
		return err
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return description{}, card.Card{}, errNothingThere
	}
	if err != nil {
		return description{}, card.Card{}, err
	}
	digest, err := picture.Digest()
	// The digest makes link previews fetch the picture again when it has changed.
	found.Image, found.ImageText = s.cfg.URL+pictures+about.picture+"/"+id.String()+".png?v="+digest, found.Title
	return found, picture, err
}

func (s *Site) asVisitor(ctx context.Context, read func(pgx.Tx) error) error {
	visitor := caller.Caller{Role: "anon", Claims: json.RawMessage(`{"role":"anon"}`)}
	return postgres.As(ctx, s.pool, visitor, func(tx pgx.Tx) error { return read(dependentTx{tx}) })
}

// telling is a transaction that registers its statements as dependencies of the page being made.
type dependentTx struct{ pgx.Tx }

// Query registers the statement and runs it.
func (t dependentTx) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	responsecache.RestsOn(ctx, responsecache.Read{SQL: sql})
	return t.Tx.Query(ctx, sql, args...)
}

// QueryRow registers the statement and runs it.
func (t dependentTx) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	responsecache.RestsOn(ctx, responsecache.Read{SQL: sql})
	return t.Tx.QueryRow(ctx, sql, args...)
}

// SendBatch registers the statements and runs them.
func (t dependentTx) SendBatch(ctx context.Context, batch *pgx.Batch) pgx.BatchResults {
	for _, query := range batch.QueuedQueries {
		responsecache.RestsOn(ctx, responsecache.Read{SQL: query.SQL})
	}
	return t.Tx.SendBatch(ctx, batch)
}

// labels are the labels of a profile's or project's skills, in the order its owner gave them.
const labels = `ARRAY(SELECT s.label FROM unnest(p.skills) WITH ORDINALITY u(slug, n) JOIN public.skills s USING (slug) ORDER BY u.n)`

// thing is structured data (https://schema.org).
type thing map[string]any

func of(kind string, more thing) thing {
	more["@type"] = kind
	return more
}
