package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"time"
)

const intro = `<!-- Written by "make trust" (go run ./verify/trust --document docs/evidence/trust.md); do not edit. -->
# Trust: attacks and failures that the product is tested against

` + "`make trust`" + ` attacks the built program, breaks it on purpose and writes this table. A dash
means that a check could not be run, and the figure says why. ` + "`make test`" + ` runs the same
program with small counts, and a row of such a run says *quick*. The counts are what
matters: the machines had two processors and other work. *Run* is the day and, where it is
known, the commit. The figures of the money's checks, A1 to A12, are in
[money-checks](money-checks.md).

| check | what is done | required result | | figure | run |
|---|---|---|---|---|---|
`

var row = regexp.MustCompile(`(?m)^\| ([A-H]\d+) \|.*$`)

// write puts the results into the document and keeps the results of other checks from earlier runs.
func (c *command) write(done []outcome) error {
	if c.Document == "" {
		return nil
	}
	before, err := os.ReadFile(c.Document)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	rows := map[string]string{}
	for _, found := range row.FindAllStringSubmatch(string(before), -1) {
		rows[found[1]] = found[0]
	}
	for _, o := range done {
		rows[o.ID] = c.row(o)
	}
	var text strings.Builder
	text.WriteString(intro)
	for _, group := range documented {
		for _, check := range group {
			if line, isThere := rows[check.ID]; isThere {
				text.WriteString(line + "\n")
			}
		}
	}
	return os.WriteFile(c.Document, []byte(text.String()), 0o644)
}

func (c *command) row(o outcome) string {
	how := time.Now().UTC().Format(time.DateOnly) + ", " + o.Commit
	if c.Quick {
		how += ", quick"
	}
	return fmt.Sprintf("| %s | %s | %s | %s | %s | %s |", o.ID, cell(o.title), cell(o.Limit), o.word(), cell(o.Figure), how)
}

func cell(text string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(text), " "), "|", "\\|")
}
