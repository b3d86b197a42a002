// Package pix writes and reads what Banco Central defined for Pix: the BR Code
// that a payer copies or scans, and the five kinds of key. It moves no money
// and knows no institution.
package pix

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"

	"automacao/internal/kernel/money"
)

// ErrInvalidCode is a BR Code that cannot be written or is none.
var ErrInvalidCode = errors.New("invalid BR Code")

// Bounds of a BR Code, in characters (Manual do BR Code and Manual de Padrões
// para Iniciação do Pix, Banco Central).
const (
	codeMax      = 512
	nameMax      = 25
	cityMax      = 15
	referenceMax = 35
	templateMax  = 99
	network      = "br.gov.bcb.pix"
	noReference  = "***"
)

// Identifiers of the fields of a BR Code.
const (
	idFormat, idMethod, idCategory, idCurrency, idValue = "00", "01", "52", "53", "54"
	idCountry, idName, idCity, idAdditional, idCRC      = "58", "59", "60", "62", "63"
	idNetwork, idKey, idMessage, idURL, idReference     = "00", "01", "02", "25", "05"
)

// Code is what a BR Code says. It names the receiver by Key (static) or the
// charge by URL without its scheme (dynamic), one of the two.
type Code struct {
	Key, URL  string
	Message   string
	Value     money.Money // zero leaves it to the payer, or to what URL answers
	Name      string      // of the receiver, cut to 25 characters
	City      string      // cut to 15
	Reference string      // the txid; empty where there is none
	IsOnce    bool        // is for one payment
}

// Encode writes the code with its checksum. Accents are taken off, since
// banks count a name's length differently when it has any.
func (c Code) Encode() (string, error) {
	if (c.Key == "") == (c.URL == "") {
		return "", fmt.Errorf("%w: it has a key or an address, and not both", ErrInvalidCode)
	}
	if c.Value < 0 || !isAlphanumeric(c.Reference) || len(c.Reference) > referenceMax {
		return "", fmt.Errorf("%w: value or reference", ErrInvalidCode)
	}
	name, city := plain(c.Name, nameMax), plain(c.City, cityMax)
	if name == "" || city == "" {
		return "", fmt.Errorf("%w: it names receiver and city", ErrInvalidCode)
	}
	var text strings.Builder
	for _, f := range c.fields(name, city) {
		if len(f.value) > templateMax || !isPrintable(f.value) {
			return "", fmt.Errorf("%w: field %s", ErrInvalidCode, f.id)
		}
		if f.value != "" {
			f.write(&text)
		}
	}
	text.WriteString(idCRC + "04")
	return text.String() + fmt.Sprintf("%04X", CRC(text.String())), nil
}

func (c Code) fields(name, city string) []field {
	reference := c.Reference
	if reference == "" {
		reference = noReference
	}
	method, value := "", ""
	if c.IsOnce {
		method = "12"
	}
	if c.Value > 0 {
		value = c.Value.String()
	}
	account := join(field{idNetwork, network}, field{idKey, c.Key}, field{idMessage, plain(c.Message, templateMax)}, field{idURL, c.URL})
	return []field{
		{idFormat, "01"}, {idMethod, method}, {"26", account}, {idCategory, "0000"}, {idCurrency, "986"},
		{idValue, value}, {idCountry, "BR"}, {idName, name}, {idCity, city}, {idAdditional, join(field{idReference, reference})},
	}
}

// Parse reads a BR Code and verifies its checksum, so that a mistyped or cut
// one is ErrInvalidCode.
func Parse(text string) (Code, error) {
	text = strings.TrimSpace(text)
	if len(text) > codeMax || len(text) < 8 || !isPrintable(text) {
		return Code{}, ErrInvalidCode
	}
	body, sum := text[:len(text)-4], text[len(text)-4:]
	if !strings.HasSuffix(body, idCRC+"04") || sum != fmt.Sprintf("%04X", CRC(body)) {
		return Code{}, fmt.Errorf("%w: checksum", ErrInvalidCode)
	}
	fields, err := split(body[:len(body)-4])
	if err != nil {
		return Code{}, err
	}
	if fields[idFormat] != "01" || fields[idCurrency] != "986" || fields[idCountry] != "BR" || fields[idName] == "" {
		return Code{}, fmt.Errorf("%w: it is no payment in reais", ErrInvalidCode)
	}
	return read(fields)
}

