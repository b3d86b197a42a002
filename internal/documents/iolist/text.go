package iolist

import "strings"

// source gives the rows of a table one after the other, with their number in the file.
type source func(yield func(row int, cells []string) error) error

// text reads a table whose cells are separated by semicolons, commas or tabs.
func (b *builder) text(extension, text string) error {
	format := CSV
	if extension == "sdf" {
		format = TIAPortal
	}
	if !strings.Contains(text, "\n") {
		text = strings.ReplaceAll(text, "\r", "\n")
	}
	return b.table(b.cells(text, delimiterOf(text)), format)
}

// delimiterOf returns the separator that gives the lines at the beginning the most cells of one
// number: the commas of a description vary from line to line, separators do not.
func delimiterOf(text string) byte {
	const bytesMax, linesMax = 64 << 10, 60
	lines := strings.SplitN(text[:min(len(text), bytesMax)], "\n", linesMax+1)
	best, bestScore := byte(';'), 0
	for _, delimiter := range []byte{';', '\t', ','} {
		counts := map[int]int{}
		for _, line := range lines[:min(len(lines), linesMax)] {
			if cells := countOutsideQuotes(line, delimiter); cells > 0 {
				counts[min(cells, columnsMax)]++
			}
		}
		score := 0
		for cells, times := range counts {
			score = max(score, times*times*cells)
		}
		if score > bestScore {
			best, bestScore = delimiter, score
		}
	}
	return best
}

func countOutsideQuotes(line string, delimiter byte) (count int) {
	isQuoted := false
	for i := range len(line) {
		switch {
		case line[i] == '"':
			isQuoted = !isQuoted
		case line[i] == delimiter && !isQuoted:
			count++
		}
	}
	return count
}

// cells returns the rows of a text. A quote opens a cell only at its beginning, as in the size of a
// pipe of 1/2"; a quoted cell that never ends makes the file unreadable, because it would swallow
// the rows behind it.
func (b *builder) cells(text string, delimiter byte) source {
	return func(yield func(int, []string) error) error {
		line, steps := 1, 0
		for text != "" {
			if text[0] == '\n' {
				// A file may be all line breaks: they cost a step and nothing else.
				text = text[1:]
				line++
				if steps++; b.alive(steps) != nil {
					return b.ctx.Err()
				}
				continue
			}
			var cells []string
			begin := line
			for stop := delimiter; stop == delimiter; {
				if steps++; b.alive(steps) != nil {
					return b.ctx.Err()
				}
				cell, rest, end, isWhole := cut(text, delimiter)
				if !isWhole {
					return ErrUnreadable
				}
				line += strings.Count(text[:len(text)-len(rest)], "\n")
				text, stop = rest, end
				if len(cells) <= columnsMax {
					cells = append(cells, cell)
				}
			}
			if err := yield(begin, cells); err != nil {
				return err
			}
		}
		return nil
	}
}

// cut returns the first cell of a text, what follows it, and the character in between: the delimiter,
// a line feed, or 0 at the end. isWhole is false if a quote is not closed.
func cut(text string, delimiter byte) (cell, rest string, stop byte, isWhole bool) {
	if !strings.HasPrefix(text, `"`) {
		end := strings.IndexAny(text, string(rune(delimiter))+"\n")
		if end < 0 {
			return strings.TrimRight(text, "\r"), "", 0, true
		}
		return strings.TrimRight(text[:end], "\r"), text[end+1:], text[end], true
	}
	var content strings.Builder
	for {
		text = text[1:]
		quote := strings.IndexByte(text, '"')
		if quote < 0 {
			return "", "", 0, false
		}
		if content.Len() <= 4*CharactersMax {
			content.WriteString(text[:quote])
		}
		if text = text[quote+1:]; !strings.HasPrefix(text, `"`) {
			break
		}
		content.WriteByte('"')
	}
	// What stands between the closing quote and the separator belongs to the cell, as programs read it.
	tail, rest, stop, _ := cut(" "+text, delimiter)
	return content.String() + strings.TrimRight(tail[1:], " "), rest, stop, true
}
