package seal

// Texts seals plain texts, for those who know nothing of a Secret.
type Texts struct{ *Sealer }

// Seal encrypts a text for its owner.
func (t Texts) Seal(text, owner string) string { return t.Sealer.Seal(Secret(text), owner) }

// Open decrypts it for the same owner only.
func (t Texts) Open(sealed, owner string) (string, error) {
	secret, err := t.Sealer.Open(sealed, owner)
	return secret.Reveal(), err
}
