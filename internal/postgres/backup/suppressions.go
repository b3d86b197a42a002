package backup

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"filippo.io/age"
	gocloud "gocloud.dev/blob"
)

// suppressionsFolder, next to the backups, holds the deletions that a restore must not undo.
const suppressionsFolder = "suppressions"

// Suppression is an action that must be repeated after an earlier backup is restored. Digest
// identifies the person only to someone who has both the key and the person's data.
type Suppression struct {
	Kind   string    `json:"kind"`
	Digest string    `json:"digest"`
	At     time.Time `json:"at"`
}

// KeepSuppressions adds suppressions to those stored with the backups. Adding the same ones again
// changes nothing.
func (p *Place) KeepSuppressions(ctx context.Context, suppressions []Suppression, recipients []age.Recipient) error {
	if len(suppressions) == 0 {
		return nil
	}
	text, err := json.Marshal(suppressions)
	if err != nil {
		return fmt.Errorf("write down suppressions: %w", err)
	}
	sum := sha256.Sum256(text)
	at := p.in(suppressionsFolder)
	// The name begins with the time of the latest suppression, by which old files are removed.
	last := slices.MaxFunc(suppressions, func(a, b Suppression) int { return a.At.Compare(b.At) }).At
	name := last.UTC().Format(nameTime) + "-" + hex.EncodeToString(sum[:8]) + ".json"
	_, err = at.write(ctx, name, recipients, func(into io.Writer) error {
		_, err := into.Write(text)
		return err
	})
	if err == nil {
		err = at.settle()
	}
	return err
}

// suppressionsMax is more than a list of suppressions takes, in bytes.
const suppressionsMax = 16 << 20

// ReadSuppressions reads the stored suppressions since a moment.
func (p *Place) ReadSuppressions(ctx context.Context, since time.Time, identities []age.Identity) (found []Suppression, err error) {
	at := p.in(suppressionsFolder)
	return found, at.eachSuppressions(ctx, func(name string, last time.Time, isEncrypted bool) error {
		if last.Before(since.Truncate(time.Millisecond)) {
			return nil
		}
		return at.read(ctx, Manifest{Encrypted: isEncrypted}, name, identities, func(from io.Reader) error {
			var some []Suppression
			if err := json.NewDecoder(io.LimitReader(from, suppressionsMax)).Decode(&some); err != nil {
				return fmt.Errorf("suppressions %s are damaged: %w", name, err)
			}
			for _, one := range some {
				if !one.At.Before(since) {
					found = append(found, one)
				}
			}
			return nil
		})
	})
}

// pruneSuppressions removes the suppressions from before the oldest backup that is kept.
func (p *Place) pruneSuppressions(ctx context.Context) error {
	held, err := p.List(ctx)
	if err != nil {
		return err
	}
	var oldest time.Time
	for _, one := range held {
		if one.IsWhole {
			oldest = one.MadeAt
		}
	}
	at := p.in(suppressionsFolder)
	return at.eachSuppressions(ctx, func(name string, last time.Time, isEncrypted bool) error {
		if !last.Before(oldest.Add(-SuppressionsSlack)) {
			return nil
		}
		if err := p.bucket.Delete(ctx, at.prefix+stored(name, isEncrypted)); err != nil {
			return fmt.Errorf("remove suppressions that no backup needs: %w", err)
		}
		return nil
	})
}

// SuppressionsSlack is how much earlier than a backup the repeated suppressions begin: the backup's
// snapshot is taken a little after its start, and clocks differ.
const SuppressionsSlack = 10 * time.Minute

func (p *Place) eachSuppressions(ctx context.Context, do func(name string, last time.Time, isEncrypted bool) error) error {
	entries := p.bucket.List(&gocloud.ListOptions{Prefix: p.prefix, Delimiter: "/"})
	for {
		entry, err := entries.Next(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("list suppressions: %w", err)
		}
		name, isEncrypted := strings.CutSuffix(path.Base(entry.Key), ".age")
		when, _, _ := strings.Cut(name, "-")
		last, err := time.Parse(nameTime, when)
		if entry.IsDir || err != nil || !strings.HasSuffix(name, ".json") {
			continue
		}
		if err := do(name, last, isEncrypted); err != nil {
			return err
		}
	}
}

// AddressOfAll returns the address of the place of all backups, given the address of one.
func AddressOfAll(one string) string {
	if !strings.HasPrefix(one, isS3) {
		return filepath.Dir(filepath.Clean(one))
	}
	parsed, err := url.Parse(one)
	if err != nil {
		return one
	}
	parsed.Path = strings.TrimSuffix(path.Dir(strings.TrimSuffix(parsed.Path, "/")), "/")
	return parsed.String()
}
