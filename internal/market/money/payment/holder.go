package payment

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/institution/psp"
	"automacao/internal/kernel/humantext"
	"automacao/internal/market/people/party"
)

// PartyReference names the party that a call is about.
type PartyReference struct {
	PartyID uuid.UUID `json:"party_id"`
}

// KnownHolder is what the product already knows of a party and tells the institution: the account
// holder's name and document. Kind is "" for a person, otherwise mei or pj.
type KnownHolder struct {
	PartyID     uuid.UUID `json:"party_id"`
	Name        string    `json:"name"`
	Document    string    `json:"document"`
	Kind        string    `json:"kind"`
	Institution string    `json:"institution"`
}

// ReadHolder returns what the institution will be told about a professional's party. The caller
// needs the right to pay for it.
func (d *Desk) ReadHolder(ctx context.Context, tx pgx.Tx, in PartyReference) (KnownHolder, error) {
	if err := party.Require(ctx, tx, in.PartyID, party.Pay, ErrReceiverNotFound); err != nil {
		return KnownHolder{}, err
	}
	found, err := d.earner(ctx, tx, in.PartyID)
	if err != nil {
		return KnownHolder{}, err
	}
	return KnownHolder{PartyID: in.PartyID, Name: found.Name, Document: found.Document, Kind: found.kind, Institution: d.Institution()}, nil
}

// earner returns what is known of a professional's party.
func (d *Desk) earner(ctx context.Context, tx pgx.Tx, partyID uuid.UUID) (known, error) {
	found, err := d.holder(ctx, tx, partyID)
	if err == nil && found.role != "professional" {
		err = ErrReceiverNotFound
	}
	return found, err
}

// separators matches what people type between the digits of a number.
var separators = regexp.MustCompile(`[^\pL\pN]`)

// adult is the minimum age of an account holder, in years.
const adult = 18

// check refuses values that no institution accepts, and reduces numbers to their digits. Missing
// values are left to the institution to refuse.
func (in *Holder) check() error {
	in.Phone, in.PostalCode = separators.ReplaceAllString(in.Phone, ""), separators.ReplaceAllString(in.PostalCode, "")
	for _, text := range []*string{&in.Address, &in.AddressNumber, &in.Complement, &in.District} {
		line, err := humantext.ReadLine(*text)
		if err != nil {
			return err
		}
		*text = line
	}
	born, err := time.Parse(time.DateOnly, in.BirthOn)
	switch {
	case in.BirthOn != "" && (err != nil || born.AddDate(adult, 0, 0).After(time.Now()) || born.Year() < 1900):
		return wrongHolder("birth_on", "Confira a data de nascimento: o titular tem 18 anos ou mais.")
	case in.Phone != "" && !areDigits(in.Phone, 10, 11):
		return wrongHolder("phone", "Informe o telefone com DDD.")
	case in.PostalCode != "" && !areDigits(in.PostalCode, 8, 8):
		return wrongHolder("postal_code", "O CEP tem oito dígitos.")
	case in.MonthlyIncome < 0:
		return wrongHolder("monthly_income", "Informe um valor maior que zero.")
	}
	switch psp.CompanyType(in.CompanyType) {
	case "", psp.MEI, psp.Limited, psp.Individual, psp.Association:
		return nil
	}
	return wrongHolder("company_type", "Escolha um tipo de empresa.")
}

func areDigits(text string, least, most int) bool {
	return len(text) >= least && len(text) <= most && strings.Trim(text, "0123456789") == ""
}

// fieldOf maps the institution's names of a holder's fields to ours.
var fieldOf = map[string]string{
	"birthDate": "birth_on", "companyType": "company_type", "incomeValue": "monthly_income", "mobilePhone": "phone", "phone": "phone",
	"postalCode": "postal_code", "address": "address", "addressNumber": "address_number", "complement": "complement", "province": "district",
	"name": "name", "cpfCnpj": "document", "email": "document",
}

// refusedHolder wraps a refusal by the institution. Its details are the field, if known, and the
// institution's sentence.
func refusedHolder(cause error) error {
	refused, ok := errors.AsType[*psp.Refusal](cause)
	if !ok {
		return ErrHolder.Because(cause)
	}
	_, name, _ := strings.Cut(refused.Code, "_")
	return ErrHolder.Because(cause).With(fieldOf[name] + ": " + refused.Message)
}

func wrongHolder(field, sentence string) error {
	return ErrHolder.With(field + ": " + sentence)
}
