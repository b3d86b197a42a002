package pix

import (
	"automacao/internal/kernel/money"
	"fmt"
	"strconv"
	"strings"
)

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

func isDigits(text string) bool {
	return strings.IndexFunc(text, func(char rune) bool { return char < '0' || char > '9' }) < 0
}
