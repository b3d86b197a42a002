// Package nfse reads Brazilian electronic service invoices (NFS-e): the access
// key and the XML of the national layout, what the towns' layouts after ABRASF
// have in common, and São Paulo's own. It verifies no signature and asks no
// authority: what it reads is what the file says. It knows nothing of the market.
package nfse

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"automacao/internal/kernel/money"
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
	// State says whether the invoice is in force, as far as the file knows.
	State State
	// Told is what the state rests on: the number of the invoice that took the place
	// of a substituted one, or the code of an unknown state.
	Told string
}

// What a file is refused for.
var (
	ErrTooBig   = errors.New("the XML of an invoice is bigger than one can be")
	ErrNotXML   = errors.New("this is no XML that can be read")
	ErrUnknown  = errors.New("this XML is of no layout that is known here")
	ErrDraft    = errors.New("this is the declaration (DPS) and not the invoice that was made of it")
	ErrEvent    = errors.New("this is an event of an invoice, such as its cancellation, and not the invoice")
	ErrSeveral  = errors.New("there is more than one invoice in this file")
	ErrUnclear  = errors.New("the file says one thing in two ways")
	ErrLacks    = errors.New("the file lacks what every invoice says")
	errNoAmount = fmt.Errorf("%w: the value", ErrLacks)
)

// OtherProviderError is a file whose access key was given to another than the
// provider that the file names.
type OtherProviderError struct {
	// KeyOf is the CPF or CNPJ in the key, Provider the one in the file.
	KeyOf, Provider string
}

func (e *OtherProviderError) Error() string {
	return "the access key is of another provider than the file names"
}

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

// national reads what the layout of the national system says.
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
	if found.Taker, err = t.maybe(asDocument, "/DPS/infDPS/toma/CNPJ", "/DPS/infDPS/toma/CPF"); err != nil {
		return Invoice{}, err
	}
	// A taker or an intermediary may issue it (tpEmit 2 and 3): the key then is theirs.
	if key.Provider != found.Provider && !t.says("2", "/DPS/infDPS/tpEmit") && !t.says("3", "/DPS/infDPS/tpEmit") {
		return Invoice{}, &OtherProviderError{KeyOf: key.Provider, Provider: found.Provider}
	}
	if found.IssuedOn, err = t.day("/DPS/infDPS/dhEmi"); errors.Is(err, ErrLacks) {
		found.IssuedOn, err = t.day("/dhProc")
	}
	found.State, found.Told = t.nationalState()
	return found, err
}

// town reads what the layouts of the towns have in common.
func (t tree) town() (found Invoice, err error) {
	if found.Number, err = t.one(asWritten, "/Numero"); err != nil {
		return Invoice{}, err
	}
	if found.VerificationCode, err = t.maybe(asWritten, "/CodigoVerificacao"); err != nil {
		return Invoice{}, err
	}
	if found.Value, err = t.amount("…/Servico/Valores/ValorServicos"); err != nil {
		return Invoice{}, err
	}
	if found.Provider, err = t.one(asDocument, "…/IdentificacaoPrestador/Cnpj", "…/IdentificacaoPrestador/Cpf",
		"…/IdentificacaoPrestador/CpfCnpj/Cnpj", "…/IdentificacaoPrestador/CpfCnpj/Cpf", "…/Prestador/CpfCnpj/Cnpj", "…/Prestador/CpfCnpj/Cpf"); err != nil {
		return Invoice{}, err
	}
	if found.Taker, err = t.maybe(asDocument, "…/IdentificacaoTomador/CpfCnpj/Cnpj", "…/IdentificacaoTomador/CpfCnpj/Cpf",
		"…/IdentificacaoTomador/Cnpj", "…/IdentificacaoTomador/Cpf"); err != nil {
		return Invoice{}, err
	}
	found.IssuedOn, err = t.day("/DataEmissao")
	found.State, found.Told = t.townState(found.Number)
	return found, err
}

// paulista reads the layout of the town of São Paulo. Since 2026 it may name the
// access key that the national system gave the invoice.
func (t tree) paulista() (found Invoice, err error) {
	if found.Number, err = t.one(asWritten, "/ChaveNFe/NumeroNFe"); err != nil {
		return Invoice{}, err
	}
	if found.VerificationCode, err = t.maybe(asWritten, "/ChaveNFe/CodigoVerificacao"); err != nil {
		return Invoice{}, err
	}
	if found.Value, err = t.amount("/ValorServicos"); err != nil {
		return Invoice{}, err
	}
	if found.Provider, err = t.one(asDocument, "/CPFCNPJPrestador/CNPJ", "/CPFCNPJPrestador/CPF"); err != nil {
		return Invoice{}, err
	}
	if found.Taker, err = t.maybe(asDocument, "/CPFCNPJTomador/CNPJ", "/CPFCNPJTomador/CPF"); err != nil {
		return Invoice{}, err
	}
	if key, err := t.maybe(asWritten, "/ChaveNFe/ChaveNotaNacional", "/ChaveNotaNacional"); err != nil {
		return Invoice{}, err
	} else if key != "" {
		said, err := ParseKey(key)
		if err != nil {
			return Invoice{}, err
		}
		if said.Provider != found.Provider {
			return Invoice{}, &OtherProviderError{KeyOf: said.Provider, Provider: found.Provider}
		}
	}
	found.IssuedOn, err = t.day("/DataEmissaoNFe")
	found.State, found.Told = t.paulistaState()
	return found, err
}
