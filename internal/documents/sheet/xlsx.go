package sheet

import (
	"errors"
	"fmt"
	"io"

	"github.com/xuri/excelize/v2"
)

// columnWidth is in characters: wide enough to read a CNPJ or a date without resizing.
const columnWidth = 22

// xlsxWriter collects the rows; those of a large sheet wait in a temporary file. Nothing is written
// to out before Close.
type xlsxWriter struct {
	out   io.Writer
	file  *excelize.File
	rows  *excelize.StreamWriter
	looks map[look]int
	count int
}

const sheetName = "Planilha"

func newXLSX(out io.Writer) (*xlsxWriter, error) {
	w := &xlsxWriter{out: out, file: excelize.NewFile(), looks: map[look]int{}}
	err := w.file.SetSheetName("Sheet1", sheetName)
	if err == nil {
		w.rows, err = w.file.NewStreamWriter(sheetName)
	}
	if err != nil {
		return nil, fmt.Errorf("begin a workbook: %w", err)
	}
	for which, style := range styles() {
		if w.looks[which], err = w.file.NewStyle(style); err != nil {
			return nil, fmt.Errorf("make a style of a workbook: %w", err)
		}
	}
	return w, nil
}

// styles returns the styles by look. ECMA-376 defines the number formats: 49 is text, 4 an amount
// with separators, which every program shows in its user's locale.
func styles() map[look]*excelize.Style {
	day, moment := "dd/mm/yyyy", "dd/mm/yyyy hh:mm:ss"
	return map[look]*excelize.Style{
		asText: {NumFmt: 49}, asAmount: {NumFmt: 4}, asDay: {CustomNumFmt: &day}, asMoment: {CustomNumFmt: &moment},
		asHead: {NumFmt: 49, Font: &excelize.Font{Bold: true}},
	}
}

// Head writes the header row, which stays visible while the rows below it scroll.
func (w *xlsxWriter) Head(names ...string) error {
	err := errors.Join(
		w.rows.SetColWidth(1, max(len(names), 1), columnWidth),
		w.rows.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}))
	if err != nil {
		return fmt.Errorf("lay out a workbook: %w", err)
	}
	cells := texts(names)
	for i := range cells {
		cells[i].look = asHead
	}
	return w.Row(cells...)
}

// Row adds a row. A text is an inline string and never a formula, whatever it begins with.
func (w *xlsxWriter) Row(cells ...Cell) error {
	w.count++
	values := make([]any, len(cells))
	for i, one := range cells {
		if one.value != nil {
			values[i] = excelize.Cell{StyleID: w.looks[one.look], Value: one.value}
		}
	}
	if err := w.rows.SetRow(fmt.Sprintf("A%d", w.count), values); err != nil {
		return fmt.Errorf("write row %d of a workbook: %w", w.count, err)
	}
	return nil
}

func (w *xlsxWriter) Close() error {
	err := w.rows.Flush()
	if err == nil {
		_, err = w.file.WriteTo(w.out)
	}
	if err = errors.Join(err, w.file.Close()); err != nil {
		return fmt.Errorf("write a workbook: %w", err)
	}
	return nil
}
