package pix

import (
	"errors"
	"testing"
)

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
