package codegen

import (
	"context"
	"fmt"
	"strings"

	limiting "automacao/internal/edge/ratelimit"
)

// Bound is a number that one request is held to.
type Bound struct {
	Name    string
	Value   int64
	Meaning string
}

// webRates writes how much may be asked of routes, a row each, for the page that
// tells integrators. What is counted where it is written is among the limits.
func (s Sources) webRates(context.Context) ([]byte, error) {
	var text strings.Builder
	text.WriteString("// Written by \"automacao types\"; do not edit.\n\n")
	for _, bound := range s.Bounds {
		fmt.Fprintf(&text, "/** %s */\nexport const %s = %d\n\n", bound.Meaning, bound.Name, bound.Value)
	}
	text.WriteString(`/** So many requests in so many seconds. */
export type Rate = { max: number; seconds: number }

/** How much may be asked of some routes, by one network and, where it is counted apart, by one member. */
export const RATES = {
`)
	for _, row := range s.Rates {
		fmt.Fprintf(&text, "  %s: { address: %s, member: %s },\n", row.Name, webRate(row.Address), webRate(row.Member))
	}
	text.WriteString("} as const satisfies Record<string, { address: readonly Rate[]; member: readonly Rate[] }>\n")
	return []byte(text.String()), nil
}

func webRate(rates []limiting.Rate) string {
	said := make([]string, len(rates))
	for i, rate := range rates {
		said[i] = fmt.Sprintf("{ max: %d, seconds: %d }", rate.Max, int(rate.Per.Seconds()))
	}
	return "[" + strings.Join(said, ", ") + "]"
}
