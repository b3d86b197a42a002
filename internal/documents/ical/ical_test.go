package ical

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"automacao/internal/kernel/leaktest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

func TestACalendarIsWrittenAsTheNormHasIt(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 25, 9, 30, 0, 0, time.FixedZone("", -3*60*60))
	var text strings.Builder
	err := Calendar{Product: "-//Test//PT", Name: "Prazos; todos", Refresh: 6 * time.Hour, Events: []Event{{
		UID: "m-1@example.org", Day: time.Date(2026, 12, 31, 0, 0, 0, 0, time.UTC), Title: "Entrega: Montagem, fase \\2\r\nEND:VCALENDAR",
		Text: strings.Repeat("á", 80) + "\x00", URL: "https://example.org/c/1\r\nX:1", Changed: at,
	}}}.Write(&text)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(text.String(), "\r\n")
	for _, line := range lines {
		if len(line) > 75 || !utf8.ValidString(line) || strings.ContainsAny(line, "\n\x00") {
			t.Errorf("%q is not a valid line", line)
		}
	}
	unfolded := strings.ReplaceAll(text.String(), "\r\n ", "")
	for _, want := range []string{
		"BEGIN:VCALENDAR\r\nVERSION:2.0\r\n", "X-WR-CALNAME:Prazos\\; todos\r\n", "REFRESH-INTERVAL;VALUE=DURATION:PT6H\r\n", "UID:m-1@example.org\r\n", "DTSTAMP:20261125T123000Z\r\n",
		"DTSTART;VALUE=DATE:20261231\r\n", "DTEND;VALUE=DATE:20270101\r\n", `SUMMARY:Entrega: Montagem\, fase \\2\nEND:VCALENDAR` + "\r\n",
		"DESCRIPTION:" + strings.Repeat("á", 80) + "\r\n", "URL:https://example.org/c/1X:1\r\n", "END:VEVENT\r\nEND:VCALENDAR\r\n",
	} {
		if !strings.Contains(unfolded, want) {
			t.Errorf("%q is not in %s", want, unfolded)
		}
	}
}
