package site

import (
	"regexp"
	"strings"
)

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
