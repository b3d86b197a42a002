package storage

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"image"
	"io"
	"slices"

	"github.com/kovidgoyal/imaging"
	"github.com/kovidgoyal/imaging/prism/meta"
	"github.com/kovidgoyal/imaging/prism/meta/icc"
)

// orientations maps EXIF orientations to the transformation that makes a picture upright.
var orientations = map[int]func(image.Image) image.Image{
	2: imaging.FlipH, 3: imaging.Rotate180, 4: imaging.FlipV, 5: imaging.Transpose,
	6: imaging.Rotate270, 7: imaging.Transverse, 8: imaging.Rotate90,
}

// show makes a picture upright and converts its colours to sRGB, which needs no profile. No side is
// longer than edgeMax afterwards.
func (m pictureMetadata) show(picture image.Image, edgeMax int) image.Image {
	_, isCMYK := picture.(*image.CMYK)
	if isCMYK {
		picture = m.toSRGB(picture)
	}
	if bounds := picture.Bounds(); bounds.Dx() > edgeMax || bounds.Dy() > edgeMax {
		picture = imaging.Fit(picture, edgeMax, edgeMax, imaging.Lanczos)
	}
	if !isCMYK {
		picture = m.toSRGB(picture)
	}
	if turn := orientations[m.orientation]; turn != nil {
		picture = turn(picture)
	}
	return picture
}

// toSRGB converts a picture to sRGB. A picture whose profile is unusable stays unchanged.
func (m pictureMetadata) toSRGB(picture image.Image) image.Image {
	if len(m.points) == 4 {
		return m.toSRGBByPoints(picture)
	}
	raw := safeProfile(m.profile)
	if raw == nil {
		return picture
	}
	profile, err := icc.NewProfileReader(bytes.NewReader(raw)).ReadProfile()
	if err != nil {
		return picture
	}
	if converted, err := imaging.ConvertToSRGB(profile, icc.RelativeColorimetricRenderingIntent, true, picture); err == nil {
		return converted
	}
	return picture
}

// toSRGBByPoints converts by a PNG's code points, which take precedence over its profile.
func (m pictureMetadata) toSRGBByPoints(picture image.Image) image.Image {
	points := meta.CodingIndependentCodePoints{ColorPrimaries: m.points[0], TransferCharacteristics: m.points[1], MatrixCoefficients: m.points[2], VideoFullRange: m.points[3], IsSet: true}
	way := points.PipelineToSRGB()
	if way == nil {
		return picture
	}
	shown := imaging.AsNRGBA(picture)
	for pixels := shown.Pix; len(pixels) >= 4; pixels = pixels[4:] {
		red, green, blue := way.Transform(share(pixels[0]), share(pixels[1]), share(pixels[2]))
		pixels[0], pixels[1], pixels[2] = level(red), level(green), level(blue)
	}
	return shown
}

func share(level uint8) float64 { return float64(level) / 255 }

func level(share float64) uint8 { return uint8(max(0, min(share, 1))*255 + 0.5) }

// keptTags are the tags used from a profile: three primaries or a grey, each with its curve, and
// the white point. Its tables for printers are not used.
var keptTags = []string{"wtpt", "chad", "rXYZ", "gXYZ", "bXYZ", "rTRC", "gTRC", "bTRC", "kTRC"}

const (
	profileHeadBytes = 128
	profileTagsMax   = 200
	curvePointsMax   = 1 << 16
)

// safeProfile rebuilds an ICC profile from the tags whose data is as long as they claim, or
// returns nil: the library allocates as much memory as a profile claims to need.
func safeProfile(profile []byte) []byte {
	if len(profile) < profileHeadBytes+4 {
		return nil
	}
	count := binary.BigEndian.Uint32(profile[profileHeadBytes:])
	index := profile[profileHeadBytes+4:]
	if count > profileTagsMax || int64(len(index)) < int64(count)*12 {
		return nil
	}
	var names []string
	var contents [][]byte
	for entry := range slices.Chunk(index[:count*12], 12) {
		name, at, length := string(entry[:4]), int64(binary.BigEndian.Uint32(entry[4:])), int64(binary.BigEndian.Uint32(entry[8:]))
		if !slices.Contains(keptTags, name) || slices.Contains(names, name) {
			continue
		}
		if at+length > int64(len(profile)) || !isSafeTag(profile[at:at+length]) {
			return nil
		}
		names, contents = append(names, name), append(contents, profile[at:at+length])
	}
	return writeProfile(profile[:profileHeadBytes], names, contents)
}

// isSafeTag reports whether a tag is a curve as long as it claims, a parametric curve or numbers.
func isSafeTag(tag []byte) bool {
	if len(tag) < 12 {
		return false
	}
	switch string(tag[:4]) {
	case "curv":
		points := binary.BigEndian.Uint32(tag[8:])
		return points <= curvePointsMax && int64(len(tag)) >= 12+2*int64(points)
	case "para", "XYZ ", "sf32":
		return true
	}
	return false
}

func writeProfile(head []byte, names []string, contents [][]byte) []byte {
	made := binary.BigEndian.AppendUint32(slices.Clone(head), uint32(len(names))) //nolint:gosec // a few tags
	at := len(made) + 12*len(names)
	var content []byte
	for i, name := range names {
		made = append(made, name...)
		made = binary.BigEndian.AppendUint32(made, uint32(at+len(content)))  //nolint:gosec // profileBytesMax at most
		made = binary.BigEndian.AppendUint32(made, uint32(len(contents[i]))) //nolint:gosec // profileBytesMax at most
		content = append(content, contents[i]...)
		content = append(content, make([]byte, -len(content)&3)...)
	}
	made = append(made, content...)
	binary.BigEndian.PutUint32(made, uint32(len(made))) //nolint:gosec // profileBytesMax at most
	return made
}

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
