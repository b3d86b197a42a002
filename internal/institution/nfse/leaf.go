package nfse

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"automacao/internal/kernel/money"
)

// leaf is a text by where it stands below the invoice: "/DPS/infDPS/dhEmi".
type leaf struct{ place, text string }

func (l leaf) isAt(places []string) bool {
	for _, place := range places {
		if end, isEnd := strings.CutPrefix(place, "…"); isEnd && strings.HasSuffix(l.place, end) || l.place == place {
			return true
		}
	}
	return false
}

// How what a file says twice is compared.
func asWritten(text string) string { return text }

// asDocument is a CPF or CNPJ without what people and systems write between its digits.
func asDocument(text string) string {
	return strings.ToUpper(separator.ReplaceAllString(text, ""))
}

// one is what a file says at any of some places: once, or the same each time, as it
// is compared. A place that begins with "…" is any that ends so.
func (t tree) one(compare func(string) string, places ...string) (string, error) {
	said := ""
	for _, leaf := range t.leaves {
		text := compare(leaf.text)
		if text == "" || !leaf.isAt(places) {
			continue
		}
		if said != "" && said != text {
			return "", fmt.Errorf("%w: %s", ErrUnclear, leaf.place)
		}
		said = text
	}
	if said == "" {
		return "", fmt.Errorf("%w: %s", ErrLacks, places[0])
	}
	return said, nil
}

// maybe is one that need not be there.
func (t tree) maybe(compare func(string) string, places ...string) (string, error) {
	said, err := t.one(compare, places...)
	if errors.Is(err, ErrLacks) {
		return "", nil
	}
	return said, err
}

// first is what is said at the first places that say anything.
func (t tree) first(compare func(string) string, choices [][]string) (said string, err error) {
	for _, places := range choices {
		if said, err = t.one(compare, places...); !errors.Is(err, ErrLacks) {
			return said, err
		}
	}
	return said, err
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
	// grouped is an amount with thousands parted: by dots before a comma, or the other way.
	grouped = regexp.MustCompile(`^\d{1,3}(?:(?:\.\d{3})+(?:,\d+)?|(?:,\d{3})+(?:\.\d+)?)$`)
	decimal = regexp.MustCompile(`^(\d+)[.,](\d+)$`)
)

// plainAmount is an amount as money.Parse reads it, of what systems write: 1234,56,
// 1.234,56, 1234.5600. What may be read in two ways, such as 1.234, stays as it is and is
// refused there.
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

// day is the day a moment falls on where the invoice was issued, as it says.
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
	return time.Time{}, fmt.Errorf("%w: %s is no day", ErrUnclear, place)
}
