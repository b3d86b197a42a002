package ledger

import "automacao/internal/kernel/money"

// BasisPoints is a percentage with two decimal places: 1250 is 12.5%.
type BasisPoints int

// Whole is 100%.
const Whole BasisPoints = 100_00

// Fee returns a percentage of a value, rounded to the centavo, half a centavo up. A percentage
// outside 0 to Whole counts as the nearest bound, and a negative value counts as zero. Compute the
// fee once, from the gross value, and carry the result: parts that are rounded one by one do not
// add up to it.
func Fee(value money.Money, percent BasisPoints) money.Money {
	return max(value, 0).BasisPoints(int64(min(max(percent, 0), Whole)))
}
