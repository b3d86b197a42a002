package demo

import (
	"testing"
	"time"

	"automacao/internal/market"
)

func TestPeopleWorkInWorkingHours(t *testing.T) {
	t.Parallel()
	// A Sunday night, when nobody works.
	now := time.Date(2026, 11, 22, 3, 30, 0, 0, market.Zone)
	var before time.Time
	for ago := 60 * 24 * time.Hour; ago > 0; ago -= 53 * time.Minute {
		worked := atWorkOn(now.Add(-ago))
		if day := worked.Weekday(); day == time.Saturday || day == time.Sunday || worked.Hour() < 9 || worked.Hour() >= 18 {
			t.Fatalf("%s ago is %s", ago, worked)
		}
		if worked.Before(before) {
			t.Fatalf("%s comes before %s", worked, before)
		}
		before = worked
		if recent := lately(now, ago); recent.After(now) {
			t.Fatalf("%s ago is to come: %s", ago, recent)
		}
	}
}
