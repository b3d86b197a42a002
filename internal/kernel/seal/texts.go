package seal

// Texts is a Sealer for plain strings, for callers that do not use Secret.
type Texts struct{ *Sealer }

// Seal encrypts a text for its owner.
func (t Texts) Seal(text, owner string) string { return t.Sealer.Seal(Secret(text), owner) }

// Open decrypts a text for its owner.
func (t Texts) Open(sealed, owner string) (string, error) {
	secret, err := t.Sealer.Open(sealed, owner)
	return secret.Reveal(), err
}
