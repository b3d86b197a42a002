// Package nfse reads Brazilian electronic service invoices (NFS-e): the access key and the XML of
// the national layout, what the municipal layouts based on ABRASF have in common, and São Paulo's
// own layout. It verifies no signature and asks no authority: it returns what the file says. It
// knows nothing about the market.
package nfse

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"

	"automacao/internal/kernel/money"
)

// Invoice is the content of an XML file. AccessKey is empty in a municipal layout.
type Invoice struct {
	AccessKey        string
	Number           string
	VerificationCode string
	IssuedOn         time.Time
	Value            money.Money
	// Provider and Taker are CPF or CNPJ without separators, empty if the file names none.
	Provider, Taker string
	// State says whether the invoice is in force, as far as the file shows.
	State State
	// StateDetail is the number of the invoice that replaced a substituted one, or the code of an
	// unknown state.
	StateDetail string
}

// Reasons why a file is refused.
var (
	ErrTooBig   = errors.New("the XML is larger than an invoice can be")
	ErrNotXML   = errors.New("this is not readable XML")
	ErrUnknown  = errors.New("the layout of this XML is unknown")
	ErrDraft    = errors.New("this is the declaration (DPS), not the invoice made from it")
	ErrEvent    = errors.New("this is an event of an invoice, such as its cancellation, not the invoice")
	ErrSeveral  = errors.New("there is more than one invoice in this file")
	ErrUnclear  = errors.New("the file contradicts itself")
	ErrLacks    = errors.New("the file lacks something that every invoice has")
	errNoAmount = fmt.Errorf("%w: the value", ErrLacks)
)

// OtherProviderError means that the access key belongs to another provider than the file names.
type OtherProviderError struct {
	// KeyOf is the CPF or CNPJ in the key, Provider the one in the file.
	KeyOf, Provider string
}

func (e *OtherProviderError) Error() string {
	return "the access key belongs to another provider than the file names"
}

// BytesMax is the maximum size of an invoice's XML.
const BytesMax = 1 << 20

// Read reads the XML of one invoice. It resolves no reference: a document type or entity
// declaration is refused, and so is a file that is deeper, longer or larger than an invoice can be.
func Read(file io.Reader) (Invoice, error) {
	read, err := readTree(file)
	switch {
	case err != nil:
		return Invoice{}, err
	case read.nationals+read.towns+read.paulistas > 1:
		return Invoice{}, ErrSeveral
	case read.nationals == 1:
		return read.national()
	case read.towns == 1:
		return read.town()
	case read.paulistas == 1:
		return read.paulista()
	case read.isDraft:
		return Invoice{}, ErrDraft
	case len(read.events) > 0:
		return Invoice{}, ErrEvent
	}
	return Invoice{}, ErrUnknown
}

// national reads the layout of the national system.
func (t tree) national() (found Invoice, err error) {
	key, err := ParseKey(strings.TrimPrefix(t.id, "NFS"))
	if err != nil {
		return Invoice{}, err
	}
	found.AccessKey = key.Text
	if found.Number, err = t.one(asWritten, "/nNFSe"); err != nil {
		return Invoice{}, err
	}
	if found.Value, err = t.amount("/DPS/infDPS/valores/vServPrest/vServ"); err != nil {
		return Invoice{}, err
	}
	if found.Provider, err = t.first(asDocument, [][]string{
		{"/DPS/infDPS/prest/CNPJ", "/DPS/infDPS/prest/CPF"}, {"/emit/CNPJ", "/emit/CPF"}}); err != nil {
		return Invoice{}, err
	}
	if found.Taker, err = t.optional(asDocument, "/DPS/infDPS/toma/CNPJ", "/DPS/infDPS/toma/CPF"); err != nil {
		return Invoice{}, err
	}
	// The taker or an intermediary may issue the invoice (tpEmit 2 and 3). Then the key contains
	// their number.
	if key.Provider != found.Provider && !t.says("2", "/DPS/infDPS/tpEmit") && !t.says("3", "/DPS/infDPS/tpEmit") {
		return Invoice{}, &OtherProviderError{KeyOf: key.Provider, Provider: found.Provider}
	}
	if found.IssuedOn, err = t.day("/DPS/infDPS/dhEmi"); errors.Is(err, ErrLacks) {
		found.IssuedOn, err = t.day("/dhProc")
	}
	found.State, found.StateDetail = t.nationalState()
	return found, err
}

// town reads what the municipal layouts have in common.
func (t tree) town() (found Invoice, err error) {
	if found.Number, err = t.one(asWritten, "/Numero"); err != nil {
		return Invoice{}, err
	}
	if found.VerificationCode, err = t.optional(asWritten, "/CodigoVerificacao"); err != nil {
		return Invoice{}, err
	}
	if found.Value, err = t.amount("…/Servico/Valores/ValorServicos"); err != nil {
		return Invoice{}, err
	}
	if found.Provider, err = t.one(asDocument, "…/IdentificacaoPrestador/Cnpj", "…/IdentificacaoPrestador/Cpf",
		"…/IdentificacaoPrestador/CpfCnpj/Cnpj", "…/IdentificacaoPrestador/CpfCnpj/Cpf", "…/Prestador/CpfCnpj/Cnpj", "…/Prestador/CpfCnpj/Cpf"); err != nil {
		return Invoice{}, err
	}
	if found.Taker, err = t.optional(asDocument, "…/IdentificacaoTomador/CpfCnpj/Cnpj", "…/IdentificacaoTomador/CpfCnpj/Cpf",
		"…/IdentificacaoTomador/Cnpj", "…/IdentificacaoTomador/Cpf"); err != nil {
		return Invoice{}, err
	}
	found.IssuedOn, err = t.day("/DataEmissao")
	found.State, found.StateDetail = t.townState(found.Number)
	return found, err
}

// paulista reads the layout of the city of São Paulo. Since 2026 it may contain the access key that
// the national system gave the invoice.
func (t tree) paulista() (found Invoice, err error) {
	if found.Number, err = t.one(asWritten, "/ChaveNFe/NumeroNFe"); err != nil {
		return Invoice{}, err
	}
	if found.VerificationCode, err = t.optional(asWritten, "/ChaveNFe/CodigoVerificacao"); err != nil {
		return Invoice{}, err
	}
	if found.Value, err = t.amount("/ValorServicos"); err != nil {
		return Invoice{}, err
	}
	if found.Provider, err = t.one(asDocument, "/CPFCNPJPrestador/CNPJ", "/CPFCNPJPrestador/CPF"); err != nil {
		return Invoice{}, err
	}
	if found.Taker, err = t.optional(asDocument, "/CPFCNPJTomador/CNPJ", "/CPFCNPJTomador/CPF"); err != nil {
		return Invoice{}, err
	}
	if key, err := t.optional(asWritten, "/ChaveNFe/ChaveNotaNacional", "/ChaveNotaNacional"); err != nil {
		return Invoice{}, err
	} else if key != "" {
		parsed, err := ParseKey(key)
		if err != nil {
			return Invoice{}, err
		}
		if parsed.Provider != found.Provider {
			return Invoice{}, &OtherProviderError{KeyOf: parsed.Provider, Provider: found.Provider}
		}
	}
	found.IssuedOn, err = t.day("/DataEmissaoNFe")
	found.State, found.StateDetail = t.paulistaState()
	return found, err
}

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
