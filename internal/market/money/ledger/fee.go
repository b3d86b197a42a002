package ledger

import "automacao/internal/kernel/money"

// BasisPoints is a percentage with two decimal places: 1250 is 12.5 %.
type BasisPoints int

// Whole is all of a value: 100 %.
const Whole BasisPoints = 100_00

// Fee is a percentage between nothing and Whole of a value that is not below
// nothing, rounded to the centavo, half a centavo up. It is reckoned once, of
// the gross value, and then carried as it is: parts that are rounded one by one
// do not add up to it. What is outside those bounds counts as the bound.
func Fee(value money.Money, percent BasisPoints) money.Money {
	return max(value, 0).BasisPoints(int64(min(max(percent, 0), Whole)))
}
