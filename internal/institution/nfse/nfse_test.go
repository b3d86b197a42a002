package nfse_test

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"automacao/internal/institution/nfse"
	"automacao/internal/kernel/leaktest"
	"automacao/internal/kernel/money"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

const (
	key      = "35503082211222333000181000000000004226111234567895"
	national = `<?xml version="1.0" encoding="UTF-8"?>
<NFSe versao="1.00" xmlns="http://www.sped.fazenda.gov.br/nfse"><infNFSe Id="NFS` + key + `">
  <nNFSe>42</nNFSe><cStat>100</cStat><dhProc>2026-11-22T08:00:00-03:00</dhProc><emit><CNPJ>11222333000181</CNPJ></emit><valores><vLiq>850.00</vLiq></valores>
  <DPS versao="1.00"><infDPS Id="DPS1"><dhEmi>2026-11-21T23:59:00-03:00</dhEmi><prest><CNPJ>11222333000181</CNPJ></prest><toma><CNPJ>12ABC34501DE35</CNPJ></toma>
  <valores><vServPrest><vServ>1000.50</vServ></vServPrest></valores></infDPS></DPS></infNFSe></NFSe>`
	town = `<?xml version="1.0" encoding="ISO-8859-1"?>
<ns2:CompNfse xmlns:ns2="http://www.abrasf.org.br/nfse.xsd"><ns2:Nfse><ns2:InfNfse Id="1">
  <ns2:Numero>202600000000042</ns2:Numero><ns2:CodigoVerificacao>A1B2-C3</ns2:CodigoVerificacao><ns2:DataEmissao>2026-11-21T10:00:00</ns2:DataEmissao>
  <ns2:PrestadorServico><ns2:IdentificacaoPrestador><ns2:CpfCnpj><ns2:Cnpj>11222333000181</ns2:Cnpj></ns2:CpfCnpj></ns2:IdentificacaoPrestador><ns2:RazaoSocial>Automa` + "\xe7\xe3" + `o</ns2:RazaoSocial></ns2:PrestadorServico>
  <ns2:DeclaracaoPrestacaoServico><ns2:InfDeclaracaoPrestacaoServico><ns2:Servico><ns2:Valores><ns2:ValorServicos>1000.5</ns2:ValorServicos></ns2:Valores></ns2:Servico>
  <ns2:Prestador><ns2:CpfCnpj><ns2:Cnpj>11222333000181</ns2:Cnpj></ns2:CpfCnpj></ns2:Prestador>
  <ns2:Tomador><ns2:IdentificacaoTomador><ns2:CpfCnpj><ns2:Cnpj>12ABC34501DE35</ns2:Cnpj></ns2:CpfCnpj></ns2:IdentificacaoTomador></ns2:Tomador>
  </ns2:InfDeclaracaoPrestacaoServico></ns2:DeclaracaoPrestacaoServico></ns2:InfNfse></ns2:Nfse></ns2:CompNfse>`
	// The first version of ABRASF, with the documents directly in the identification.
	older = `<Nfse><InfNfse><Numero>7</Numero><CodigoVerificacao>XY</CodigoVerificacao><DataEmissao>2026-11-21</DataEmissao><Servico><Valores><ValorServicos>1000.50</ValorServicos></Valores></Servico>
  <PrestadorServico><IdentificacaoPrestador><Cnpj>11222333000181</Cnpj></IdentificacaoPrestador></PrestadorServico></InfNfse></Nfse>`
)

var day = time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)

