// Package ical writes calendars of all-day events for other programs (RFC 5545). It knows nothing
// about the meaning of the events.
package ical

import (
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// MediaType is the media type of a calendar.
const MediaType = "text/calendar; charset=utf-8"

// Calendar is a named list of events. Refresh is how often subscribers should fetch it again.
type Calendar struct {
	// Product identifies the program that writes it, Name is for people.
	Product, Name string
	Refresh       time.Duration
	Events        []Event
}

// Event is an all-day event. Its UID must stay the same when it changes.
type Event struct {
	UID     string
	Day     time.Time
	Title   string
	Text    string
	URL     string
	Changed time.Time
}

// Write writes the calendar.
func (c Calendar) Write(out io.Writer) error {
	var text strings.Builder
	line := func(name, value string) { fold(&text, name+":"+value) }
	line("BEGIN", "VCALENDAR")
	line("VERSION", "2.0")
	line("PRODID", escape(c.Product))
	line("CALSCALE", "GREGORIAN")
	line("METHOD", "PUBLISH")
	line("NAME", escape(c.Name))
	line("X-WR-CALNAME", escape(c.Name))
	if hours := int(c.Refresh.Hours()); hours > 0 {
		line("REFRESH-INTERVAL;VALUE=DURATION", fmt.Sprintf("PT%dH", hours))
		line("X-PUBLISHED-TTL", fmt.Sprintf("PT%dH", hours))
	}
	for _, event := range c.Events {
		event.write(line)
	}
	line("END", "VCALENDAR")
	_, err := io.WriteString(out, text.String())
	return err
}

func (e Event) write(line func(name, value string)) {
	const day = "20060102"
	line("BEGIN", "VEVENT")
	line("UID", escape(e.UID))
	line("DTSTAMP", e.Changed.UTC().Format("20060102T150405Z"))
	line("LAST-MODIFIED", e.Changed.UTC().Format("20060102T150405Z"))
	line("DTSTART;VALUE=DATE", e.Day.Format(day))
	line("DTEND;VALUE=DATE", e.Day.AddDate(0, 0, 1).Format(day))
	line("SUMMARY", escape(e.Title))
	if e.Text != "" {
		line("DESCRIPTION", escape(e.Text))
	}
	if e.URL != "" {
		line("URL", oneLine(e.URL))
	}
	line("TRANSP", "TRANSPARENT")
	line("END", "VEVENT")
}

// escape escapes a text (section 3.3.11) and removes other control characters.
func escape(text string) string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, ""))
	return strings.NewReplacer(`\`, `\\`, ";", `\;`, ",", `\,`, "\n", `\n`).Replace(text)
}

func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, text)
}

// lineBytes is the maximum length of a line without its end (section 3.1).
const lineBytes = 75

// fold breaks a line that is too long, never within a character.
func fold(out *strings.Builder, line string) {
	room := lineBytes
	for len(line) > room {
		cut := room
		for !utf8.RuneStart(line[cut]) {
			cut--
		}
		out.WriteString(line[:cut] + "\r\n ")
		line, room = line[cut:], lineBytes-1
	}
	out.WriteString(line + "\r\n")
}
