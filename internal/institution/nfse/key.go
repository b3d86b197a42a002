package nfse

import (
	"errors"
	"regexp"
	"strings"
)

// Key is the access key of an invoice of the national layout. It contains who issued it, so that
// nobody can submit somebody else's.
type Key struct {
	// Text is the 50 characters.
	Text string
	// Provider is the CPF or CNPJ in the key, Number the invoice's number, YearMonth the month of
	// issue, as 2611.
	Provider, Number, YearMonth string
}

// ErrKey refuses a text that cannot be an access key.
var ErrKey = errors.New("this is not the access key of an invoice")

var (
	keyForm   = regexp.MustCompile(`^\d{7}[12]([12])([0-9A-Z]{14})(\d{13})(\d{4})\d{9}\d$`)
	separator = regexp.MustCompile(`[\s.\-/]`)
)

// ParseKey parses an access key as people copy it: municipality (7), generator (1), kind of
// registration (1: CPF, 2: CNPJ), registration (14), number (13), year and month (4), a code (9)
// and the check digit. The check digit is modulo 11 of the 49 characters before it, weighted from
// the right by 2 to 9 repeatedly, where 10 and 11 become 0. A letter of a CNPJ counts as its ASCII
// code minus 48.
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

// trimNumber removes leading zeros, but keeps a single zero.
func trimNumber(number string) string {
	if short := strings.TrimLeft(number, "0"); short != "" {
		return short
	}
	return "0"
}
