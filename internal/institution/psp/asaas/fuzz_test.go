package asaas

import (
	"encoding/json"
	"math/big"
	"testing"
)

// FuzzAmount checks that an amount of the API is read exactly, or refused.
func FuzzAmount(f *testing.F) {
	for _, seed := range []string{"0", "10.5", "1e7", "1E+12", "1e99", "-0.05", "0.001", "null", `"10"`, "1.000000000000", "99999999999999e9", "NaN", "1e-2", ""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var amount Amount
		if json.Unmarshal([]byte(text), &amount) != nil || amount == 0 {
			return
		}
		want, ok := new(big.Rat).SetString(string(trimmed(text)))
		if !ok || want.Mul(want, big.NewRat(100, 1)).Cmp(new(big.Rat).SetInt64(int64(amount))) != 0 {
			t.Fatalf("%q is read as %d centavos", text, amount)
		}
	})
}

// trimmed returns a number without the blanks that JSON allows around it.
func trimmed(text string) json.RawMessage {
	var raw json.RawMessage
	_ = json.Unmarshal([]byte(text), &raw)
	return raw
}

// FuzzTime checks that writing a time and reading it again gives the same time.
func FuzzTime(f *testing.F) {
	for _, seed := range []string{`"2026-11-22"`, `"2026-11-22 08:00:00"`, `null`, `""`, `"0000-00-00"`, `"9999-12-31 23:59:59"`, `{}`, `"2026-02-30"`, `"2026-11-22T08:00:00Z"`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var read, again Time
		if json.Unmarshal([]byte(text), &read) != nil {
			return
		}
		written, err := json.Marshal(read)
		if err != nil || json.Unmarshal(written, &again) != nil || !again.Equal(read.Time) {
			t.Fatalf("%q is %v, written as %s, read as %v: %v", text, read, written, again, err)
		}
	})
}
