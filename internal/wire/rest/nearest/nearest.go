// Package nearest finds the known name most similar to a wrong one, by the measure that PostgREST
// uses for its hints: it compares the trigrams that names share, or bigrams if they share no
// trigram, then ranks the most similar by edit distance. It knows only names.
package nearest

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
)

// leastAlike is the similarity, from 0 to 1, from which a name is worth a hint.
const leastAlike = 0.33

// comparedMax bounds how many names are compared by edit distance.
const comparedMax = 50

// namesMax and bytesMax bound the work spent on a hint.
const (
	namesMax = 2000
	bytesMax = 200
)

// One returns the known name most similar to a wrong one, or "". A name that differs only by case
// is returned at once.
func One(wrong string, known []string) string {
	if len(wrong) > bytesMax {
		return ""
	}
	known = known[:min(len(known), namesMax)]
	lower := strings.ToLower(wrong)
	for _, name := range known {
		if strings.ToLower(name) == lower {
			return name
		}
	}
	for _, size := range []int{3, 2} {
		if found := best(lower, known, size); found.name != "" {
			return found.name
		}
	}
	return ""
}

type candidate struct {
	name  string
	score float64
}

// best compares by n-grams of one size.
func best(wrong string, known []string, size int) candidate {
	pieces, norm := grams(wrong, size)
	var shared []candidate
	for _, name := range known {
		others, otherNorm := grams(name, size)
		product := 0
		for piece, count := range pieces {
			product += count * others[piece]
		}
		if product > 0 {
			shared = append(shared, candidate{name, float64(product) / (norm * otherNorm)})
		}
	}
	byScore := func(a, b candidate) int { return cmp.Compare(b.score, a.score) }
	slices.SortStableFunc(shared, byScore)
	shared = shared[:min(len(shared), comparedMax)]
	for i := range shared {
		shared[i].score = alike(wrong, strings.ToLower(shared[i].name))
	}
	slices.SortStableFunc(shared, byScore)
	if len(shared) == 0 || shared[0].score < leastAlike {
		return candidate{}
	}
	return shared[0]
}

// grams counts the n-grams of a text and returns the norm of that vector.
func grams(text string, size int) (counts map[string]int, norm float64) {
	kept := strings.Map(func(char rune) rune {
		if unicode.IsLetter(char) || unicode.IsNumber(char) || char == ' ' || char == ',' {
			return unicode.ToLower(char)
		}
		return -1
	}, text)
	letters := []rune("-" + kept + "-")
	for len(letters) < size {
		letters = append(letters, '-')
	}
	counts = map[string]int{}
	for i := 0; i+size <= len(letters); i++ {
		counts[string(letters[i:i+size])]++
	}
	for _, count := range counts {
		norm += float64(count * count)
	}
	return counts, math.Sqrt(norm)
}

// alike is 1 for equal texts and 0 if every letter has to change.
func alike(a, b string) float64 {
	x, y := []rune(a), []rune(b)
	longest := max(len(x), len(y))
	if longest == 0 {
		return 1
	}
	return 1 - float64(distance(x, y))/float64(longest)
}

func distance(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j := range b {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
