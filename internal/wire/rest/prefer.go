package rest

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"automacao/internal/kernel/fault"
)

// preferences are the values of the Prefer header.
type preferences struct {
	resolution, missing, returning, count, tx, handling, timezone string
	maxAffected                                                   *int64
	// unknown are the entries that the server does not know.
	unknown []string
}

// preferenceValues are the known values; timezone and max-affected take any value.
var preferenceValues = map[string][]string{
	"resolution": {"merge-duplicates", "ignore-duplicates"},
	"missing":    {"default", "null"},
	"return":     {"minimal", "headers-only", "representation"},
	"count":      {"exact", "planned", "estimated"},
	"tx":         {"commit", "rollback"},
	"handling":   {"strict", "lenient"},
}

func parsePrefer(header http.Header) preferences {
	found := map[string]string{}
	var unknown []string
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
		count: found["count"], tx: found["tx"], handling: found["handling"], timezone: found["timezone"], unknown: unknown,
	}
	if most, err := strconv.ParseInt(found["max-affected"], 10, 64); err == nil && p.handling == "strict" {
		p.maxAffected = &most
	}
	return p
}

// check returns an error for unknown preferences if handling=strict was requested.
func (p preferences) check() error {
	if p.handling != "strict" || len(p.unknown) == 0 {
		return nil
	}
	return &fault.Error{Status: http.StatusBadRequest, Code: "PGRST122",
		Message: "Invalid preferences given with handling=strict", Details: "Invalid preferences: " + strings.Join(p.unknown, ", ")}
}

// use is the kind of request that preferences apply to.
type use int

const (
	reading use = iota
	calling
	inserting
	updating
	replacing
	deleting
)

// uses maps the methods of writes to their use.
var uses = map[string]use{http.MethodPost: inserting, http.MethodPatch: updating, http.MethodPut: replacing, http.MethodDelete: deleting}

// applied lists the preferences that were honoured, in the protocol's order.
func (p preferences) applied(to use, rollbackAllowed bool) string {
	var list []string
	add := func(name, value string, relevant bool) {
		if value != "" && relevant {
			list = append(list, name+"="+value)
		}
	}
	add("resolution", p.resolution, to == inserting)
	add("missing", p.missing, to == inserting || to == updating)
	add("return", p.returning, to >= inserting)
	add("count", p.count, true)
	add("tx", p.tx, rollbackAllowed)
	add("handling", p.handling, true)
	add("timezone", p.timezone, true)
	if p.maxAffected != nil {
		add("max-affected", fmt.Sprint(*p.maxAffected), to == calling || to == updating || to == deleting)
	}
	return strings.Join(list, ", ")
}

// isCounted reports whether the response of a write or call has a total; the planner's estimate
// exists for reads only.
func (p preferences) isCounted() bool { return p.count == "exact" || p.count == "estimated" }