func read(fields map[string]string) (Code, error) {
	account, err := pixAccount(fields)
	if err != nil {
		return Code{}, err
	}
	additional, err := split(fields[idAdditional])
	if err != nil {
		return Code{}, err
	}
	code := Code{
		Key: account[idKey], URL: account[idURL], Message: account[idMessage],
		Name: fields[idName], City: fields[idCity], IsOnce: fields[idMethod] == "12",
	}
	if (code.Key == "") == (code.URL == "") {
		return Code{}, fmt.Errorf("%w: it has a key or an address, and not both", ErrInvalidCode)
	}
	if reference := additional[idReference]; reference != noReference {
		code.Reference = reference
	}
	if value, ok := fields[idValue]; ok {
		if code.Value, err = money.Parse(value); err != nil || code.Value < 0 {
			return Code{}, fmt.Errorf("%w: value", ErrInvalidCode)
		}
	}
	return code, nil
}

// pixAccount finds the one template of 26 to 51 that is Pix's.
func pixAccount(fields map[string]string) (map[string]string, error) {
	for id := 26; id <= 51; id++ {
		account, err := split(fields[strconv.Itoa(id)])
		if err == nil && strings.EqualFold(account[idNetwork], network) {
			return account, nil
		}
	}
	return nil, fmt.Errorf("%w: it is not Pix", ErrInvalidCode)
}

// field is an identifier of two digits, the length in two, and the value.
type field struct{ id, value string }

func (f field) write(text *strings.Builder) {
	fmt.Fprintf(text, "%s%02d%s", f.id, len(f.value), f.value)
}

// join writes the fields that have a value.
func join(fields ...field) string {
	var text strings.Builder
	for _, f := range fields {
		if f.value != "" {
			f.write(&text)
		}
	}
	return text.String()
}

// split reads fields to the end of text; each may occur once.
func split(text string) (map[string]string, error) {
	fields := map[string]string{}
	for text != "" {
		if len(text) < 4 || !isDigits(text[:4]) {
			return nil, fmt.Errorf("%w: field", ErrInvalidCode)
		}
		id := text[:2]
		length := int(text[2]-'0')*10 + int(text[3]-'0')
		if _, twice := fields[id]; twice || length == 0 || len(text) < 4+length {
			return nil, fmt.Errorf("%w: field %s", ErrInvalidCode, id)
		}
		fields[id], text = text[4:4+length], text[4+length:]
	}
	return fields, nil
}

// CRC is CRC-16/CCITT-FALSE: polynomial 0x1021, first 0xFFFF, nothing
// reflected. A BR Code's is over everything before it, "6304" included.
func CRC(text string) uint16 {
	sum := uint16(0xFFFF)
	for _, char := range []byte(text) {
		sum ^= uint16(char) << 8
		for range 8 {
			if sum&0x8000 != 0 {
				sum = sum<<1 ^ 0x1021
			} else {
				sum <<= 1
			}
		}
	}
	return sum
}

// plain is text in ASCII without accents, at most max characters long.
func plain(text string, max int) string {
	bare := transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn)), runes.Map(func(char rune) rune {
		if char < ' ' || char > '~' {
			return ' '
		}
		return char
	}))
	folded, _, err := transform.String(bare, text)
	if err != nil {
		return ""
	}
	folded = strings.Join(strings.Fields(folded), " ")
	return strings.TrimSpace(folded[:min(len(folded), max)])
}

func isPrintable(text string) bool {
	return strings.IndexFunc(text, func(char rune) bool { return char < ' ' || char > '~' }) < 0
}

func isDigits(text string) bool {
	return strings.IndexFunc(text, func(char rune) bool { return char < '0' || char > '9' }) < 0
}

func isAlphanumeric(text string) bool {
	return strings.IndexFunc(text, func(char rune) bool {
		return (char < '0' || char > '9') && (char < 'a' || char > 'z') && (char < 'A' || char > 'Z')
	}) < 0
}
