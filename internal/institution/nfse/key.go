package nfse

import (
	"errors"
	"regexp"
	"strings"
)

// Key is the access key of an invoice of the national layout. It names who
// issued it, so that nobody can send another's.
type Key struct {
	// Text is the 50 characters.
	Text string
	// Provider is the CPF or CNPJ in it, Number the invoice's, YearMonth the
	// month of its emission as 2611.
	Provider, Number, YearMonth string
}

// ErrKey refuses what cannot be an access key.
var ErrKey = errors.New("this is no access key of an invoice")

var (
	keyForm   = regexp.MustCompile(`^\d{7}[12]([12])([0-9A-Z]{14})(\d{13})(\d{4})\d{9}\d$`)
	separator = regexp.MustCompile(`[\s.\-/]`)
)

// ParseKey reads an access key as people copy it: town (7), generator (1), kind
// of registration (1: CPF, 2: CNPJ), registration (14), number (13), year and
// month (4), a code (9) and the check digit: modulo 11 of the 49 before it,
// weighed from the right by 2 to 9 and again, where 10 and 11 are 0. A letter of
// a CNPJ counts as its ASCII code less 48.
func ParseKey(text string) (Key, error) {
	text = strings.ToUpper(separator.ReplaceAllString(text, ""))
	parts := keyForm.FindStringSubmatch(text)
	if parts == nil || text[49] != digitOf(text[:49]) {
		return Key{}, ErrKey
	}
	provider := parts[2]
	if parts[1] == "1" {
		var isCPF bool
		if provider, isCPF = strings.CutPrefix(provider, "000"); !isCPF {
			return Key{}, ErrKey
		}
	}
	return Key{Text: text, Provider: provider, Number: trimNumber(parts[3]), YearMonth: parts[4]}, nil
}

func digitOf(characters string) byte {
	sum, weight := 0, 2
	for i := len(characters) - 1; i >= 0; i-- {
		sum += int(characters[i]-'0') * weight
		if weight++; weight > 9 {
			weight = 2
		}
	}
	if rest := sum % 11; rest >= 2 {
		return byte('0' + 11 - rest)
	}
	return '0'
}

// trimNumber takes the zeros off the front of a number, but for a lone one.
func trimNumber(number string) string {
	if short := strings.TrimLeft(number, "0"); short != "" {
		return short
	}
	return "0"
}
