package storage

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"io"
)

// pictureMetadata is a picture's metadata about how to show its pixels. It is read within fixed
// bounds before a library sees the file: a few bytes may claim a profile of gigabytes.
type pictureMetadata struct {
	// orientation is the EXIF orientation, from 1 to 8; 0 if there is none.
	orientation int
	// profile is an ICC profile; points are the colour code points of H.273.
	profile []byte
	points  []byte
}

// These bound what is read. Profiles of cameras and screens are a few KiB, those of printers a few
// MiB. Only the first directory of EXIF counts.
const (
	profileBytesMax = 4 << 20
	exifBytesMax    = 64 << 10
	partsOfMax      = 100_000
)

// readPictureMetadata walks through the parts of a file of a known format. Broken parts are
// ignored, since the pixels are still usable.
func readPictureMetadata(format string, file *io.SectionReader) pictureMetadata {
	var m pictureMetadata
	switch format {
	case "jpeg":
		m.readJPEG(file)
	case "png":
		m.readChunks(file, 8, binary.BigEndian, m.readPNG)
	case "webp":
		m.readChunks(file, 12, binary.LittleEndian, m.readWebP)
	}
	return m
}

// bytesAt returns count bytes of a file, or nil if it has fewer.
func bytesAt(file io.ReaderAt, offset int64, count int) []byte {
	read := make([]byte, count)
	if n, _ := file.ReadAt(read, offset); n < count {
		return nil
	}
	return read
}

var (
	exifMark    = []byte("Exif\x00")
	profileMark = []byte("ICC_PROFILE\x00")
)

// readJPEG reads the segments before the pixels. XMP, EXIF and the parts of a profile come in any
// order.
func (m *pictureMetadata) readJPEG(file *io.SectionReader) {
	parts := map[byte][]byte{}
	var count byte
	offset := int64(2)
	for range partsOfMax {
		head := bytesAt(file, offset, 4)
		if head == nil || head[0] != 0xff {
			break
		}
		if head[1] == 0xff {
			offset++
			continue
		}
		const startOfScan, exifSegment, profileSegment = 0xda, 0xe1, 0xe2
		length := int(binary.BigEndian.Uint16(head[2:]))
		if head[1] == startOfScan || length < 2 {
			break
		}
		if content := bytesAt(file, offset+4, length-2); head[1] == exifSegment && m.orientation == 0 && bytes.HasPrefix(content, exifMark) && len(content) > 6 {
			m.orientation = orientationOf(content[6:])
		} else if head[1] == profileSegment && bytes.HasPrefix(content, profileMark) && len(content) > 14 {
			parts[content[12]], count = content[14:], content[13]
		}
		offset += int64(2 + length)
	}
	for part := range int(count) {
		m.profile = append(m.profile, parts[byte(part+1)]...)
	}
}

// readChunks walks through a file of named chunks.
func (m *pictureMetadata) readChunks(file *io.SectionReader, offset int64, order binary.ByteOrder, read func(name string, content func(most int) []byte)) {
	isRIFF := order == binary.ByteOrder(binary.LittleEndian)
	for range partsOfMax {
		head := bytesAt(file, offset, 8)
		if head == nil {
			return
		}
		length, name := order.Uint32(head), string(head[4:])
		if isRIFF {
			length, name = order.Uint32(head[4:]), string(head[:4])
		}
		read(name, func(most int) []byte {
			if int64(length) > int64(most) {
				return nil
			}
			return bytesAt(file, offset+8, int(length))
		})
		if name == "IEND" {
			return
		}
		offset += 8 + int64(length)
		if isRIFF {
			offset += int64(length & 1)
		} else {
			offset += 4
		}
	}
}

func (m *pictureMetadata) readPNG(name string, content func(int) []byte) {
	switch name {
	case "eXIf":
		m.orientation = orientationOf(content(exifBytesMax))
	case "cICP":
		m.points = content(4)
	case "iCCP":
		_, packed, isWhole := bytes.Cut(content(profileBytesMax), []byte{0})
		if !isWhole || len(packed) < 1 || packed[0] != 0 {
			return
		}
		unpacked, err := zlib.NewReader(bytes.NewReader(packed[1:]))
		if err != nil {
			return
		}
		if profile, err := io.ReadAll(io.LimitReader(unpacked, profileBytesMax+1)); err == nil && len(profile) <= profileBytesMax {
			m.profile = profile
		}
	}
}

func (m *pictureMetadata) readWebP(name string, content func(int) []byte) {
	switch name {
	case "EXIF":
		m.orientation = orientationOf(bytes.TrimPrefix(content(exifBytesMax), []byte("Exif\x00\x00")))
	case "ICCP":
		m.profile = content(profileBytesMax)
	}
}

// orientationOf returns the orientation in the first directory of EXIF (TIFF 6.0), or 0.
func orientationOf(exif []byte) int {
	const headBytes, entryBytes, orientationTag, short = 8, 12, 0x112, 3
	if len(exif) < headBytes {
		return 0
	}
	var order binary.ByteOrder = binary.BigEndian
	if bytes.HasPrefix(exif, []byte("II")) {
		order = binary.LittleEndian
	} else if !bytes.HasPrefix(exif, []byte("MM")) {
		return 0
	}
	at := int64(order.Uint32(exif[4:]))
	if at+2 > int64(len(exif)) {
		return 0
	}
	entries := exif[at+2:]
	for range order.Uint16(exif[at:]) {
		if len(entries) < entryBytes {
			return 0
		}
		if order.Uint16(entries) == orientationTag && order.Uint16(entries[2:]) == short {
			if found := int(order.Uint16(entries[8:])); found >= 1 && found <= 8 {
				return found
			}
			return 0
		}
		entries = entries[entryBytes:]
	}
	return 0
}
