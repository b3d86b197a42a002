package backup

import (
	"archive/tar"
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"automacao/internal/database/cluster"
)

// Verify reads a backup from end to end: digests, the list of the dump, the rows
// of every table in it, and the files. BinDir is as of Market.
func Verify(ctx context.Context, folder, binDir string) (Manifest, error) {
	made, err := checkParts(ctx, folder)
	if err != nil {
		return made, err
	}
	bin, err := cluster.FindTools(binDir, made.Major)
	if err != nil {
		return made, err
	}
	programs := tools{bin, made.Major}
	archive := filepath.Join(folder, dumpName)
	if err := programs.read(ctx, archive, io.Discard, "--list"); err != nil {
		return made, err
	}
	found, err := countRows(ctx, programs, archive)
	if err != nil {
		return made, err
	}
	if err := sameRows(made.Database.Rows, found); err != nil {
		return made, fmt.Errorf("the dump is not what the manifest says: %w", err)
	}
	files := 0
	err = eachFile(ctx, filepath.Join(folder, filesName), func(header *tar.Header, content io.Reader) error {
		if !strings.HasPrefix(header.Name, keysFolder) {
			files++
		}
		_, err := io.Copy(io.Discard, content)
		return err
	})
	if err == nil && files != made.Files {
		err = fmt.Errorf("the archive holds %d files and should hold %d", files, made.Files)
	}
	return made, err
}

// checkParts compares sizes and digests with the manifest's.
func checkParts(ctx context.Context, folder string) (Manifest, error) {
	made, err := readManifest(folder)
	if err != nil {
		return made, err
	}
	for _, name := range []string{dumpName, filesName} {
		found, err := digest(ctx, filepath.Join(folder, name))
		if err != nil {
			return made, err
		}
		if found != made.Parts[name] {
			return made, fmt.Errorf("%s is damaged: it has %d bytes with SHA-256 %s, and should have %d with %s",
				name, found.Bytes, found.SHA256, made.Parts[name].Bytes, made.Parts[name].SHA256)
		}
	}
	return made, nil
}

// countRows reads the rows out of a dump: a line each, as COPY writes them.
func countRows(ctx context.Context, programs tools, archive string) (map[string]int64, error) {
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
