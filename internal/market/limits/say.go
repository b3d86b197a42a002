// Package limits has every bound of the product as a constant: those of
// private.limits and those that columns' checks hold. limits.go is written
// from the database by "automacao types"; nothing is bounded here.
package limits

import (
	"fmt"
	"regexp"
	"strconv"
)

var placeholder = regexp.MustCompile(`\{([a-z_.]+)\}`)

// Say fills the limits into a sentence that names them, as Brazilians write
// numbers: "até {closing_reason_characters} caracteres". One that does not
// exist is a mistake of the program.
func Say(sentence string) string {
	said, err := Fill(sentence, named)
	if err != nil {
		panic(err)
	}
	return said
}

// Fill is Say with other values than those in force.
func Fill(sentence string, values map[string]int64) (said string, err error) {
	said = placeholder.ReplaceAllStringFunc(sentence, func(found string) string {
		value, known := values[found[1:len(found)-1]]
		if !known {
			err = fmt.Errorf("%q names no limit with %s", sentence, found)
		}
		digits := strconv.FormatInt(value, 10)
		for i := len(digits) - 3; i > 0; i -= 3 {
			digits = digits[:i] + "." + digits[i:]
		}
		return digits
	})
	return said, err
}

// Of is a limit by its name. One that does not exist is a mistake of the program.
func Of(name string) int64 {
	value, known := named[name]
	if !known {
		panic(fmt.Sprintf("there is no limit %q", name))
	}
	return value
}
