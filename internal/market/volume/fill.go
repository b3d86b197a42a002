package volume

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
)

// document fills phrases that belong together: a slot that occurs again gets the same word.
type document struct {
	random *rand.Rand
	chosen map[string]string
}

func newDocument(random *rand.Rand) *document {
	return &document{random: random, chosen: map[string]string{}}
}

var slot = regexp.MustCompile(`\{[^}]+\}`)

// choose returns one of the phrases with its slots filled.
func (d *document) choose(phrases []string) string { return d.fill(pick(d.random, phrases)) }

// fill returns a phrase with its slots filled.
func (d *document) fill(phrase string) string {
	return slot.ReplaceAllStringFunc(phrase, func(found string) string {
		name := found[1 : len(found)-1]
		if word, ok := d.chosen[name]; ok {
			return word
		}
		word := d.word(name)
		d.chosen[name] = word
		return word
	})
}

func (d *document) word(name string) string {
	if from, ok := words[name]; ok {
		return pick(d.random, from)
	}
	low, high, _ := strings.Cut(name, "-")
	lowest, errLow := strconv.Atoi(low)
	highest, errHigh := strconv.Atoi(high)
	if errLow != nil || errHigh != nil {
		panic(fmt.Sprintf("the vocabulary has no %q", name))
	}
	return strconv.Itoa(lowest + d.random.IntN(highest-lowest+1))
}
