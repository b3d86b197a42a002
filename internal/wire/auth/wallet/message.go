// Package wallet parses the messages that wallets sign to prove their ownership, and verifies the
// signatures: EIP-4361 for Ethereum and its variant for Solana. It owns grammar and signatures; it
// must not know who may sign in, when, or what a site is.
package wallet

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// These are the supported chains, as the protocol names them.
const (
	Ethereum = "ethereum"
	Solana   = "solana"
)

// These bound a message, in bytes.
const (
	MessageMin   = 64
	MessageMax   = 20 << 10
	statementMax = 1000
	valueMax     = 2048
	resourcesMax = 50
)

// Message is what a wallet shows its owner and signs.
type Message struct {
	Chain string
	// Domain is the host that asks, with its port; Scheme is the optional scheme before it.
	Scheme, Domain string
	// Address is the wallet's address in canonical form.
	Address string
	// Statement may be empty, as may Network, the chain's id.
	Statement, Network string
	URI                *url.URL
	Nonce              string
	IssuedAt           time.Time
	// NotBefore and ExpiresAt are zero if absent.
	NotBefore, ExpiresAt time.Time

	text string
}

// chain is what differs between the messages of chains.
type chain struct {
	header  string
	address *regexp.Regexp
	network *regexp.Regexp
	// isOrdered requires the fields in the order of the grammar.
	isOrdered bool
	needs     []string
}

var chains = map[string]chain{
	Ethereum: {
		header: " wants you to sign in with your Ethereum account:", address: regexp.MustCompile(`^0x[0-9a-fA-F]{40}$`),
		network: regexp.MustCompile(`^[1-9][0-9]{0,19}$`), isOrdered: true, needs: []string{"URI", "Version", "Chain ID", "Issued At"},
	},
	Solana: {
		header: " wants you to sign in with your Solana account:", address: regexp.MustCompile(`^[1-9A-HJ-NP-Za-km-z]{32,44}$`),
		network: regexp.MustCompile(`^(solana:)?(mainnet|testnet|devnet|localnet)$`), needs: []string{"URI", "Version", "Issued At"},
	},
}

var (
	domainShape = regexp.MustCompile(`^([A-Za-z0-9._-]{1,255}|\[[0-9A-Fa-f:.]{2,45}\])(:[0-9]{1,5})?$`)
	nonceShape  = regexp.MustCompile(`^[\x21-\x7e]{1,128}$`)
)

// Read parses a message of a chain; its errors are one public sentence. Nothing in it is
// trustworthy until CheckSignature has succeeded.
func Read(chainName, text string) (Message, error) {
	rules, known := chains[chainName]
	switch {
	case !known:
		return Message{}, errors.New("unknown chain")
	case len(text) < MessageMin:
		return Message{}, errors.New("message is too short")
	case len(text) > MessageMax:
		return Message{}, errors.New("message must not exceed 20KB")
	case !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }):
		return Message{}, errors.New("message has characters that cannot be shown")
	}
	lines := strings.Split(text, "\n")
	if len(lines) < 6 {
		return Message{}, errors.New("message is too short")
	}
	read := Message{Chain: chainName, text: text}
	if err := read.readHead(rules, lines); err != nil {
		return Message{}, err
	}
	fields, err := read.readStatement(rules, lines[3:])
	if err != nil {
		return Message{}, err
	}
	if err := read.readFields(rules, fields); err != nil {
		return Message{}, err
	}
	return read, read.checkTimes()
}

func (m *Message) readHead(rules chain, lines []string) error {
	origin, isHeader := strings.CutSuffix(lines[0], rules.header)
	if !isHeader {
		return errors.New("message does not begin with the line of its chain")
	}
	scheme, domain, hasScheme := strings.Cut(origin, "://")
	if hasScheme {
		m.Scheme = scheme
	} else {
		domain = origin
	}
	if !domainShape.MatchString(domain) {
		return errors.New("domain in the first line of the message is not valid")
	}
	m.Domain, m.Address = domain, lines[1]
	if !rules.address.MatchString(m.Address) {
		return errors.New("wallet address is not in the form of its chain")
	}
	if m.Chain == Ethereum {
		// Its upper case is only a checksum and does not name another wallet.
		m.Address = strings.ToLower(m.Address)
	}
	if lines[2] != "" {
		return errors.New("third line of the message must be empty")
	}
	return nil
}

// readStatement returns the lines after the statement. Without a statement, Ethereum's grammar has
// an empty line in its place, and Solana's omits it.
func (m *Message) readStatement(rules chain, lines []string) ([]string, error) {
	switch {
	case lines[0] != "" && lines[1] == "":
		m.Statement = lines[0]
		if len(m.Statement) > statementMax {
			return nil, fmt.Errorf("statement is longer than %d bytes", statementMax)
		}
		return lines[2:], nil
	case rules.isOrdered && lines[0] == "":
		return lines[1:], nil
	case rules.isOrdered:
		return nil, errors.New("statement must be followed by an empty line")
	}
	return lines, nil
}

func (m *Message) checkTimes() error {
	switch {
	case !m.ExpiresAt.IsZero() && m.IssuedAt.After(m.ExpiresAt):
		return errors.New("message is issued after its expiration time")
	case !m.ExpiresAt.IsZero() && m.NotBefore.After(m.ExpiresAt):
		return errors.New("message becomes valid after its expiration time")
	}
	return nil
}

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
