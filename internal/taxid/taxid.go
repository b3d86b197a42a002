// Package taxid reads Brazilian tax numbers as people write them, and tells
// those that cannot be. Whose they are is not its business.
package taxid

import (
	"net/http"
	"strings"

	"automacao/internal/fault"
)

// Refusals of a document. Their sentences are shown beside the field.
var (
	ErrInvalidCPF  = fault.New(http.StatusUnprocessableEntity, "invalid_cpf", "CPF inválido.")
	ErrInvalidCNPJ = fault.New(http.StatusUnprocessableEntity, "invalid_cnpj", "CNPJ inválido.")
)

// separators are what people and forms put between the characters of a document.
var separators = strings.NewReplacer(".", "", "/", "", "-", "", " ", "", "\u00a0", "")

// ParseCPF returns the 11 digits of a Brazilian personal tax number, or
// ErrInvalidCPF. Repeated digits satisfy the check digits and are refused.
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

// ParseCNPJ returns the 14 characters of a Brazilian company tax number, or
// ErrInvalidCNPJ. Twelve of them may be letters since July 2026 (IN RFB
// 2.229/2024); a character counts as its ASCII code less 48.
func ParseCNPJ(text string) (string, error) {
	number := strings.ToUpper(separators.Replace(text))
	if len(number) != 14 || !isCNPJForm(number) || strings.Count(number, number[:1]) == len(number) {
		return "", ErrInvalidCNPJ
	}
	first := checkDigit(number[:12], 9, 2)
	second := checkDigit(number[:13], 9, 2)
	if number[12] != first || number[13] != second {
		return "", ErrInvalidCNPJ
	}
	return number, nil
}

func isCNPJForm(number string) bool {
	for i, char := range []byte(number) {
		isDigit := char >= '0' && char <= '9'
		isLetter := char >= 'A' && char <= 'Z'
		if !isDigit && (!isLetter || i >= 12) {
			return false
		}
	}
	return true
}

// checkDigit weighs characters from the right: lowest upwards to highest,
// then from lowest again, and returns the digit of the sum modulo 11.
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
