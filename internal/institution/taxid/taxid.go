// Package taxid parses Brazilian tax numbers as people write them, and refuses invalid ones. Whom a
// number belongs to is not its concern.
package taxid

import (
	"net/http"
	"strings"
	"unicode"

	"automacao/internal/kernel/fault"
)

// Refusals of a document. Their sentences are shown beside the field.
var (
	ErrInvalidCPF  = fault.New(http.StatusUnprocessableEntity, "invalid_cpf", "CPF inválido.")
	ErrInvalidCNPJ = fault.New(http.StatusUnprocessableEntity, "invalid_cnpj", "CNPJ inválido.")
)

// ParseCPF returns the 11 digits of a Brazilian personal tax number, or ErrInvalidCPF. It ignores
// everything but digits: separators of any kind, and a label copied with the number. A number of
// eleven equal digits is refused although its check digits are correct.
func ParseCPF(text string) (string, error) {
	digits := strings.Map(onlyDigits, text)
	if len(digits) != 11 || strings.Count(digits, digits[:1]) == len(digits) {
		return "", ErrInvalidCPF
	}
	first := checkDigit(digits[:9], 10, 2)
	second := checkDigit(digits[:10], 11, 2)
	if digits[9] != first || digits[10] != second {
		return "", ErrInvalidCPF
	}
	return digits, nil
}

func onlyDigits(char rune) rune {
	if char < '0' || char > '9' {
		return -1
	}
	return char
}

// ParseCNPJ returns the 14 characters of a Brazilian company tax number, or ErrInvalidCNPJ. The
// first twelve may be letters since July 2026 (IN RFB 2.229/2024); a character counts as its ASCII
// code minus 48. Words of a label before the number are dropped one by one until a valid number
// remains.
func ParseCNPJ(text string) (string, error) {
	for {
		if number := cnpjCharacters(text); isCNPJ(number) {
			return number, nil
		}
		rest, isLabelled := cutWord(text)
		if !isLabelled {
			return "", ErrInvalidCNPJ
		}
		text = rest
	}
}

// cnpjLetters is how many leading characters of a CNPJ may be letters.
const cnpjLetters = 12

// cnpjCharacters returns the digits of a text, and letters where a CNPJ may have them.
func cnpjCharacters(text string) string {
	var kept strings.Builder
	for _, char := range text {
		if 'a' <= char && char <= 'z' {
			char += 'A' - 'a'
		}
		isLetter := 'A' <= char && char <= 'Z'
		if '0' <= char && char <= '9' || isLetter && kept.Len() < cnpjLetters {
			kept.WriteRune(char)
		}
	}
	return kept.String()
}

// cutWord returns the text after its leading letters, and whether there are any.
func cutWord(text string) (rest string, ok bool) {
	isPart := func(char rune) bool { return unicode.IsLetter(char) || '0' <= char && char <= '9' }
	word := strings.TrimLeftFunc(text, func(char rune) bool { return !isPart(char) })
	rest = strings.TrimLeftFunc(word, unicode.IsLetter)
	return rest, rest != word
}

func isCNPJ(number string) bool {
	if len(number) != 14 || strings.Count(number, number[:1]) == len(number) {
		return false
	}
	return number[12] == checkDigit(number[:12], 9, 2) && number[13] == checkDigit(number[:13], 9, 2)
}

// checkDigit weights the characters from the right by lowest to highest repeatedly, and returns the
// digit for the sum modulo 11.
func checkDigit(characters string, highest, lowest int) byte {
	sum, weight := 0, lowest
	for i := len(characters) - 1; i >= 0; i-- {
		sum += int(characters[i]-'0') * weight
		if weight++; weight > highest {
			weight = lowest
		}
	}
	if rest := sum % 11; rest >= 2 {
		return byte('0' + 11 - rest)
	}
	return '0'
}

// Mask returns a CPF or CNPJ, given without separators, with only as many characters visible as
// tell two parties apart.
func Mask(document string) string {
	switch len(document) {
	case 11:
		return "CPF ***." + document[3:6] + "." + document[6:9] + "-**"
	case 14:
		return "CNPJ " + document[:2] + ".***.***/" + document[8:12] + "-**"
	}
	return "documento não informado"
}
