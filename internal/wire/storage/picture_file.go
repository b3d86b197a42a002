package storage

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
)

// clean handles a picture among other files, which keeps its size and format but becomes upright,
// sRGB and loses its location. A bucket of originals keeps every byte, as long as the file is a
// picture that can be decoded.
func (s *Server) clean(ctx context.Context, into bucketRow, arrived *arrival) error {
	kind := bareType(arrived.contentType)
	if !s.cfg.Inspect || !slices.Contains([]string{"image/png", "image/jpeg", "image/webp"}, kind) {
		return nil
	}
	format, _, err := checkPicture(arrived.content)
	switch {
	case err != nil:
		return err
	case "image/"+format != kind:
		return errMismatch
	case slices.Contains(s.cfg.Originals, into.ID):
		return nil
	}
	cleaned, err := s.cleaned(ctx, arrived.content, format, s.bytesMax(into))
	if err != nil {
		return err
	}
	arrived.content.Close()
	arrived.content = cleaned
	return nil
}

func (s *Server) cleaned(ctx context.Context, file *bufferedFile, format string, bytesMax int64) (*bufferedFile, error) {
	// There is no WebP encoder, so WebP pixels stay as they are.
	if format == "webp" {
		return withoutMetadata(file, bytesMax)
	}
	encoded, _, err := s.reencodeWithin(ctx, file, bytesMax, pictureSideMax, jpegQualityFile)
	return encoded, err
}

// riffPart is the position of a chunk in a file, including its header.
type riffPart struct {
	name      string
	at, bytes int64
}

// withoutMetadata copies a WebP file without its metadata, except for pixels, colour profile and
// orientation.
func withoutMetadata(file *bufferedFile, bytesMax int64) (*bufferedFile, error) {
	var kept []riffPart
	size := int64(len("WEBP"))
	at, m := int64(12), pictureMetadata{}
	m.readChunks(file.Reader(), at, binary.LittleEndian, func(name string, content func(int) []byte) {
		m.readWebP(name, content)
		head := bytesAt(file.Reader(), at, 8)
		length := int64(binary.LittleEndian.Uint32(head[4:]))
		whole := 8 + length + length&1
		if name != "EXIF" && name != "XMP " && at+8+length <= file.Size() {
			kept = append(kept, riffPart{name, at, whole})
			size += whole
		}
		at += whole
	})
	var standing []byte
	if m.orientation > 1 {
		standing = exifChunk(m.orientation)
		size += int64(len(standing))
	}
	into, err := newBufferedFile(bytesMax)
	if err != nil {
		return nil, fmt.Errorf("open a buffer: %w", err)
	}
	if err := writeWebP(into, file, kept, size, standing); err != nil {
		into.Close()
		return nil, err
	}
	return into, nil
}

func writeWebP(into io.Writer, file *bufferedFile, kept []riffPart, size int64, standing []byte) error {
	head := binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(size)) //nolint:gosec // a file's size, which is bounded
	if _, err := into.Write(append(head, "WEBP"...)); err != nil {
		return err
	}
	for _, each := range kept {
		content := make([]byte, each.bytes)
		// The last chunk may lack its padding byte.
		if _, err := file.Reader().ReadAt(content, each.at); err != nil && err != io.EOF {
			return fmt.Errorf("read a chunk: %w", err)
		}
		if each.name == "VP8X" && len(content) > 8 {
			const hasExif, hasXMP = 1 << 3, 1 << 2
			content[8] &^= hasExif | hasXMP
			if standing != nil {
				content[8] |= hasExif
			}
		}
		if _, err := into.Write(content); err != nil {
			return err
		}
	}
	_, err := into.Write(standing)
	return err
}

// exifChunk is an EXIF chunk with only an orientation.
func exifChunk(orientation int) []byte {
	exif := []byte("MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00")
	exif[19] = byte(orientation)
	return append(binary.LittleEndian.AppendUint32([]byte("EXIF"), uint32(len(exif))), exif...) //nolint:gosec // 26
}