func TestAnInvoiceIsReadInEachLayout(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		file string
		want nfse.Invoice
	}{
		"national": {national, nfse.Invoice{AccessKey: key, Number: "42", IssuedOn: day, Value: 100050, Provider: "11222333000181", Taker: "12ABC34501DE35"}},
		"town":     {town, nfse.Invoice{Number: "202600000000042", VerificationCode: "A1B2-C3", IssuedOn: day, Value: 100050, Provider: "11222333000181", Taker: "12ABC34501DE35"}},
		"older":    {older, nfse.Invoice{Number: "7", VerificationCode: "XY", IssuedOn: day, Value: money.Money(100050), Provider: "11222333000181"}},
	} {
		if got, err := nfse.Read(strings.NewReader(c.file)); err != nil || got != c.want {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

func TestAFileThatIsNoInvoiceIsRefused(t *testing.T) {
	t.Parallel()
	bomb := `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]><NFSe>&b;</NFSe>`
	outside := `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><NFSe>&x;</NFSe>`
	for name, c := range map[string]struct {
		file string
		want error
	}{
		"exponential entities":     {bomb, nfse.ErrNotXML},
		"an external entity":       {outside, nfse.ErrNotXML},
		"an undeclared entity":     {strings.Replace(national, "1000.50", "&x;", 1), nfse.ErrNotXML},
		"ten megabytes":            {national + strings.Repeat(" ", 10<<20), nfse.ErrTooBig},
		"too deep":                 {strings.Repeat("<a>", 50) + strings.Repeat("</a>", 50), nfse.ErrTooBig},
		"too many elements":        {"<a>" + strings.Repeat("<b/>", 6000) + "</a>", nfse.ErrTooBig},
		"a text without end":       {"<a>" + strings.Repeat("b", 30000) + "</a>", nfse.ErrTooBig},
		"half a file":              {national[:len(national)/2], nfse.ErrNotXML},
		"an unknown encoding":      {`<?xml version="1.0" encoding="ebcdic"?><a/>`, nfse.ErrNotXML},
		"no XML":                   {"%PDF-1.7", nfse.ErrUnknown},
		"something else":           {"<html><body/></html>", nfse.ErrUnknown},
		"the declaration":          {`<DPS><infDPS Id="DPS1"/></DPS>`, nfse.ErrDraft},
		"two invoices":             {"<lote>" + older + older + "</lote>", nfse.ErrSeveral},
		"a wrong check digit":      {strings.Replace(national, key, key[:49]+"4", 1), nfse.ErrKey},
		"two values":               {strings.Replace(national, "<vServ>1000.50</vServ>", "<vServ>1000.50</vServ><vServ>1.00</vServ>", 1), nfse.ErrUnclear},
		"three decimal places":     {strings.Replace(national, "1000.50", "1000.501", 1), nfse.ErrLacks},
		"an ambiguous value":       {strings.Replace(national, "1000.50", "1.000", 1), nfse.ErrLacks},
		"an event of an invoice":   {"<evento><infEvento><pedRegEvento><infPedReg><e101101><xDesc>Cancelamento</xDesc></e101101></infPedReg></pedRegEvento></infEvento></evento>", nfse.ErrEvent},
		"an NF-e of goods":         {"<nfeProc><NFe><infNFe><emit><CNPJ>11222333000181</CNPJ></emit></infNFe></NFe></nfeProc>", nfse.ErrUnknown},
		"UTF-16 cut in half":       {"\xff\xfe<\x00N\x00F", nfse.ErrNotXML},
		"a negative value":         {strings.Replace(national, "1000.50", "-1000.50", 1), nfse.ErrLacks},
		"no provider":              {strings.ReplaceAll(national, "<CNPJ>11222333000181</CNPJ>", ""), nfse.ErrLacks},
		"an invalid date":          {strings.Replace(national, "2026-11-21T23", "2026-13-41T23", 1), nfse.ErrUnclear},
		"a value in another place": {strings.Replace(national, "<vServPrest><vServ>1000.50</vServ></vServPrest>", "<vServ>1000.50</vServ>", 1), nfse.ErrLacks},
	} {
		if got, err := nfse.Read(strings.NewReader(c.file)); !errors.Is(err, c.want) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

func TestAnAccessKeyIsWeighed(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]nfse.Key{
		key: {Text: key, Provider: "11222333000181", Number: "42", YearMonth: "2611"},
		"3550308.2.2 12abc34501de35/0000000000007-2611 000000001 5": {
			Text: "35503082212ABC34501DE35000000000000726110000000015", Provider: "12ABC34501DE35", Number: "7", YearMonth: "2611"},
		"35503082100052998224725000000000000726110000000014": {
			Text: "35503082100052998224725000000000000726110000000014", Provider: "52998224725", Number: "7", YearMonth: "2611"},
		// The remainder is 1, and a check digit of 10 is written 0.
		"35503082211222333000181000000000004326111000000060": {
			Text: "35503082211222333000181000000000004326111000000060", Provider: "11222333000181", Number: "43", YearMonth: "2611"},
	} {
		if got, err := nfse.ParseKey(text); err != nil || got != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{
		"", key[:49], key + "0", key[:49] + "6", key[1:] + "3", "3" + strings.Repeat("x", 49),
		// Two digits are swapped.
		"35503082211222333000181000000000002426111234567895",
		// A CPF that is too long.
		"35503082190052998224725000000000000726110000000014",
	} {
		if got, err := nfse.ParseKey(text); !errors.Is(err, nfse.ErrKey) {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
}

// TestAKeyOfAnotherProviderIsNoDifference checks that such a file is refused as a contradiction,
// and that the error says whose key it is.
func TestAKeyOfAnotherProviderIsNoDifference(t *testing.T) {
	t.Parallel()
	other := strings.Replace(national, "<prest><CNPJ>11222333000181", "<prest><CNPJ>90021382000122", 1)
	_, err := nfse.Read(strings.NewReader(other))
	if wrong, ok := errors.AsType[*nfse.OtherProviderError](err); !ok || wrong.KeyOf != "11222333000181" || wrong.Provider != "90021382000122" {
		t.Errorf("read as %v", err)
	}
	byTaker := strings.Replace(other, "<dhEmi>", "<tpEmit>2</tpEmit><dhEmi>", 1)
	if got, err := nfse.Read(strings.NewReader(byTaker)); err != nil || got.Provider != "90021382000122" {
		t.Errorf("issued by the taker: %+v, %v", got, err)
	}
}

func TestAmountsAreReadAsSystemsWriteThem(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]money.Money{
		"1234,56": 123456, "1234.5600": 123456, "1234.56": 123456, "1.234,56": 123456, "1,234.56": 123456, "1234": 123400, "1234,5": 123450, "1500.000": 150000,
		"1.234.567,8": 123456780, "1.234.567": 123456700, "0,01": 1, "12345678,9000": 1234567890,
		"1.234": 0, "1,234": 0, "1.500": 0, "1234.567": 0, "1.23.456": 0, "1e3": 0, "1 234,56": 0, "": 0, ",50": 0, "5,": 0, "-1,00": 0, "0,00": 0, "NaN": 0, "1.2345,00": 0, "١٢": 0,
	} {
		got, err := nfse.Read(strings.NewReader(strings.Replace(national, "1000.50", text, 1)))
		if got.Value != want || (err == nil) != (want > 0) {
			t.Errorf("%q is read as %s, %v", text, got.Value, err)
		}
	}
}

// TestTheCorpusIsRead reads each file of testdata/corpus and compares it with the table beside it.
func TestTheCorpusIsRead(t *testing.T) {
	t.Parallel()
	table, err := os.ReadFile("testdata/README.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile(`(?m)^\| (\S+\.xml) \|.*\| ([a-z ]+) \|$`).FindAllStringSubmatch(string(table), -1)
	files, err := filepath.Glob("testdata/corpus/*.xml")
	if err != nil || len(rows) != len(files) || len(rows) < 20 {
		t.Fatalf("%d rows and %d files, %v", len(rows), len(files), err)
	}
	for _, row := range rows {
		file, err := os.Open(filepath.Join("testdata/corpus", row[1]))
		if err != nil {
			t.Fatal(err)
		}
		got, err := nfse.Read(file)
		_ = file.Close()
		state := strings.TrimPrefix(row[2], "in force")
		if err != nil || string(got.State) != state || got.Value != 123456 || got.Provider != "11222333000181" || got.Taker != "12ABC34501DE35" || !got.IssuedOn.Equal(day) {
			t.Errorf("%s is read as %+v, %v", row[1], got, err)
		}
		if isNational := strings.Contains(row[1], "national"); (got.AccessKey != "") != isNational || isNational == (got.VerificationCode != "") || !strings.HasSuffix(got.Number, "42") && !strings.HasSuffix(got.Number, "43") {
			t.Errorf("%s is read as %+v", row[1], got)
		}
	}
}

// textMax is the maximum length of a text in an invoice.
const textMax = 20_000

// FuzzRead checks that a file is either refused or read as a complete invoice whose texts are all
// bounded, and that nothing outside the file is ever read.
func FuzzRead(f *testing.F) {
	// Inputs that earlier runs found.
	for _, seed := range []string{
		"<?xml encoding=\"ISO-8859-1\"?><A xmlns:ns2=\"\"><InfNfse><ns2:CodigoVerificacao></ns2:CodigoVerificacao><ns2:DataEmissao></ns2:DataEmissao><A><ns2:IdentificacaoPrestador><ns2:CpfCnpj><ns2:Cnpj></ns2:Cnpj></ns2:CpfCnpj></ns2:IdentificacaoPrestador><ns2:RazaoSocial>\xe7\xe3</ns2:RazaoSocial><ns2:Valores><ns2:ValorServicos></ns2:ValorServicos></ns2:Valores><A\xc8\xf2 ",
		"\U000ca539\x1f",
		"<?a000 0000000?>0<AAAA aAAAAA=\"0000\" xmlns=\"00000000000000000000000000000000000\"><aAaAAAa Aa=\"000000000000000000000000000000000\xff",
		"<!00000000000<0000000000000000\"\">00<0000><00000000000\"\">000<00000000>0000",
		"<A:0><A:0><A:0><A:0>",
		"<!0000000000000000000000000000000000",
	} {
		f.Add(seed)
	}
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
	// Inputs that earlier runs found.
	for _, seed := range []string{
		"00000000000000000000000000000000000000000000000000000000!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!",
		"\xe4\x82\xe9 0",
		"00\xda\xda\xda\xda\xda\xda\xda000000000000000000000000\u2028",
		"\xed\xed\xed\xed\xed\xed\xb20\xaa",
		"000000011000000000!0000000000000000000000000000000",
		"\x9c0\xf000\x9c\x99˛000\xeda00\x9faˎ\x82\xb6",
	} {
		f.Add(seed)
	}
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
