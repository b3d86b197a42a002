package backup

import (
	"archive/tar"
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strings"

	"filippo.io/age"

	"automacao/internal/postgres/cluster"
)

// Verify reads a whole backup: the digests, the rows of every table in the dump, and the files. If
// the backup is encrypted and there is no key, it only checks the digests and returns ErrEncrypted
// with the manifest. BinDir is that of Market.
func Verify(ctx context.Context, from *Place, identities []age.Identity, binDir string) (Manifest, error) {
	made, err := from.checkParts(ctx)
	if err != nil {
		return made, err
	}
	if made.HasDump() {
		err = from.verifyDump(ctx, made, identities, binDir)
	} else {
		err = from.verifyBase(ctx, made, identities)
	}
	if err != nil {
		return made, err
	}
	files := 0
	err = from.read(ctx, made, filesName, identities, func(archive io.Reader) error {
		return eachFile(archive, func(header *tar.Header, content io.Reader) error {
			if !strings.HasPrefix(header.Name, keysFolder) {
				files++
			}
			_, err := io.Copy(io.Discard, content)
			return err
		})
	})
	if err == nil && files != made.Files {
		err = fmt.Errorf("the archive holds %d files and should hold %d", files, made.Files)
	}
	return made, err
}

// verifyDump reads the rows of every table.
func (p *Place) verifyDump(ctx context.Context, made Manifest, identities []age.Identity, binDir string) error {
	bin, err := cluster.FindTools(binDir, made.Major)
	if err != nil {
		return err
	}
	programs := tools{bin, made.Major}
	found := map[string]int64{}
	err = p.read(ctx, made, dumpName, identities, func(archive io.Reader) (err error) {
		found, err = countRows(ctx, programs, archive)
		return err
	})
	if err != nil {
		return err
	}
	if err := sameRows(made.Database.Rows, found); err != nil {
		return fmt.Errorf("the dump is not what the manifest says: %w", err)
	}
	return nil
}

// verifyBase reads the database's own files. It does not check the pages' checksums; the database
// does that when it reads them.
func (p *Place) verifyBase(ctx context.Context, made Manifest, identities []age.Identity) error {
	missing := map[string]bool{"PG_VERSION": true, "backup_label": true, "global/pg_control": true}
	err := p.read(ctx, made, baseName, identities, func(packed io.Reader) error {
		return unpackedBase(packed, func(base io.Reader) error {
			for archive := tar.NewReader(base); ; {
				header, err := archive.Next()
				if errors.Is(err, io.EOF) {
					return nil
				}
				if err != nil {
					return fmt.Errorf("read the database's files: %w", err)
				}
				delete(missing, path.Clean(header.Name))
			}
		})
	})
	if err == nil && len(missing) > 0 {
		err = fmt.Errorf("the database's files are not whole: %q are missing", slices.Sorted(maps.Keys(missing)))
	}
	return err
}

// checkParts compares sizes and digests with the manifest.
func (p *Place) checkParts(ctx context.Context) (Manifest, error) {
	made, err := p.readManifest(ctx)
	if err != nil {
		return made, err
	}
	parts := []string{filesName}
	if made.HasDump() {
		parts = append(parts, dumpName)
	}
	if made.Base != nil {
		parts = append(parts, baseName)
	}
	for _, name := range parts {
		found, err := p.digest(ctx, made, name)
		if err != nil {
			return made, err
		}
		if found != made.Parts[name] {
			return made, fmt.Errorf("%s is damaged: it has %d bytes with SHA-256 %s, and should have %d with %s",
				stored(name, made.Encrypted), found.Bytes, found.SHA256, made.Parts[name].Bytes, made.Parts[name].SHA256)
		}
	}
	return made, nil
}

// countRows counts the rows in a dump: COPY writes one line per row.
func countRows(ctx context.Context, programs tools, archive io.Reader) (map[string]int64, error) {
	reading, writing := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		err := programs.read(ctx, archive, writing, "--data-only", "--file=-")
		_ = writing.CloseWithError(err)
		ended <- err
	}()
	found, err := countCopied(reading)
	_ = reading.CloseWithError(err)
	return found, errors.Join(err, <-ended)
}

func countCopied(text io.Reader) (map[string]int64, error) {
	found := map[string]int64{}
	table, isWhole := "", true
	lines := bufio.NewReaderSize(text, 1<<20)
	for {
		line, isCut, err := lines.ReadLine()
		if errors.Is(err, io.EOF) {
			return found, nil
		}
		if err != nil {
			return nil, fmt.Errorf("read the dump: %w", err)
		}
		starts := isWhole
		isWhole = !isCut
		switch {
		case !starts: // the rest of a long row
		case table != "" && bytes.Equal(line, []byte(`\.`)):
			table = ""
		case table != "":
			found[table]++
		case bytes.HasPrefix(line, []byte("COPY ")):
			table, _, _ = strings.Cut(string(line[len("COPY "):]), " ")
			found[table] = 0
		}
	}
}
