package codegen

import (
	"context"
	"fmt"
	"strings"

	limiting "automacao/internal/edge/ratelimit"
)

// Bound is a limit that applies to a single request.
type Bound struct {
	Name    string
	Value   int64
	Meaning string
}

// webRates generates the rate limits of routes, one row each, for the API guide. What the database
// counts on writes is among the limits.
func (s Sources) webRates(context.Context) ([]byte, error) {
	var text strings.Builder
	text.WriteString("// Written by \"automacao types\"; do not edit.\n\n")
	for _, bound := range s.Bounds {
		fmt.Fprintf(&text, "/** %s */\nexport const %s = %d\n\n", bound.Meaning, bound.Name, bound.Value)
	}
	text.WriteString(`/** At most max requests in this many seconds. */
export type Rate = { max: number; seconds: number }

/** Rate limits of routes: of one network and, if counted separately, of one signed-in member. */
export const RATES = {
`)
	for _, row := range s.Rates {
		fmt.Fprintf(&text, "  %s: { address: %s, member: %s },\n", row.Name, webRate(row.Address), webRate(row.Member))
	}
	text.WriteString("} as const satisfies Record<string, { address: readonly Rate[]; member: readonly Rate[] }>\n")
	return []byte(text.String()), nil
}

func webRate(rates []limiting.Rate) string {
	written := make([]string, len(rates))
	for i, rate := range rates {
		written[i] = fmt.Sprintf("{ max: %d, seconds: %d }", rate.Max, int(rate.Per.Seconds()))
	}
	return "[" + strings.Join(written, ", ") + "]"
}
