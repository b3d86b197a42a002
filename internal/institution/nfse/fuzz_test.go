package nfse_test

import (
	"strings"
	"testing"

	"automacao/internal/institution/nfse"
)

// textMax is the maximum length of a text in an invoice.
const textMax = 20_000

// FuzzRead checks that a file is either refused or read as a complete invoice whose texts are all
// bounded, and that nothing outside the file is ever read.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		national, town, older, paulista, "\xff\xfe<\x00a\x00/\x00>\x00",
		strings.Replace(older, "</Nfse>", "<NfseCancelamento><Confirmacao><DataHora>2026-11-22</DataHora></Confirmacao></NfseCancelamento></Nfse>", 1),
		`<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><NFSe><infNFSe Id="x">&e;</infNFSe></NFSe>`,
		`<?xml version="1.0" encoding="utf-16"?><a/>`, `<infDPS/>`, strings.Repeat("<a>", 50), `<infNFSe></InfNfse>`, "\ufeff<a/>", "",
		`<?xml version="1.0" encoding="iso-8859-1"?><Nfse><InfNfse><Numero>` + "\xe7" + `</Numero></InfNfse></Nfse>`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		invoice, err := nfse.Read(strings.NewReader(text))
		if err != nil {
			return
		}
		for _, read := range []string{invoice.AccessKey, invoice.Number, invoice.VerificationCode, invoice.Provider, invoice.Taker, invoice.StateDetail} {
			if len(read) > textMax || read != strings.TrimSpace(read) || strings.Contains(read, "root:") {
				t.Fatalf("%q is read as %+v", text, invoice)
			}
		}
		if invoice.Number == "" || invoice.Provider == "" || invoice.IssuedOn.IsZero() {
			t.Fatalf("%q is not a complete invoice: %+v", text, invoice)
		}
	})
}

// FuzzParseKey checks that an access key is read the same however it was copied, and that no other
// check digit is accepted.
func FuzzParseKey(f *testing.F) {
	for _, seed := range []string{key, "3550308 2 2 11.222.333/0001-81 0000000000042 2611 123456789 5", strings.ToLower(key), "", strings.Repeat("0", 50), key + "\u2028", "٣" + key} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		read, err := nfse.ParseKey(text)
		if err != nil {
			if read != (nfse.Key{}) {
				t.Fatalf("%q is refused, but read as %+v", text, read)
			}
			return
		}
		again, err := nfse.ParseKey(read.Text)
		if err != nil || again != read || len(read.Text) != 50 || len(read.Number) > 13 || len(read.YearMonth) != 4 {
			t.Fatalf("%q is read as %+v, and that as %+v, %v", text, read, again, err)
		}
		wrong := read.Text[:49] + string('0'+(read.Text[49]-'0'+1)%10)
		if _, err := nfse.ParseKey(wrong); err == nil {
			t.Fatalf("%q and %q are both keys", read.Text, wrong)
		}
	})
}
