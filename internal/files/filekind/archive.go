package filekind

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
	"strings"

	"automacao/internal/files/tempfile"
)

// Limits for inspecting one archive, including the archives inside it.
const (
	// entriesMax is more than a project of an engineering tool has.
	entriesMax = 20_000
	// unpackedBytesMax bounds the unpacked size: a small archive may unpack to a terabyte.
	unpackedBytesMax = 256 << 20
	// nestedBytesMax bounds an archive inside another.
	nestedBytesMax = 64 << 20
	// depthMax is how deep archives may be nested.
	depthMax = 4
)

// macros is the file in which an office file keeps its macros.
const macros = "vbaProject.bin"

// look is what remains of the limits while an archive is inspected.
type look struct {
	ctx     context.Context
	entries int
	bytes   int64
}

// lookInto refuses an archive that contains a program or cannot be inspected. Files that are not
// archives pass.
func lookInto(ctx context.Context, name string, claimed []*kind, content io.ReaderAt, size int64) error {
	way := &look{ctx: ctx, entries: entriesMax, bytes: unpackedBytesMax}
	names, err := way.into(name, content, size, 0)
	if err != nil {
		return err
	}
	for _, each := range claimed {
		isInside := func(name string) bool { return strings.HasPrefix(name, each.root) }
		if each.root != "" && (!slices.Contains(names, "[Content_Types].xml") || !slices.ContainsFunc(names, isInside)) {
			return fmt.Errorf("%w: the archive is not %s", ErrMismatch, each.types[0])
		}
	}
	return nil
}

// closed are archive formats that are not inspected.
var closed = []string{
	"application/x-7z-compressed", "application/vnd.rar", "application/x-rar-compressed", "application/x-xz", "application/x-bzip2", "application/lzip",
	"application/zstd", "application/vnd.ms-cab-compressed", "application/x-installshield", "application/x-archive", "application/x-xar", "application/x-cpio",
}

// toolArchive matches archives of engineering tools that only their tool opens. They pass although
// they are closed.
var toolArchive = regexp.MustCompile(`(?i)\.(zap\d{1,2}(_\d+)?|zw1|edz|projectarchive|tszip|tnzip|apa|mer|gx3|gxw|smc2|s7z)$`)

// into inspects a file, and returns the names of the entries if it is a ZIP archive.
func (l *look) into(name string, content io.ReaderAt, size int64, depth int) ([]string, error) {
	head, err := headOf(content, size)
	if err != nil {
		return nil, err
	}
	found := detect(head)
	isZip, isGzip, isTar := isUnder(found, "application/zip"), isUnder(found, "application/gzip"), isUnder(found, "application/x-tar")
	switch {
	case isUnder(found, closed...) && !toolArchive.MatchString(name):
		return nil, fmt.Errorf("%w: %s is %s", ErrArchive, path.Base(name), found)
	case !isZip && !isGzip && !isTar:
		return nil, nil
	case depth >= depthMax:
		return nil, fmt.Errorf("%w: archives are nested too deeply", ErrArchive)
	case isZip:
		return l.zip(content, size, depth)
	case isGzip:
		return nil, l.gzip(name, io.NewSectionReader(content, 0, size), depth)
	}
	return nil, l.tar(io.NewSectionReader(content, 0, size), depth)
}

func (l *look) zip(content io.ReaderAt, size int64, depth int) ([]string, error) {
	archive, err := zip.NewReader(content, size)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrArchive, err)
	}
	names := make([]string, 0, min(len(archive.File), entriesMax))
	for _, file := range archive.File {
		name := strings.ReplaceAll(file.Name, `\`, "/")
		names = append(names, name)
		if file.FileInfo().IsDir() {
			continue
		}
		const isEncrypted = 1
		if file.Flags&isEncrypted != 0 {
			return nil, fmt.Errorf("%w: it has a password", ErrArchive)
		}
		if err := l.zipped(name, file, depth); err != nil {
			return nil, err
		}
	}
	return names, nil
}

func (l *look) zipped(name string, file *zip.File, depth int) error {
	unpacked, err := file.Open()
	if err != nil {
		return fmt.Errorf("%w: %w", ErrArchive, err)
	}
	defer unpacked.Close()
	return l.entry(name, unpacked, depth)
}

func (l *look) gzip(name string, content io.Reader, depth int) error {
	unpacked, err := gzip.NewReader(content)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrArchive, err)
	}
	inner := strings.TrimSuffix(name, path.Ext(name))
	if unpacked.Name != "" {
		inner = unpacked.Name
	}
	return l.entry(inner, unpacked, depth)
}

func (l *look) tar(content io.Reader, depth int) error {
	archive := tar.NewReader(content)
	for {
		file, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%w: %w", ErrArchive, err)
		}
		if file.Typeflag != tar.TypeReg {
			continue
		}
		if err := l.entry(file.Name, archive, depth); err != nil {
			return err
		}
	}
}

// entry unpacks one file of an archive and inspects it. Its size in the archive's directory is not
// trusted: only unpacking shows it.
func (l *look) entry(name string, unpacked io.Reader, depth int) error {
	if l.entries--; l.entries < 0 {
		return fmt.Errorf("%w: it contains too many files", ErrArchive)
	}
	if slices.Contains(strings.Split(name, "/"), "..") || strings.HasPrefix(name, "/") {
		return fmt.Errorf("%w: an entry's path leads out of it", ErrArchive)
	}
	if programOf(name) != "" || strings.EqualFold(path.Base(name), macros) {
		return fmt.Errorf("%w: %s", ErrProgram, path.Base(name))
	}
	bounded := &bounded{look: l, from: unpacked}
	head, err := io.ReadAll(io.LimitReader(bounded, headBytes))
	if err != nil {
		return refused(err)
	}
	if isProgram(head) {
		return fmt.Errorf("%w: %s", ErrProgram, path.Base(name))
	}
	if !isUnder(detect(head), append([]string{"application/zip", "application/gzip", "application/x-tar"}, closed...)...) {
		_, err = io.Copy(io.Discard, bounded)
		return refused(err)
	}
	return l.nested(name, head, bounded, depth)
}

// nested inspects an archive inside another.
func (l *look) nested(name string, head []byte, rest io.Reader, depth int) error {
	whole, err := tempfile.New(nestedBytesMax)
	if err != nil {
		return fmt.Errorf("open a temporary file: %w", err)
	}
	defer whole.Close()
	if _, err := whole.Write(head); err != nil {
		return err
	}
	if _, err := io.Copy(whole, rest); err != nil {
		return refused(err)
	}
	_, err = l.into(name, whole.Reader(), whole.Size(), depth+1)
	return err
}

// bounded is the content of an entry. Its bytes count towards the limit of the whole archive, and
// it ends with the context.
type bounded struct {
	look *look
	from io.Reader
}

var errTooMuch = errors.New("its unpacked size exceeds the limit")

// Read fails once the whole archive has unpacked to more than unpackedBytesMax.
func (b *bounded) Read(into []byte) (int, error) {
	if err := b.look.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := b.from.Read(into)
	if b.look.bytes -= int64(n); b.look.bytes < 0 {
		return n, errTooMuch
	}
	return n, err
}

// refused returns the error for an entry that could not be unpacked: ErrArchive, unless the context
// ended, which is not the archive's fault.
func refused(err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrArchive, err)
}
