package authtest

import (
	"errors"
	"strings"
)

// Protect gives an account a verified factor and returns the session that proved it.
func (b *Bundle) Protect(d Device) (Device, Enrolled) {
	b.T.Helper()
	phone := b.EnrolFactor(d, "celular")
	return b.Device(b.MeetFactor(d, phone, b.Code(phone))), phone
}

// Mirror is a Sealer that does not encrypt.
type Mirror struct{}

func (Mirror) Seal(secret, owner string) string { return "k." + owner + "." + secret }

func (Mirror) Open(sealed, owner string) (string, error) {
	secret, ok := strings.CutPrefix(sealed, "k."+owner+".")
	if !ok {
		return "", errors.New("not its owner")
	}
	return secret, nil
}
