package wallet

import (
	"encoding/base64"
	"math/big"
	"strings"
	"testing"
)

func asBase58(raw []byte) string {
	value, radix, digit := new(big.Int).SetBytes(raw), big.NewInt(58), new(big.Int)
	var text []byte
	for value.Sign() > 0 {
		value.DivMod(value, radix, digit)
		text = append([]byte{base58[digit.Int64()]}, text...)
	}
	for _, b := range raw {
		if b != 0 {
			break
		}
		text = append([]byte(base58[:1]), text...)
	}
	return string(text)
}

// FuzzMessage checks that a valid message has one meaning: its host, address and page occur once,
// where a person reads them.
func FuzzMessage(f *testing.F) {
	for _, seed := range []string{
		etherText, etherBare, solText, solBare, "https://" + etherBare, strings.ReplaceAll(etherText, "\n", "\r\n"), etherBare + "\nResources:", solBare + "\nURI: https://evil.example",
		strings.Replace(etherText, "I accept", "URI: https://evil.example", 1), strings.Replace(solText, "Entrar é grátis", "URI: https://evil.example/", 1), strings.Repeat("\n", 70), "",
	} {
		f.Add(seed, base64.StdEncoding.EncodeToString(make([]byte, 64)))
		f.Add(seed, strings.Repeat("0", 128)+"1b")
	}
	f.Fuzz(func(t *testing.T, text, signature string) {
		for _, name := range []string{Ethereum, Solana} {
			read, err := Read(name, text)
			if err != nil {
				continue
			}
			origin := read.Domain
			if read.Scheme != "" {
				origin = read.Scheme + "://" + origin
			}
			lines := strings.Split(text, "\n")
			isShown := lines[0] == origin+chains[name].header && strings.EqualFold(lines[1], read.Address) && (read.Statement == "" || lines[3] == read.Statement)
			if !isShown || read.URI.Host == "" || read.URI.User != nil || read.IssuedAt.IsZero() || strings.ContainsAny(text, "\r\t\x00") {
				t.Fatalf("%q is read as %+v", text, read)
			}
			if read.CheckSignature(signature) == nil {
				t.Fatalf("%q signs %q", signature, text)
			}
		}
	})
}
