package app

import (
	"errors"
	"fmt"
	"strings"

	"automacao/internal/institution/taxid"
)

// operator is who answers for this market by law. Decreto 7.962/2013, art. 2, requires their name,
// number and address to be visible.
type operator struct{ name, cnpj, address string }

// operator parses AUTOMACAO_OPERATOR. It returns the zero value if the setting is empty.
func (c *Config) operator() (operator, error) {
	if strings.TrimSpace(c.Operator) == "" {
		return operator{}, nil
	}
	parts := strings.SplitN(c.Operator, ";", 3)
	if len(parts) != 3 {
		return operator{}, errors.New("AUTOMACAO_OPERATOR needs legal name; CNPJ; address")
	}
	o := operator{name: strings.TrimSpace(parts[0]), address: strings.TrimSpace(parts[2])}
	cnpj, err := taxid.ParseCNPJ(strings.TrimSpace(parts[1]))
	if err != nil {
		return operator{}, fmt.Errorf("AUTOMACAO_OPERATOR: %w", err)
	}
	if o.name == "" || o.address == "" {
		return operator{}, errors.New("AUTOMACAO_OPERATOR needs a name before the CNPJ and an address after it")
	}
	o.cnpj = cnpj
	return o, nil
}

// formatted returns the CNPJ with its punctuation.
func (o operator) formatted() string {
	return o.cnpj[:2] + "." + o.cnpj[2:5] + "." + o.cnpj[5:8] + "/" + o.cnpj[8:12] + "-" + o.cnpj[12:]
}

// operatedBy returns the sentence for the footer, the terms and the privacy policy.
func (c *Config) operatedBy() string {
	switch o, err := c.operator(); {
	case err == nil && o.name != "":
		return fmt.Sprintf("Operado por %s, CNPJ %s, %s.", o.name, o.formatted(), strings.TrimSuffix(o.address, "."))
	case c.Demo:
		return "Demonstração: nenhuma empresa opera este endereço."
	default:
		return "Quem opera este endereço ainda não se identificou."
	}
}

// officer returns who answers for personal data, or that nobody is named.
func (c *Config) officer() string {
	if name := strings.TrimSpace(c.Officer); name != "" {
		return name
	}
	return "ainda não indicado; escreva ao e-mail de contato"
}
