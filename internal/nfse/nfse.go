// Package nfse reads Brazilian electronic service invoices (NFS-e): the access
// key and the XML of the national layout, and what the towns' layouts after
// ABRASF have in common. It verifies no signature and asks no authority: what
// it reads is what the file says. It knows nothing of the market.
package nfse

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"automacao/internal/money"
)

// Invoice is what an XML says of itself. AccessKey is empty in a town's layout.
type Invoice struct {
	AccessKey        string
	Number           string
	VerificationCode string
	IssuedOn         time.Time
	Value            money.Money
	// Provider and Taker are CPF or CNPJ without separators, empty when the file
	// names none.
	Provider, Taker string
	// IsCancelled says that the file carries the invoice's cancellation.
	IsCancelled bool
}

// What a file is refused for.
var (
	ErrTooBig   = errors.New("the XML of an invoice is bigger than one can be")
	ErrNotXML   = errors.New("this is no XML that can be read")
	ErrUnknown  = errors.New("this XML is of no layout that is known here")
	ErrDraft    = errors.New("this is the declaration (DPS) and not the invoice that was made of it")
	ErrSeveral  = errors.New("there is more than one invoice in this file")
	ErrUnclear  = errors.New("the file says one thing in two ways")
	ErrLacks    = errors.New("the file lacks what every invoice says")
	errNoAmount = fmt.Errorf("%w: the value", ErrLacks)
)

// BytesMax is how big the XML of one invoice may be.
const BytesMax = 1 << 20

// Read reads the XML of one invoice. It follows no reference: a document type
// or an entity of its own is refused, and so is what is deeper, longer or bigger
// than an invoice is.
func Read(file io.Reader) (Invoice, error) {
	read, err := readTree(file)
	switch {
	case err != nil:
		return Invoice{}, err
	case read.nationals+read.towns > 1:
		return Invoice{}, ErrSeveral
	case read.nationals == 1:
		return read.national()
	case read.towns == 1:
		return read.town()
	case read.isDraft:
		return Invoice{}, ErrDraft
	}
	return Invoice{}, ErrUnknown
}

// national reads what the layout of the national system says.
func (t tree) national() (found Invoice, err error) {
	key, err := ParseKey(strings.TrimPrefix(t.id, "NFS"))
	if err != nil {
		return Invoice{}, err
	}
	found.AccessKey = key.Text
	if found.Number, err = t.one("/nNFSe"); err != nil {
		return Invoice{}, err
	}
	if found.Value, err = t.amount("/DPS/infDPS/valores/vServPrest/vServ"); err != nil {
		return Invoice{}, err
	}
	found.Provider, err = t.one("/DPS/infDPS/prest/CNPJ", "/DPS/infDPS/prest/CPF")
	if errors.Is(err, ErrLacks) {
		found.Provider, err = t.one("/emit/CNPJ", "/emit/CPF")
	}
	if err != nil {
		return Invoice{}, err
	}
	if found.Taker, err = t.one("/DPS/infDPS/toma/CNPJ", "/DPS/infDPS/toma/CPF"); err != nil && !errors.Is(err, ErrLacks) {
		return Invoice{}, err
	}
	found.IssuedOn, err = t.day("/DPS/infDPS/dhEmi")
	if errors.Is(err, ErrLacks) {
		found.IssuedOn, err = t.day("/dhProc")
	}
	return found, err
}

// town reads what the layouts of the towns have in common.
func (t tree) town() (found Invoice, err error) {
	found.IsCancelled = t.isCancelled
	if found.Number, err = t.one("/Numero"); err != nil {
		return Invoice{}, err
	}
	if found.VerificationCode, err = t.one("/CodigoVerificacao"); err != nil && !errors.Is(err, ErrLacks) {
		return Invoice{}, err
	}
	if found.Value, err = t.amount("…/Servico/Valores/ValorServicos"); err != nil {
		return Invoice{}, err
	}
	if found.Provider, err = t.one("…/IdentificacaoPrestador/Cnpj", "…/IdentificacaoPrestador/CpfCnpj/Cnpj", "…/IdentificacaoPrestador/CpfCnpj/Cpf",
		"…/Prestador/CpfCnpj/Cnpj", "…/Prestador/CpfCnpj/Cpf"); err != nil {
		return Invoice{}, err
	}
	if found.Taker, err = t.one("…/IdentificacaoTomador/CpfCnpj/Cnpj", "…/IdentificacaoTomador/CpfCnpj/Cpf"); err != nil && !errors.Is(err, ErrLacks) {
		return Invoice{}, err
	}
	found.IssuedOn, err = t.day("/DataEmissao")
	return found, err
}

// one is what a file says at any of some places: once, or the same each time. A
// place that begins with "…" is any that ends so.
func (t tree) one(places ...string) (string, error) {
	said := ""
	for _, leaf := range t.leaves {
		if !leaf.isAt(places) || leaf.text == "" {
			continue
		}
		if said != "" && said != leaf.text {
			return "", fmt.Errorf("%w: %s", ErrUnclear, leaf.place)
		}
		said = leaf.text
	}
	if said == "" {
		return "", fmt.Errorf("%w: %s", ErrLacks, places[0])
	}
	return said, nil
}

func (t tree) amount(place string) (money.Money, error) {
	text, err := t.one(place)
	if err != nil {
		return 0, err
	}
	value, err := money.Parse(text)
	if err != nil || value <= 0 {
		return 0, errNoAmount
	}
	return value, nil
}

// day is the day a moment falls on where the invoice was issued, as it says.
func (t tree) day(place string) (time.Time, error) {
	text, err := t.one(place)
	if err != nil {
		return time.Time{}, err
	}
	if len(text) < len(time.DateOnly) {
		return time.Time{}, fmt.Errorf("%w: %s is no day", ErrUnclear, place)
	}
	day, err := time.Parse(time.DateOnly, text[:len(time.DateOnly)])
	if err != nil {
		return time.Time{}, fmt.Errorf("%w: %s is no day", ErrUnclear, place)
	}
	return day, nil
}
