package wallet

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"
)

// fieldOrder is the order of the grammar (EIP-4361).
var fieldOrder = []string{"URI", "Version", "Chain ID", "Nonce", "Issued At", "Expiration Time", "Not Before", "Request ID"}

// readFields parses one field per line, each once, and the resources that may follow.
func (m *Message) readFields(rules chain, lines []string) error {
	var seen []string
	last := -1
	for i, line := range lines {
		// The official client omits the colon for Solana.
		if line == "Resources:" || !rules.isOrdered && line == "Resources" {
			if err := checkResources(lines[i+1:]); err != nil {
				return err
			}
			break
		}
		name, value, hasValue := strings.Cut(line, ": ")
		place := slices.Index(fieldOrder, name)
		switch {
		case place < 0 || !hasValue || value == "" || len(value) > valueMax:
			return fmt.Errorf("line %d after the statement is not a field of the message", i+1)
		case slices.Contains(seen, name):
			return fmt.Errorf("%s is said twice", name)
		case rules.isOrdered && place < last:
			return fmt.Errorf("%s is out of its place", name)
		}
		if err := m.set(rules, name, value); err != nil {
			return err
		}
		seen, last = append(seen, name), place
	}
	for _, name := range rules.needs {
		if !slices.Contains(seen, name) {
			return fmt.Errorf("%s is missing", name)
		}
	}
	return nil
}

func (m *Message) set(rules chain, name, value string) (err error) {
	switch name {
	case "URI":
		m.URI, err = readURI(value)
	case "Version":
		if value != "1" {
			err = errors.New("message is not of version 1")
		}
	case "Chain ID":
		if !rules.network.MatchString(value) {
			err = errors.New("message has no valid Chain ID")
		}
		m.Network = value
	case "Nonce":
		if !nonceShape.MatchString(value) {
			err = errors.New("message has no valid Nonce")
		}
		m.Nonce = value
	case "Issued At":
		m.IssuedAt, err = readTime(name, value)
	case "Expiration Time":
		m.ExpiresAt, err = readTime(name, value)
	case "Not Before":
		m.NotBefore, err = readTime(name, value)
	}
	return err
}

func readURI(value string) (*url.URL, error) {
	parsed, err := url.Parse(value)
	if err != nil || parsed.Scheme != "https" && parsed.Scheme != "http" || parsed.Host == "" || parsed.User != nil || strings.ContainsAny(value, ` \`) {
		return nil, errors.New("URI is not an absolute web address")
	}
	return parsed, nil
}

func readTime(name, value string) (time.Time, error) {
	at, err := time.Parse(time.RFC3339, value)
	if err != nil || at.IsZero() || at.Year() < 2000 {
		return time.Time{}, fmt.Errorf("%s is not a time as in 2026-01-31T12:00:00Z", name)
	}
	return at, nil
}

// checkResources checks the rest of a message, so that no part of what is signed is ignored.
func checkResources(lines []string) error {
	if len(lines) > resourcesMax {
		return fmt.Errorf("more than %d resources", resourcesMax)
	}
	for i, line := range lines {
		address, isItem := strings.CutPrefix(line, "- ")
		if parsed, err := url.Parse(address); !isItem || err != nil || parsed.Scheme == "" || len(address) > valueMax {
			return fmt.Errorf("resource %d is not an address", i+1)
		}
	}
	return nil
}
