package pix

import (
	"bytes"
	"errors"
	"image/color"
	"image/png"
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

func TestPublishedCodesAreReadAndWritten(t *testing.T) {
	t.Parallel()
	for text, want := range published {
		got, err := Parse(text)
		if err != nil || got != want {
			t.Errorf("Parse(%s) = %+v, %v; want %+v", text, got, err, want)
		}
		if again, err := want.Encode(); err != nil || again != text {
			t.Errorf("Encode() = %s, %v; want %s", again, err, text)
		}
	}
}

func TestCRC(t *testing.T) {
	t.Parallel()
	if sum := CRC("123456789"); sum != 0x29B1 {
		t.Errorf("CRC = %04X, want 29B1", sum)
	}
}

func TestCodesThatAreNone(t *testing.T) {
	t.Parallel()
	const good = "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***6304"
	for name, text := range map[string]string{
		"Empty":               "",
		"AWrongChecksum":      good + "1D3E",
		"ALowerCaseChecksum":  good + "1d3d",
		"AnotherReceiver":     strings.Replace(good, "Fulano", "Fulana", 1) + "1D3D",
		"AWrongLength":        summed("00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000520400005303986540510.505802BR5913Fulano de Tal6008BRASILIA62080503***"),
		"AForeignCurrency":    summed("00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053038405802BR5913Fulano de Tal6008BRASILIA62070503***"),
		"AnotherNetwork":      summed("00020126580014br.com.other..0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***"),
		"AFieldTwice":         summed("000201000201"),
		"AThirdPlaceOfCents":  summed("00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000520400005303986540610.5055802BR5913Fulano de Tal6008BRASILIA62070503***"),
		"Accents":             summed("00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5904João6008BRASILIA62070503***"),
		"MoreThanAScreenfull": strings.Repeat("0", codeMax+1),
	} {
		if code, err := Parse(text); !errors.Is(err, ErrInvalidCode) {
			t.Errorf("%s: %+v, %v; want ErrInvalidCode", name, code, err)
		}
	}
}

// summed completes a code with its checksum.
func summed(text string) string {
	const digits = "0123456789ABCDEF"
	text += "6304"
	sum := CRC(text)
	return text + string([]byte{digits[sum>>12], digits[sum>>8&15], digits[sum>>4&15], digits[sum&15]})
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
	got, err := Parse(text)
	if err != nil || got.Name != "Jose Conceicao Automacao" || got.City != "Sao Jose dos Ca" || got.Value != 123400 || len(got.Reference) != 35 {
		t.Errorf("Parse(%s) = %+v, %v", text, got, err)
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

func FuzzParse(f *testing.F) {
	for text := range published {
		f.Add(text)
	}
	f.Add(summed("0002019999"))
	f.Fuzz(func(t *testing.T, text string) {
		code, err := Parse(text)
		if err != nil {
			if !errors.Is(err, ErrInvalidCode) {
				t.Fatalf("Parse(%q): %v", text, err)
			}
			return
		}
		again, err := code.Encode()
		if err != nil {
			return // the names, references and cities of other codes may be longer than ours
		}
		if read, err := Parse(again); err != nil || read.Value != code.Value || read.Reference != code.Reference || read.Key != code.Key || read.URL != code.URL {
			t.Fatalf("%q became %q: %+v, %v", text, again, read, err)
		}
	})
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
