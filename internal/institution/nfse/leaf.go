package nfse

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"automacao/internal/kernel/money"
)

// leaf is a text with its path below the invoice: "/DPS/infDPS/dhEmi".
type leaf struct{ place, text string }

func (l leaf) isAt(places []string) bool {
	for _, place := range places {
		if end, isEnd := strings.CutPrefix(place, "…"); isEnd && strings.HasSuffix(l.place, end) || l.place == place {
			return true
		}
	}
	return false
}

// asWritten and asDocument prepare texts that a file contains twice for comparison.
func asWritten(text string) string { return text }

// asDocument returns a CPF or CNPJ without separators.
func asDocument(text string) string {
	return strings.ToUpper(separator.ReplaceAllString(text, ""))
}

// one returns the text at any of the places. The text may occur several times if all occurrences
// are equal after compare. A place that begins with "…" matches every path that ends with the rest.
func (t tree) one(compare func(string) string, places ...string) (string, error) {
	found := ""
	for _, leaf := range t.leaves {
		text := compare(leaf.text)
		if text == "" || !leaf.isAt(places) {
			continue
		}
		if found != "" && found != text {
			return "", fmt.Errorf("%w: %s", ErrUnclear, leaf.place)
		}
		found = text
	}
	if found == "" {
		return "", fmt.Errorf("%w: %s", ErrLacks, places[0])
	}
	return found, nil
}

// optional is one for a text that may be missing.
func (t tree) optional(compare func(string) string, places ...string) (string, error) {
	found, err := t.one(compare, places...)
	if errors.Is(err, ErrLacks) {
		return "", nil
	}
	return found, err
}

// first returns the text of the first choice of places that has any.
func (t tree) first(compare func(string) string, choices [][]string) (found string, err error) {
	for _, places := range choices {
		if found, err = t.one(compare, places...); !errors.Is(err, ErrLacks) {
			return found, err
		}
	}
	return found, err
}

func (t tree) amount(place string) (money.Money, error) {
	text, err := t.one(plainAmount, place)
	if err != nil {
		return 0, err
	}
	value, err := money.Parse(text)
	if err != nil || value <= 0 {
		return 0, errNoAmount
	}
	return value, nil
}

var (
	// grouped matches an amount with thousands separators: dots before a decimal comma, or the
	// other way round.
	grouped = regexp.MustCompile(`^\d{1,3}(?:(?:\.\d{3})+(?:,\d+)?|(?:,\d{3})+(?:\.\d+)?)$`)
	decimal = regexp.MustCompile(`^(\d+)[.,](\d+)$`)
)

// plainAmount converts an amount from the forms that systems write to the form of money.Parse:
// 1234,56, 1.234,56, 1234.5600. An ambiguous amount, such as 1.234, is left as it is, so that
// money.Parse refuses it.
func plainAmount(text string) string {
	if grouped.MatchString(text) {
		mark := strings.LastIndexAny(text, ".,")
		groups := strings.Count(text, ".") + strings.Count(text, ",")
		isMixed := strings.Contains(text, ".") && strings.Contains(text, ",")
		switch {
		case isMixed:
			text = strings.NewReplacer(".", "", ",", "").Replace(text[:mark]) + "." + text[mark+1:]
		case groups > 1:
			text = strings.NewReplacer(".", "", ",", "").Replace(text)
		default:
			return text
		}
	}
	parts := decimal.FindStringSubmatch(text)
	if parts == nil {
		return text
	}
	places := parts[2]
	for len(places) > 2 && strings.HasSuffix(places, "0") {
		places = places[:len(places)-1]
	}
	return parts[1] + "." + (places + "0")[:max(len(places), 2)]
}

var dayForms = []string{time.DateOnly, "02/01/2006"}

// day returns the day of a moment in the time zone in which the file gives it.
func (t tree) day(place string) (time.Time, error) {
	text, err := t.one(asWritten, place)
	if err != nil {
		return time.Time{}, err
	}
	for _, form := range dayForms {
		if day, err := time.Parse(form, text[:min(len(text), len(form))]); err == nil {
			return day, nil
		}
	}
	return time.Time{}, fmt.Errorf("%w: %s is not a date", ErrUnclear, place)
}
