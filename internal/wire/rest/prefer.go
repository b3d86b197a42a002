package rest

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"automacao/internal/fault"
)

// preferences are what the Prefer header asks for.
type preferences struct {
	resolution, missing, returning, count, tx, handling, timezone string
	maxAffected                                                   *int64
}

// preferenceValues are the known ones; timezone and max-affected are open.
var preferenceValues = map[string][]string{
	"resolution": {"merge-duplicates", "ignore-duplicates"},
	"missing":    {"default", "null"},
	"return":     {"minimal", "headers-only", "representation"},
	"count":      {"exact", "planned", "estimated"},
	"tx":         {"commit", "rollback"},
	"handling":   {"strict", "lenient"},
}

func parsePrefer(header http.Header) (preferences, error) {
	found := map[string]string{}
	unknown := []string{}
	for entry := range strings.SplitSeq(strings.Join(header.Values("Prefer"), ","), ",") {
		entry = strings.TrimSpace(entry)
		name, value, _ := strings.Cut(entry, "=")
		isKnown := slices.Contains(preferenceValues[name], value) || name == "timezone" || name == "max-affected"
		if _, seen := found[name]; isKnown && !seen {
			found[name] = value
		} else if entry != "" && !isKnown {
			unknown = append(unknown, entry)
		}
	}
	p := preferences{
		resolution: found["resolution"], missing: found["missing"], returning: found["return"],
		count: found["count"], tx: found["tx"], handling: found["handling"], timezone: found["timezone"],
	}
	if p.handling == "strict" && len(unknown) > 0 {
		return p, &fault.Error{Status: http.StatusBadRequest, Code: "PGRST122",
			Message: "Invalid preferences given with handling=strict", Details: "Invalid preferences: " + strings.Join(unknown, ", ")}
	}
	if most, err := strconv.ParseInt(found["max-affected"], 10, 64); err == nil && p.handling == "strict" {
		p.maxAffected = &most
	}
	return p, nil
}

// use is what preferences are applied to.
type use int

const (
	reading use = iota
	calling
	writing
	inserting
)

// applied lists what was obeyed, in the protocol's order.
func (p preferences) applied(to use, rollbackAllowed bool) string {
	var list []string
	add := func(name, value string, relevant bool) {
		if value != "" && relevant {
			list = append(list, name+"="+value)
		}
	}
	isWrite := to == writing || to == inserting
	add("resolution", p.resolution, to == inserting)
	add("missing", p.missing, isWrite)
	add("return", p.returning, isWrite)
	add("count", p.count, true)
	add("tx", p.tx, rollbackAllowed)
	add("handling", p.handling, true)
	add("timezone", p.timezone, true)
	if p.maxAffected != nil {
		add("max-affected", fmt.Sprint(*p.maxAffected), to != reading)
	}
	return strings.Join(list, ", ")
}
