package provider

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"golang.org/x/oauth2"
)

// askPerson asks a plain OAuth service whose token that is.
func (p *Provider) askPerson(ctx context.Context, given *oauth2.Token) (Person, error) {
	raw, err := p.get(ctx, p.settings.UserURL, given)
	if err != nil {
		return Person{}, err
	}
	told, err := decode(raw)
	if err != nil {
		return Person{}, fmt.Errorf("%w: read who that is: %w", ErrRefused, err)
	}
	found := p.read(originOf(p.settings.UserURL), told)
	// Addresses of the preset's own service only: an operator's other one has none there.
	if p.preset.emails == nil || p.settings.UserURL != p.preset.userURL && found.Email != "" {
		return found, nil
	}
	if raw, err = p.get(ctx, p.emailsURL(), given); err != nil {
		return Person{}, err
	}
	var list any
	if err := json.Unmarshal(raw, &list); err != nil {
		return Person{}, fmt.Errorf("%w: read addresses: %w", ErrRefused, err)
	}
	return p.preset.emails.addTo(found, list), nil
}

// emailsURL is beside the configured address, for a service of one's own.
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
