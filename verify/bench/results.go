package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// result is the measurement of one server for one call, and its ratio to the handler by hand.
type result struct {
	call, server       string
	projects           int
	perSecond          float64
	atServer, database float64 // microseconds of CPU time per request
	ratio              spread  // of the CPU time to that of the handler by hand
	mark               float64
	p50, p99           time.Duration
}

func resultOf(asked call, name string, turns, byHand []turn, waited durations) result {
	median := func(of func(turn) float64) float64 {
		var all []float64
		for _, one := range turns {
			all = append(all, of(one))
		}
		return spreadOf(all).median
	}
	var ratio []float64
	for i := range turns {
		ratio = append(ratio, turns[i].processor()/byHand[i].processor())
	}
	return result{
		call: asked.name, server: name, mark: asked.mark, ratio: spreadOf(ratio), p50: waited.at(0.5), p99: waited.at(0.99),
		perSecond: median(func(t turn) float64 { return t.perSecond }),
		atServer:  median(func(t turn) float64 { return t.server }), database: median(func(t turn) float64 { return t.database }),
	}
}

// dearerMax is the factor by which a ratio may exceed the stored one before the output says so.
const dearerMax = 1.15

// said formats a result as a line, and adds a warning if it became more expensive.
func (r result) said(before map[string]float64) string {
	line := fmt.Sprintf("%8d  %-34s %-18s %7.0f a second  %6.0f + %-6.0f µs  %s  p50 %s ms  p99 %s ms",
		r.projects, r.call, r.server, r.perSecond, r.atServer, r.database, r.ratio, milliseconds(r.p50), milliseconds(r.p99))
	if old := before[r.key()]; r.server == ours && old > 0 && r.ratio.median > dearerMax*old {
		line += fmt.Sprintf("\n%8s  dearer than the results at hand: %.2f, and was %.2f", "", r.ratio.median, old)
	}
	return line
}

func (r result) key() string { return fmt.Sprintf("%d|%s|%s", r.projects, r.call, r.server) }

const resultsHead = `# Results

Written by ` + "`go run ./verify/bench rivals --write`" + `; see README.md for what is asked and how it is fair. The processor's
time is a request's, in the server and in its database, in microseconds; its ratio is to the handler by hand
(median of the rounds, quartiles). Latency is that at a steady rate that all bear.

`

// columns is the table's header.
const columns = `| projects | asked | server | a second | server µs | database µs | of the handler by hand | mark | p50 ms | p99 ms |
| -------: | ----- | ------ | -------: | --------: | ----------: | ---------------------- | ---- | -----: | -----: |
`

// row formats a result as a row of the table.
func (r result) row() string {
	mark := ""
	if r.server == ours {
		mark = fmt.Sprintf("%.2f", r.mark)
	}
	return fmt.Sprintf("| %d | %s | %s | %.0f | %.0f | %.0f | %s | %s | %s | %s |\n",
		r.projects, r.call, r.server, r.perSecond, r.atServer, r.database, r.ratio, mark, milliseconds(r.p50), milliseconds(r.p99))
}

// writeResults replaces the rows of the measured sizes and keeps the others.
func writeResults(path string, all []result) error {
	kept, err := rowsOf(path)
	if err != nil {
		return err
	}
	rows := map[string]string{}
	for _, cells := range kept {
		if !slices.ContainsFunc(all, func(r result) bool { return strconv.Itoa(r.projects) == cells[0] }) {
			rows[strings.Join(cells[:3], "|")] = "| " + strings.Join(cells, " | ") + " |\n"
		}
	}
	var order []string
	for _, one := range all {
		rows[one.key()] = one.row()
		order = append(order, one.key())
	}
	for _, cells := range kept {
		if key := strings.Join(cells[:3], "|"); !slices.Contains(order, key) {
			order = append(order, key)
		}
	}
	slices.SortStableFunc(order, func(a, b string) int { return cmp.Compare(sizeOf(a), sizeOf(b)) })
	var text strings.Builder
	text.WriteString(resultsHead)
	fmt.Fprintf(&text, "%d processors, %s, %s.\n\n", runtime.NumCPU(), runtime.GOOS+"/"+runtime.GOARCH, runtime.Version())
	text.WriteString(columns)
	for _, key := range order {
		text.WriteString(rows[key])
	}
	return os.WriteFile(path, []byte(text.String()), 0o644)
}

func sizeOf(key string) int {
	size, _, _ := strings.Cut(key, "|")
	number, _ := strconv.Atoi(size) // a row without a size sorts first
	return number
}

// readResults returns the stored ratios; none if there is no such file.
func readResults(path string) (map[string]float64, error) {
	rows, err := rowsOf(path)
	found := map[string]float64{}
	for _, cells := range rows {
		ratio, _, _ := strings.Cut(cells[6], " ")
		if found[strings.Join(cells[:3], "|")], err = strconv.ParseFloat(ratio, 64); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	return found, err
}

// rowsOf reads the cells of a table's rows.
func rowsOf(path string) (rows [][]string, err error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		if _, err := strconv.Atoi(cells[0]); err == nil && len(cells) == 10 {
			rows = append(rows, cells)
		}
	}
	return rows, err
}

// durations are the times of repeated runs of the same work.
type durations []time.Duration

// at returns the quantile for a share: that share of the durations is at most as long.
func (d durations) at(share float64) time.Duration {
	sorted := slices.Sorted(slices.Values(d))
	return sorted[min(len(sorted)-1, int(share*float64(len(sorted))))]
}

func milliseconds(d time.Duration) string { return fmt.Sprintf("%.2f", float64(d.Microseconds())/1000) }

// measure runs work the given number of times and returns the durations.
func measure(times int, work func() error) (durations, error) {
	taken := make(durations, 0, times)
	for range times {
		began := time.Now()
		if err := work(); err != nil {
			return nil, err
		}
		taken = append(taken, time.Since(began))
	}
	return taken, nil
}

// spread is a median with its quartiles.
type spread struct{ median, low, high float64 }

func spreadOf(figures []float64) spread {
	sorted := slices.Sorted(slices.Values(figures))
	last := float64(len(sorted) - 1)
	return spread{sorted[int(last*0.5)], sorted[int(last*0.25)], sorted[int(last*0.75)]}
}

func (s spread) String() string { return fmt.Sprintf("%.2f (%.2f–%.2f)", s.median, s.low, s.high) }
