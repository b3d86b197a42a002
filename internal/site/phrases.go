package site

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"automacao/internal/kernel/humantext"
)

// availabilities are the words for whether somebody is available.
var availabilities = map[string]string{"available": "Disponível", "limited": "Disponibilidade parcial", "unavailable": "Sem disponibilidade"}

// months are written out in long dates.
var months = [...]string{"janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro", "outubro", "novembro", "dezembro"}

var weekdays = [...]string{"domingo", "segunda-feira", "terça-feira", "quarta-feira", "quinta-feira", "sexta-feira", "sábado"}

// countedMax is up to where rows are counted.
const countedMax = 1000

// countOf returns a number of things in words.
func countOf(number any, one, many string) string {
	n, err := strconv.ParseFloat(fmt.Sprint(number), 64)
	if err != nil {
		return many
	}
	if n == 1 {
		return "1 " + one
	}
	return thousands(int64(n)) + " " + many
}

// totalOf returns how many rows a directory finds, "mais de" countedMax if there are more.
func totalOf(number, one, many string) string {
	if n, err := strconv.Atoi(number); err == nil && n > countedMax {
		return "mais de " + thousands(countedMax) + " " + many
	}
	return countOf(number, one, many)
}

func thousands(n int64) string {
	text := strconv.FormatInt(n, 10)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "." + text[at:]
	}
	return text
}

func momentOf(text any) (time.Time, bool) {
	at, err := time.Parse(time.RFC3339Nano, fmt.Sprint(text))
	return at.In(zone), err == nil
}

// sinceOf returns how long ago a row of a list was created.
func sinceOf(text any) string {
	at, ok := momentOf(text)
	if !ok {
		return ""
	}
	now := time.Now().In(zone)
	age := now.Sub(at)
	midnight := func(t time.Time) time.Time { return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC) }
	days := int(math.Round(midnight(now).Sub(midnight(at)).Hours() / 24))
	switch {
	case age < time.Minute:
		return "agora"
	case age < time.Hour:
		return fmt.Sprintf("há %d min", int(age.Minutes()))
	case days == 0:
		return fmt.Sprintf("há %d h", int(age.Hours()))
	case days == 1:
		return "ontem"
	case days < 7:
		return weekdays[at.Weekday()]
	}
	return at.Format("02/01/2006")
}

// dayOf returns a date as people write it.
func dayOf(text any) string {
	at, err := time.Parse(time.DateOnly, fmt.Sprint(text))
	if err != nil {
		return ""
	}
	return at.Format("02/01/2006")
}

func longOf(text any) string {
	at, ok := momentOf(text)
	if !ok {
		return ""
	}
	return fmt.Sprintf("%d de %s de %d", at.Day(), months[at.Month()-1], at.Year())
}

func ratingOf(rating any) string {
	if value, ok := rating.(float64); ok {
		return strings.Replace(strconv.FormatFloat(value, 'f', 1, 64), ".", ",", 1)
	}
	return "N/A"
}

// whereOf returns where a project's work is done, as far as that is known.
func whereOf(of row) string {
	var parts []string
	for _, name := range []string{"city", "state"} {
		if part, ok := of[name].(string); ok && part != "" {
			parts = append(parts, part)
		}
	}
	where := strings.Join(parts, "/")
	if mode, ok := of["work_mode"].(string); ok {
		word := cmp.Or(modes[mode], mode)
		where += " · " + strings.ToUpper(word[:1]) + word[1:]
	}
	return strings.TrimPrefix(where, " · ")
}

func lettersOf(name any) string {
	return humantext.Initials(fmt.Sprint(name))
}

// isOwnPicture reports whether a picture comes from this server's public storage and from nowhere
// else, however browsers might parse the address.
func isOwnPicture(address any) bool {
	text, ok := address.(string)
	return ok && strings.HasPrefix(text, "/storage/v1/object/public/") && !strings.ContainsAny(text, "\\\t\r\n")
}

// wordsMax bounds the words of a search.
const wordsMax = 12

var (
	wordPattern  = regexp.MustCompile(`[\p{L}\p{N}]+(?:[-/.][\p{L}\p{N}]+)*`)
	pairPattern  = regexp.MustCompile(`^[a-zA-Z]{1,5}[0-9]{0,4}$`)
	codePattern  = regexp.MustCompile(`^[a-zA-Z0-9]+([-/.][a-zA-Z0-9]+)+$`)
	tagPattern   = regexp.MustCompile(`^([a-zA-Z]{3})[-\s./]?([0-9]{1,9})$`)
	notOfCode    = regexp.MustCompile(`[^a-zA-Z0-9]`)
	startsNumber = regexp.MustCompile(`^[0-9]`)
)

// searchWords returns the text-search query for what people type, the same as the web application's
// (web/src/lib/text/search.ts); "" if nothing is left.
func searchWords(text string) string {
	words := wordPattern.FindAllString(text, wordsMax)
	var asked []string
	for at := 0; at < len(words); at++ {
		next := ""
		if at+1 < len(words) {
			next = words[at+1]
		}
		if pairPattern.MatchString(words[at]) && startsNumber.MatchString(next) {
			asked = append(asked, pairOf(words[at], next))
			at++
			continue
		}
		asked = append(asked, wordOf(words[at]))
	}
	return strings.Join(asked, " & ")
}

func wordOf(word string) string {
	if tag := tagOf(word); tag != "" {
		return tag
	}
	if codePattern.MatchString(word) && strings.ContainsAny(word, "0123456789") && strings.ContainsFunc(word, isLetter) {
		word = bare(word)
	}
	return "'" + word + "':*"
}

// pairOf returns the condition for two words that may be one code.
func pairOf(word, next string) string {
	if tag := tagOf(word + " " + next); tag != "" {
		return tag
	}
	return "('" + word + "':* & '" + next + "':* | '" + bare(word+next) + "':*)"
}

// tagOf returns the condition for a number that the product assigns to a project or a contract.
func tagOf(text string) string {
	parts := tagPattern.FindStringSubmatch(text)
	if parts == nil {
		return ""
	}
	prefix := strings.ToLower(parts[1])
	if prefix != "prj" && prefix != "ctr" {
		return ""
	}
	number := strings.TrimLeft(parts[2], "0")
	if number == "" {
		number = "0"
	}
	return "'" + prefix + number + "'"
}

func bare(code string) string { return strings.ToLower(notOfCode.ReplaceAllString(code, "")) }

func isLetter(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' }
