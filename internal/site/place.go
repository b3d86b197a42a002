package site

import (
	"regexp"
	"strings"
	"time"
)

const dayShape = `[12]\d{3}-\d\d-\d\d`

// shapes are the forms of columns' values, by the columns' names. The web application has the same
// in lib/navigation/page-cursor.ts.
var shapes = []struct{ name, value *regexp.Regexp }{
	{regexp.MustCompile(`^id$`), regexp.MustCompile(`^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$`)},
	{regexp.MustCompile(`_at$`), regexp.MustCompile(`^` + dayShape + `T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?(Z|[+-][01]\d:[0-5]\d)$`)},
	{regexp.MustCompile(`_on$`), regexp.MustCompile(`^` + dayShape + `$`)},
	{regexp.MustCompile(`^is_`), regexp.MustCompile(`^(true|false)$`)},
	{regexp.MustCompile(`_cents$`), regexp.MustCompile(`^-?\d{1,15}$`)},
	{regexp.MustCompile(`_count$`), regexp.MustCompile(`^\d{1,9}$`)},
	{regexp.MustCompile(`.`), regexp.MustCompile(`^-?\d{1,9}(\.\d{1,9})?$`)},
}

// fits reports whether a column can have this value.
func (o ordered) fits(value string) bool {
	if value == nullValue {
		return o.nullable
	}
	for _, shape := range shapes {
		if !shape.name.MatchString(o.column) {
			continue
		}
		if !shape.value.MatchString(value) {
			return false
		}
		if !strings.HasSuffix(o.column, "_at") && !strings.HasSuffix(o.column, "_on") {
			return true
		}
		_, err := time.Parse(time.DateOnly, value[:len(time.DateOnly)])
		return err == nil
	}
	return false
}
