package pix

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"image/color"
	"image/png"
	"strconv"
	"strings"
	"testing"

	"github.com/boombuler/barcode"
	"github.com/boombuler/barcode/qr"

	"automacao/internal/kernel/leaktest"
	"automacao/internal/kernel/money"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

const evp = "123e4567-e12b-12d1-a456-426655440000"

// Codes published in Banco Central's manual and elsewhere, with their content.
var published = map[string]Code{
	"00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D": {
		Key: evp, Name: "Fulano de Tal", City: "BRASILIA",
	},
	"00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000520400005303986540510.505802BR5913Fulano de Tal6008BRASILIA62100506ABC1236304C98C": {
		Key: evp, Name: "Fulano de Tal", City: "BRASILIA", Value: 1050, Reference: "ABC123",
	},
	"00020101021226700014br.gov.bcb.pix2548pix.example.com/8b3da2f39a4140d1a91abd93113bd4415204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***630464E4": {
		URL: "pix.example.com/8b3da2f39a4140d1a91abd93113bd441", Name: "Fulano de Tal", City: "BRASILIA", IsOnce: true,
	},
}

func TestPublishedCodesAreWritten(t *testing.T) {
	t.Parallel()
	for want, code := range published {
		if text, err := code.Encode(); err != nil || text != want {
			t.Errorf("Encode() = %s, %v; want %s", text, err, want)
		}
	}
}

func TestCRC(t *testing.T) {
	t.Parallel()
	if sum := CRC("123456789"); sum != 0x29B1 {
		t.Errorf("CRC = %04X, want 29B1", sum)
	}
}

func TestEncodeFoldsAndCuts(t *testing.T) {
	t.Parallel()
	text, err := Code{
		URL: "pix.example.com/a", Name: "José Conceição Automação Industrial Ltda", City: "São José dos Campos",
		Value: money.Reais(1234), Reference: strings.Repeat("A", 35), IsOnce: true,
	}.Encode()
	if err != nil {
		t.Fatal(err)
	}
	for _, field := range []string{"010212", "54071234.00", "5924Jose Conceicao Automacao", "6015Sao Jose dos Ca", "0535" + strings.Repeat("A", 35)} {
		if !strings.Contains(text, field) {
			t.Errorf("%s lacks %s", text, field)
		}
	}
	for _, c := range []Code{
		{Name: "A", City: "B"}, {Key: "k", URL: "u", Name: "A", City: "B"}, {Key: "k", City: "B"}, {Key: "k", Name: "A"},
		{Key: "k", Name: "A", City: "B", Value: -1}, {Key: "k", Name: "A", City: "B", Reference: "a-b"},
		{Key: strings.Repeat("k", 90), Name: "A", City: "B"}, {Key: "é", Name: "A", City: "B"},
	} {
		if text, err := c.Encode(); !errors.Is(err, ErrInvalidCode) {
			t.Errorf("Encode(%+v) = %s, %v", c, text, err)
		}
	}
}

// FuzzEncode checks that a code can be taken apart by its lengths alone, and that its parts are those
// of the code.
func FuzzEncode(f *testing.F) {
	for _, code := range published {
		f.Add(code.Key, code.URL, code.Message, code.Name, code.City, code.Reference, int64(code.Value))
	}
	f.Fuzz(func(t *testing.T, key, url, message, name, city, reference string, cents int64) {
		code := Code{Key: key, URL: url, Message: message, Name: name, City: city, Reference: reference, Value: money.Money(cents)}
		text, err := code.Encode()
		if err != nil {
			if !errors.Is(err, ErrInvalidCode) {
				t.Fatalf("Encode(%+v): %v", code, err)
			}
			return
		}
		written := fieldsOf(t, text)
		account, additional := fieldsOf(t, written["26"]), fieldsOf(t, written[idAdditional])
		if account[idKey] != key || account[idURL] != url || additional[idReference] != cmp.Or(reference, noReference) ||
			cents > 0 && written[idValue] != code.Value.String() || written[idName] != plain(name, nameMax) || written[idCRC] != fmt.Sprintf("%04X", CRC(text[:len(text)-4])) {
			t.Fatalf("%+v became %q", code, text)
		}
	})
}

// fieldsOf splits fields of two digits, a length of two digits, and a value.
func fieldsOf(t *testing.T, text string) map[string]string {
	t.Helper()
	fields := map[string]string{}
	for rest := text; rest != ""; {
		if len(rest) < 4 {
			t.Fatalf("%q ends within a field", text)
		}
		length, err := strconv.Atoi(rest[2:4])
		if err != nil || len(rest) < 4+length {
			t.Fatalf("%q has a field without its length", text)
		}
		fields[rest[:2]], rest = rest[4:4+length], rest[4+length:]
	}
	return fields
}

