package iolist

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/xuri/excelize/v2"
)

// Bounds of a workbook, which is an archive of XML files. Reading it takes memory for every element,
// so their number counts, and not only their bytes.
const (
	entriesMax       = 1_000
	unzippedBytesMax = 64 << 20
	sheetElementsMax = 3_000_000
	partElementsMax  = 600_000
	sheetsMax        = 50
	sheetRowsMax     = 100_000
	titleRowsMax     = 1_000
	cellsMax         = 2_000_000
)

// workbook reads the sheet of an XLSX file that looks most like a list.
func (b *builder) workbook(content []byte) (err error) {
	if err := b.inspect(content); err != nil {
		return err
	}
	// The library is written for files of Excel: what a forged one makes it do is answered as a
	// broken file.
	defer func() {
		if r := recover(); r != nil {
			err = ErrUnreadable.Because(fmt.Errorf("the workbook library panicked: %v", r))
		}
	}()
	file, err := excelize.OpenReader(bytes.NewReader(content), excelize.Options{
		RawCellValue: true, UnzipSizeLimit: unzippedBytesMax, UnzipXMLSizeLimit: unzippedBytesMax,
	})
	if err != nil {
		return ErrUnreadable.Because(err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	sheet, err := b.bestSheet(file)
	if err != nil {
		return err
	}
	return b.table(b.sheet(file, sheet), XLSX)
}

// bestSheet returns the sheet with the best header; the earlier of two equal ones, and the first that
// has rows if none has a header.
func (b *builder) bestSheet(file *excelize.File) (string, error) {
	best, bestScore := "", -1
	names := file.GetSheetList()
	for _, name := range names[:min(len(names), sheetsMax)] {
		var head []record
		enough := errors.New("enough rows")
		err := b.sheet(file, name)(func(row int, cells []string) error {
			if !isBlank(cells) {
				head = append(head, record{row, cells})
			}
			if len(head) == headMax || row == titleRowsMax {
				return enough
			}
			return nil
		})
		if err != nil && !errors.Is(err, enough) {
			return "", err
		}
		score := -1
		if at, found := headerOf(head); at >= 0 {
			score = found.score()
		} else if len(head) > 0 {
			score = 0
		}
		if score > bestScore {
			best, bestScore = name, score
		}
	}
	if bestScore < 0 {
		return "", ErrEmpty
	}
	return best, nil
}

// sheet returns the rows of a sheet.
func (b *builder) sheet(file *excelize.File, name string) source {
	return func(yield func(int, []string) error) (err error) {
		rows, err := file.Rows(name)
		if err != nil {
			// A sheet that is a chart has no rows.
			return nil //nolint:nilerr // See above.
		}
		defer func() {
			if closing := rows.Close(); err == nil && closing != nil {
				err = ErrUnreadable.Because(closing)
			}
		}()
		for row := 1; rows.Next(); row++ {
			if err := b.alive(row); err != nil {
				return err
			}
			// A row far below takes time for all above it.
			if row > sheetRowsMax {
				return ErrManyRows
			}
			cells, err := rows.Columns()
			if err != nil {
				return ErrUnreadable.Because(err)
			}
			// A cell far to the right takes memory for all before it, in each sheet that is looked at.
			if b.cellCount += len(cells); b.cellCount > cellsMax {
				return ErrTooDeep
			}
			if err := yield(row, cells); err != nil {
				return err
			}
		}
		return nil
	}
}

// inspect reads an archive once without keeping it, and refuses one that would take more memory or
// time to read than a list can need.
func (b *builder) inspect(content []byte) error {
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return ErrUnreadable.Because(err)
	}
	if len(archive.File) > entriesMax {
		return ErrTooDeep
	}
	total, elements, isWorkbook := int64(0), 0, false
	for _, entry := range archive.File {
		isWorkbook = isWorkbook || strings.EqualFold(strings.ReplaceAll(entry.Name, `\`, "/"), "xl/workbook.xml")
		extension := strings.ToLower(path.Ext(entry.Name))
		part := &markupGauge{list: b, isMarkup: extension == ".xml" || extension == ".rels"}
		read, err := b.unpack(part, entry, unzippedBytesMax-total)
		if err != nil {
			return err
		}
		isSheet := strings.HasPrefix(strings.ToLower(entry.Name), "xl/worksheets/")
		if elements += part.elements; elements > sheetElementsMax || !isSheet && part.elements > partElementsMax {
			return ErrTooDeep
		}
		if isSheet && part.depth > 0 {
			// The library would read such a sheet up to where it breaks, and say nothing.
			return ErrUnreadable
		}
		total += read
	}
	if !isWorkbook {
		return ErrUnknown
	}
	return nil
}

// unpack reads one entry of an archive, at most bytesMax of it.
func (b *builder) unpack(part *markupGauge, entry *zip.File, bytesMax int64) (int64, error) {
	if entry.UncompressedSize64 > uint64(bytesMax) { //nolint:gosec // What is left is never negative.
		return 0, ErrTooDeep
	}
	open, err := entry.Open()
	if err != nil {
		return 0, ErrUnreadable.Because(err)
	}
	defer func() { _ = open.Close() }()
	// The reader of an entry refuses to give more than the entry declares.
	read, err := io.Copy(part, open)
	if refusal := part.refusal; refusal != nil {
		return read, refusal
	}
	if err != nil {
		return read, ErrUnreadable.Because(err)
	}
	return read, nil
}
