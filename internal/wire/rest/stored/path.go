package stored

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Path locates a value in JSON: ".role", ".app.roles[0]", `."https://x/role"`, and as the last step
// "[?(@ == "admin")]", the first matching element of a list.
type Path []step

// RolePath is where a token usually has its role.
var RolePath = Path{{key: "role"}}

type step struct {
	key   string
	index int
	// operator and operand select an element of a list; operator is empty for other steps.
	operator, operand string
	isIndex           bool
}

var (
	plainKey   = regexp.MustCompile(`^\.([A-Za-z0-9_$@-]+)`)
	quotedKey  = regexp.MustCompile(`^\."((?:[^"\\]|\\.)*)"`)
	indexStep  = regexp.MustCompile(`^\[(\d{1,6})\]`)
	filterStep = regexp.MustCompile(`^\[\?\(@ *(==|!=|\^==|==\^|\*==) *"([^"]*)"\)\]$`)
)

var errPath = errors.New("not a path to a claim")

// pathMax bounds a path, in bytes.
const pathMax = 1000

// ParsePath parses a path.
func ParsePath(text string) (path Path, err error) {
	if text == "" || len(text) > pathMax {
		return nil, errPath
	}
	for text != "" {
		var next step
		var found []string
		switch {
		case match(plainKey, text, &found):
			next.key = found[1]
		case match(quotedKey, text, &found):
			next.key = strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(found[1])
		case match(indexStep, text, &found):
			next.isIndex = true
			if next.index, err = strconv.Atoi(found[1]); err != nil {
				return nil, fmt.Errorf("%w: %w", errPath, err)
			}
		case match(filterStep, text, &found):
			next.operator, next.operand = found[1], found[2]
		default:
			return nil, errPath
		}
		path, text = append(path, next), text[len(found[0]):]
	}
	return path, nil
}

func match(pattern *regexp.Regexp, text string, into *[]string) bool {
	*into = pattern.FindStringSubmatch(text)
	return *into != nil
}

// Find follows the path through a document; false if it leads nowhere. A value that is not a text
// is returned as JSON.
func (p Path) Find(document []byte) (string, bool) {
	var value any
	if json.Unmarshal(document, &value) != nil {
		return "", false
	}
	for _, s := range p {
		var ok bool
		if value, ok = s.from(value); !ok {
			return "", false
		}
	}
	if text, isText := value.(string); isText {
		return text, true
	}
	text, err := json.Marshal(value)
	return string(text), err == nil
}

func (s step) from(value any) (any, bool) {
	if s.operator == "" && !s.isIndex {
		object, _ := value.(map[string]any)
		inner, ok := object[s.key]
		return inner, ok
	}
	list, _ := value.([]any)
	if s.isIndex {
		if s.index >= len(list) {
			return nil, false
		}
		return list[s.index], true
	}
	for _, each := range list {
		if text, isText := each.(string); isText && s.chooses(text) {
			return each, true
		}
	}
	return nil, false
}

func (s step) chooses(text string) bool {
	switch s.operator {
	case "==":
		return text == s.operand
	case "!=":
		return text != s.operand
	case "^==":
		return strings.HasPrefix(text, s.operand)
	case "==^":
		return strings.HasSuffix(text, s.operand)
	default:
		return strings.Contains(text, s.operand)
	}
}