func TestParseKey(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind       KeyKind
		text, want string
	}{
		{CPF, "529.982.247-25", "52998224725"},
		{CNPJ, "12.ABC.345/01DE-35", "12ABC34501DE35"},
		{CNPJ, "11.222.333/0001-81", "11222333000181"},
		{Phone, "(11) 98765-4321", "+5511987654321"},
		{Phone, "+55 11 98765-4321", "+5511987654321"},
		{Phone, "1132300606", "+551132300606"},
		{Phone, "\u202a(11) 98765\u20114321\u202c", "+5511987654321"},
		{CNPJ, "CNPJ: 33.444.559/0001\u201360", "33444559000160"},
		{Email, " Marina@Exemplo.COM.br ", "marina@exemplo.com.br"},
		{EVP, "123E4567-E12B-12D1-A456-426655440000", evp},
	} {
		if key, err := ParseKey(c.kind, c.text); err != nil || key != (Key{c.kind, c.want}) {
			t.Errorf("ParseKey(%s, %q) = %+v, %v; want %s", c.kind, c.text, key, err, c.want)
		}
	}
	for _, c := range []Key{
		{CPF, "248.438.034-99"}, {CPF, "11987654321"}, {CNPJ, "12.ABC.345/01DE-00"}, {Phone, "+1 212 555 0100"}, {Phone, "01987654321"},
		{Phone, "987654321"}, {Email, "marina"}, {Email, "\u212aarina@exemplo.com"}, {Email, "mar\u0130na@exemplo.com"}, {Phone, "11 98765-4321 ramal"}, {Email, "Marina <marina@exemplo.com>"}, {Email, strings.Repeat("a", 70) + "@exemplo.com"},
		{EVP, "123e4567e12b12d1a456426655440000"}, {EVP, "zzze4567-e12b-12d1-a456-426655440000"}, {"", "52998224725"}, {"OTHER", "x"},
	} {
		if key, err := ParseKey(c.Kind, c.Value); !errors.Is(err, ErrInvalidKey) {
			t.Errorf("ParseKey(%s, %q) = %+v, %v; want ErrInvalidKey", c.Kind, c.Value, key, err)
		}
	}
}

// FuzzParseKey checks that a key has one form: a parsed key parses as itself, is printable, and
// fits into DICT.
func FuzzParseKey(f *testing.F) {
	// Inputs that earlier runs found.
	f.Add("0", "  ")
	f.Add("0", "0                ")
	f.Add("CNPJ", ".                               0")
	f.Add("EMAIL", "0 0\"")
	f.Add("EMAIL", "0(\\0\\0")
	f.Add("CNPJ", ". 0")
	for _, seed := range []Key{
		{CPF, "529.982.247-25"}, {CNPJ, "12.ABC.345/01DE-35"}, {Phone, "(11) 98765-4321"}, {Phone, "+5511987654321"}, {Email, " Marina@Exemplo.COM.br "},
		{EVP, "123E4567-E12B-12D1-A456-426655440000"}, {EVP, "{123e4567-e12b-12d1-a456-42665544}"}, {Email, "a@b\r\nBcc: c@d"}, {Email, `"a b"@c`}, {"OTHER", "x"}, {Phone, "１１"},
	} {
		f.Add(string(seed.Kind), seed.Value)
	}
	f.Fuzz(func(t *testing.T, kind, text string) {
		key, err := ParseKey(KeyKind(kind), text)
		if err != nil {
			if !errors.Is(err, ErrInvalidKey) || key != (Key{}) {
				t.Fatalf("ParseKey(%s, %q) = %+v, %v", kind, text, key, err)
			}
			return
		}
		again, err := ParseKey(key.Kind, key.Value)
		if err != nil || again != key || key.Kind != KeyKind(kind) || !isPrintable(key.Value) || len(key.Value) > emailMax {
			t.Fatalf("ParseKey(%s, %q) = %+v, which is read as %+v, %v", kind, text, key, again, err)
		}
	})
}

func TestAPictureHasTheSquaresOfItsCode(t *testing.T) {
	t.Parallel()
	for _, code := range []string{"a", "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Serra Azul SA6008SAO PAULO62070503***63041D3D"} {
		drawn, err := Picture(code)
		if err != nil {
			t.Fatal(err)
		}
		got, err := png.Decode(bytes.NewReader(drawn))
		if err != nil {
			t.Fatal(err)
		}
		squares, err := qr.Encode(code, qr.M, qr.Auto)
		if err != nil {
			t.Fatal(err)
		}
		want, err := barcode.Scale(squares, pictureSize, pictureSize)
		if err != nil || got.Bounds() != want.Bounds() {
			t.Fatalf("the picture is %v, want %v, %v", got.Bounds(), want.Bounds(), err)
		}
		for at := range pictureSize * pictureSize {
			x, y := at%pictureSize, at/pictureSize
			if color.GrayModel.Convert(got.At(x, y)) != color.GrayModel.Convert(want.At(x, y)) {
				t.Fatalf("%q differs at %d, %d", code, x, y)
			}
		}
	}
}
