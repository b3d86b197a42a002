package nfse_test

import (
	"strings"
	"testing"

	"automacao/internal/institution/nfse"
)

// textMax is how long one text of an invoice may be.
const textMax = 20_000

// FuzzRead holds that a file is a whole invoice whose every text is bounded, or
// is refused, and that nothing outside of it is ever looked up.
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
		for _, read := range []string{invoice.AccessKey, invoice.Number, invoice.VerificationCode, invoice.Provider, invoice.Taker, invoice.Told} {
			if len(read) > textMax || read != strings.TrimSpace(read) || strings.Contains(read, "root:") {
				t.Fatalf("%q is read as %+v", text, invoice)
			}
		}
		if invoice.Number == "" || invoice.Provider == "" || invoice.IssuedOn.IsZero() {
			t.Fatalf("%q is no whole invoice: %+v", text, invoice)
		}
	})
}

// FuzzParseKey holds that an access key reads as itself however it was copied,
// and that no other check digit would have done.
func FuzzParseKey(f *testing.F) {
	for _, seed := range []string{key, "3550308 2 2 11.222.333/0001-81 0000000000042 2611 123456789 5", strings.ToLower(key), "", strings.Repeat("0", 50), key + "\u2028", "٣" + key} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		read, err := nfse.ParseKey(text)
		if err != nil {
			if read != (nfse.Key{}) {
				t.Fatalf("%q is refused and read as %+v", text, read)
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
