package ledger_test

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"automacao/internal/kernel/money"
	"automacao/internal/market/money/ledger"
)

func TestAFeeIsRoundedOnce(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		value   money.Money
		percent ledger.BasisPoints
		want    money.Money
	}{
		{money.Reais(1000), 10_00, money.Reais(100)},
		{money.Reais(48_500), 12_50, 606_250},
		{1, 50_00, 1}, {1, 49_99, 0}, {3, 50_00, 2}, {9_99, 10_00, 1_00}, {9_94, 10_00, 99}, {9_95, 10_00, 1_00},
		{0, 10_00, 0}, {money.Reais(10), 0, 0}, {money.Reais(10), ledger.Whole, money.Reais(10)},
		{-money.Reais(10), 10_00, 0}, {money.Reais(10), -1, 0}, {money.Reais(10), ledger.Whole + 1, money.Reais(10)},
		{9_999_999_999_999_999, ledger.Whole, 9_999_999_999_999_999}, {9_999_999_999_999_999, 1, 1_000_000_000_000},
	} {
		if got := ledger.Fee(c.value, c.percent); got != c.want {
			t.Errorf("%d basis points of %s are %s, want %s", c.percent, c.value, got, c.want)
		}
	}
}

func TestAFeeIsTheExactOneRoundedHalfUp(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.Int64Range(0, 9_999_999_999_999_999).Draw(t, "value")
		percent := rapid.IntRange(0, int(ledger.Whole)).Draw(t, "percent")
		exact := new(big.Int).Mul(big.NewInt(value), big.NewInt(int64(percent)))
		want := exact.Add(exact, big.NewInt(5000)).Div(exact, big.NewInt(10_000)).Int64()
		if got := ledger.Fee(money.Money(value), ledger.BasisPoints(percent)); int64(got) != want {
			t.Fatalf("got %d, want %d", got, want)
		}
	})
}
