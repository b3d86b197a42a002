package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"time"

	gocloud "gocloud.dev/blob"
)

// The name of a backup contains the time when it was made.
const (
	nameBegins = "automacao-"
	nameTime   = "20060102T150405.000Z"
)

func nameOf(moment time.Time) string { return nameBegins + moment.UTC().Format(nameTime) }

// Held is one of the backups at a place.
type Held struct {
	Name   string
	MadeAt time.Time
	// IsWhole is true if the manifest exists. Otherwise the backup is still being made, or its
	// process was killed.
	IsWhole bool
}

// List returns the backups at a place, newest first.
func (p *Place) List(ctx context.Context) (held []Held, err error) {
	entries := p.bucket.List(&gocloud.ListOptions{Prefix: p.prefix, Delimiter: "/"})
	for {
		entry, err := entries.Next(ctx)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("list backups: %w", err)
		}
		name := path.Base(entry.Key)
		madeAt, err := time.Parse(nameBegins+nameTime, name)
		if !entry.IsDir || err != nil {
			continue
		}
		isWhole, err := p.bucket.Exists(ctx, p.prefix+name+"/"+manifestName)
		if err != nil {
			return nil, fmt.Errorf("list backups: %w", err)
		}
		held = append(held, Held{name, madeAt, isWhole})
	}
	slices.SortFunc(held, func(a, b Held) int { return strings.Compare(b.Name, a.Name) })
	return held, nil
}

// Newest returns when the newest complete backup was made, zero if there is none.
func Newest(held []Held) time.Time {
	for _, one := range held {
		if one.IsWhole {
			return one.MadeAt
		}
	}
	return time.Time{}
}

// abandonedAfter is longer than any backup takes.
const abandonedAfter = 24 * time.Hour

// Prune keeps the newest complete backups, as many as keep says, and removes older ones and those
// that were abandoned unfinished. With 0 it removes no complete backup.
func (p *Place) Prune(ctx context.Context, keep int, now time.Time) (removed []string, err error) {
	held, err := p.List(ctx)
	if err != nil {
		return nil, err
	}
	whole := 0
	for _, one := range held {
		isAbandoned := !one.IsWhole && now.Sub(one.MadeAt) > abandonedAfter
		if one.IsWhole {
			whole++
		}
		if isAbandoned || one.IsWhole && keep > 0 && whole > keep {
			if err := p.in(one.Name).remove(ctx); err != nil {
				return removed, err
			}
			removed = append(removed, one.Name)
		}
	}
	return removed, nil
}

// Schedule says how often a backup is due, and how many are kept; 0 keeps all.
type Schedule struct {
	Every time.Duration
	Keep  int
}

// Tend makes a backup if one is due, verifies it and prunes old ones. It returns the new backup's
// place, or nil if none was due.
func (s Schedule) Tend(ctx context.Context, from Market, to *Place, now time.Time) (*Place, error) {
	held, err := to.List(ctx)
	if err != nil {
		return nil, err
	}
	isLed, err := from.isLedOn(ctx, to, held)
	if err != nil {
		return nil, err
	}
	if isLed && now.Sub(Newest(held)) < s.Every {
		return nil, nil
	}
	made, err := Make(ctx, from, to)
	if err != nil {
		return nil, err
	}
	// A server that makes encrypted backups has no key to read them, so only the digests are
	// compared.
	if _, err := Verify(ctx, made, from.Identities, from.BinDir); err != nil && !errors.Is(err, ErrEncrypted) {
		return nil, errors.Join(fmt.Errorf("read the new backup: %w", err), made.remove(ctx))
	}
	removed, err := to.Prune(ctx, s.Keep, now)
	for _, name := range removed {
		from.Say("removed %s", name)
	}
	if err == nil && from.Archive != "" {
		err = to.pruneWAL(ctx, from.Archive)
	}
	if err == nil {
		err = to.pruneSuppressions(ctx)
	}
	return made, err
}

// isLedOn reports whether the archived WAL continues the newest backup. It is true if no WAL is
// archived.
func (m Market) isLedOn(ctx context.Context, at *Place, held []Held) (bool, error) {
	if m.Archive == "" {
		return true, nil
	}
	for _, one := range held {
		if one.IsWhole {
			made, err := at.in(one.Name).readManifest(ctx)
			return err == nil && made.Base != nil && made.Base.Archive == m.Archive, err
		}
	}
	return false, nil
}
