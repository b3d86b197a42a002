package provider

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"os"
	"strconv"
	"strings"

	"golang.org/x/oauth2"
)

// Person is the person that a provider identifies.
type Person struct {
	// Subject is the provider's permanent id of the person.
	Subject string
	// Email may be empty. Only a verified one identifies a user.
	Email         string
	EmailVerified bool
	// Claims are the stored claims, of bounded size.
	Claims map[string]any
}

// claimMax bounds each stored text, in bytes, since every token contains it.
const claimMax = 400

// read extracts a person from a provider's claims.
func (p *Provider) read(issuer string, told map[string]any) Person {
	fields := p.settings.Fields
	text := func(field string) string { return asText(at(told, fields[field])) }
	found := Person{Subject: text("sub"), Email: strings.TrimSpace(text("email"))}
	found.EmailVerified = found.Email != "" && asTruth(told, fields["email_verified"])
	found.describe(issuer, text("name"), pictureOf(told, fields["picture"]), text("preferred_username"))
	found.keep(told, p.settings.KeptClaims)
	return found
}

// keep stores the additional claims that are configured.
func (p *Person) keep(told map[string]any, names []string) {
	kept := map[string]any{}
	for _, name := range names {
		value, isTold := told[name]
		raw, err := json.Marshal(value)
		if isTold && err == nil && len(raw) <= claimMax && !strings.Contains(string(raw), `\u0000`) {
			kept[name] = value
		}
	}
	if len(kept) > 0 {
		p.Claims["custom_claims"] = kept
	}
}

// describe sets the stored claims, under the names that clients read.
func (p *Person) describe(issuer, name, picture, username string) {
	claims := map[string]any{"iss": issuer, "sub": p.Subject, "provider_id": p.Subject, "email_verified": p.EmailVerified, "phone_verified": false}
	for claim, value := range map[string]string{
		"email": p.Email, "name": name, "full_name": name, "picture": picture, "avatar_url": picture, "preferred_username": username, "user_name": username,
	} {
		if value != "" && len(value) <= claimMax && !strings.Contains(value, "\x00") {
			claims[claim] = value
		}
	}
	p.Claims = claims
}

// Introduce adds the name that a provider sends beside its token at a person's first consent. It is
// not signed, so nothing else in it is used.
func (p *Provider) Introduce(known Person, form string) Person {
	var said struct {
		Name struct {
			First string `json:"firstName"`
			Last  string `json:"lastName"`
		} `json:"name"`
	}
	if !p.IsPosted() || len(form) > formMax || json.Unmarshal([]byte(form), &said) != nil {
		return known
	}
	name := strings.TrimSpace(said.Name.First + " " + said.Name.Last)
	if name == "" || len(name) > claimMax || strings.Contains(name, "\x00") {
		return known
	}
	known.Claims = maps.Clone(known.Claims)
	known.Claims["name"], known.Claims["full_name"] = name, name
	return known
}

// formMax bounds the form beside a token, in bytes.
const formMax = 4 << 10

// isUsable reports whether the person can be stored.
func (p Person) isUsable() bool {
	return p.Subject != "" && len(p.Subject) <= claimMax && !strings.Contains(p.Subject, "\x00")
}

// pictureOf is the picture at a path, or at a URL built from values at paths; empty if one is
// missing.
func pictureOf(told map[string]any, path string) string {
	if !strings.HasPrefix(path, "https://") {
		return asText(at(told, path))
	}
	isWhole := true
	made := os.Expand(path, func(inner string) string {
		value := asText(at(told, inner))
		isWhole = isWhole && value != ""
		return url.PathEscape(value)
	})
	if !isWhole {
		return ""
	}
	return made
}

// at follows a path of keys and indexes.
func at(document any, path string) any {
	if path == "" || strings.HasPrefix(path, "=") {
		return nil
	}
	for key := range strings.SplitSeq(path, ".") {
		switch inner := document.(type) {
		case map[string]any:
			document = inner[key]
		case []any:
			index, err := strconv.Atoi(key)
			if err != nil || index < 0 || index >= len(inner) {
				return nil
			}
			document = inner[index]
		default:
			return nil
		}
	}
	return document
}

func asText(value any) string {
	switch value := value.(type) {
	case string:
		return value
	case json.Number:
		return value.String()
	default:
		return ""
	}
}

// asTruth accepts the ways in which providers write true, and nothing else.
func asTruth(told map[string]any, path string) bool {
	if path == always {
		return true
	}
	if one, others, hasMore := strings.Cut(path, both); hasMore {
		return asTruth(told, one) && asTruth(told, others)
	}
	switch value := at(told, path).(type) {
	case bool:
		return value
	case string:
		return value == "true" || value == "1"
	case json.Number:
		return value.String() == "1"
	case float64:
		return value == 1
	default:
		return false
	}
}

// decode decodes a document and keeps numbers as they are written: an id may have more digits than
// a float64.
func decode(raw []byte) (map[string]any, error) {
	told := map[string]any{}
	from := json.NewDecoder(strings.NewReader(string(raw)))
	from.UseNumber()
	err := from.Decode(&told)
	return told, err
}

// askPerson asks a plain OAuth service for the user of a token.
func (p *Provider) askPerson(ctx context.Context, given *oauth2.Token) (Person, error) {
	raw, err := p.get(ctx, p.settings.UserURL, given)
	if err != nil {
		return Person{}, err
	}
	told, err := decode(raw)
	if err != nil {
		return Person{}, fmt.Errorf("%w: decode the user: %w", ErrRefused, err)
	}
	found := p.read(originOf(p.settings.UserURL), told)
	// The address list belongs to the preset's own service; another server may not have one.
	if p.preset.emails == nil || p.settings.UserURL != p.preset.userURL && found.Email != "" {
		return found, nil
	}
	if raw, err = p.get(ctx, p.emailsURL(), given); err != nil {
		return Person{}, err
	}
	var list any
	if err := json.Unmarshal(raw, &list); err != nil {
		return Person{}, fmt.Errorf("%w: decode the addresses: %w", ErrRefused, err)
	}
	return p.preset.emails.addTo(found, list), nil
}

// emailsURL is below the configured user URL if that differs from the preset's.
func (p *Provider) emailsURL() string {
	if p.settings.UserURL == p.preset.userURL {
		return p.preset.emails.url
	}
	return strings.TrimSuffix(p.settings.UserURL, "/") + "/emails"
}

// addTo takes the preferred address, else the first verified one.
func (l emailList) addTo(found Person, list any) Person {
	if l.path != "" {
		list = at(list, l.path)
	}
	entries, _ := list.([]any)
	best := -1
	for _, entry := range entries {
		fields, _ := entry.(map[string]any)
		address, verified := asText(fields[l.address]), asTruth(fields, l.verified)
		rank := 0
		if verified {
			rank++
		}
		if asTruth(fields, l.preferred) {
			rank += 2
		}
		if address == "" || rank <= best {
			continue
		}
		best, found.Email, found.EmailVerified = rank, address, verified
	}
	if found.Email != "" && len(found.Email) <= claimMax {
		found.Claims["email"], found.Claims["email_verified"] = found.Email, found.EmailVerified
	}
	return found
}
