package provider

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"golang.org/x/oauth2"
)

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
