package external

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/fault"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/hook"
	"automacao/internal/wire/auth/provider"
	"automacao/internal/wire/auth/session"
	"automacao/internal/wire/auth/wallet"
)

// web3Provider is the provider name of wallets' identities, for all chains.
const web3Provider = "web3"

// messageTTL is how far from now, before or after, a message may have been issued, since wallets'
// clocks differ.
const messageTTL = 10 * time.Minute

// web3Request is a message signed by a wallet.
type web3Request struct {
	Chain     string `json:"chain"`
	Message   string `json:"message"`
	Signature string `json:"signature"`
}

// BelieveWallet is the grant web3: a session for the holder of a wallet's key.
func (s *Server) BelieveWallet(w http.ResponseWriter, r *http.Request) error {
	if s.Config.Federation.Web3 == (core.Web3{}) {
		return errWeb3Off
	}
	var in web3Request
	if err := core.Decode(r, &in); err != nil {
		return err
	}
	message, err := s.readWallet(in)
	if err != nil {
		return err
	}
	if err := s.checkWallet(message); err != nil {
		return err
	}
	var out *session.Answer
	err = s.InTx(r.Context(), func(tx pgx.Tx) error {
		if err := s.useMessage(r.Context(), tx, in, message); err != nil {
			return err
		}
		id, err := s.findOrTie(r.Context(), tx, waiting{}, ownerOfWallet(message))
		if err != nil {
			return err
		}
		out, err = s.sessions.Open(r.Context(), tx, id, session.MethodWeb3)
		return err
	})
	if err != nil {
		return err
	}
	return core.Answer(w, http.StatusOK, out)
}

// readWallet parses a message and verifies its wallet's signature.
func (s *Server) readWallet(in web3Request) (wallet.Message, error) {
	switch {
	case in.Chain != wallet.Ethereum && in.Chain != wallet.Solana:
		return wallet.Message{}, errWeb3Chain
	case in.Chain == wallet.Ethereum && !s.Config.Federation.Web3.Ethereum:
		return wallet.Message{}, errEthereumOff
	case in.Chain == wallet.Solana && !s.Config.Federation.Web3.Solana:
		return wallet.Message{}, errSolanaOff
	}
	message, err := wallet.Read(in.Chain, in.Message)
	if err != nil {
		return message, core.Invalid("%s", err)
	}
	err = message.CheckSignature(in.Signature)
	switch {
	case errors.Is(err, wallet.ErrForm) && in.Chain == wallet.Ethereum:
		return message, core.Invalid("signature must be 65 bytes long, encoded as a 130 character-long hexadecimal string")
	case errors.Is(err, wallet.ErrForm):
		return message, core.Invalid("signature must be 64 bytes encoded as base64 with or without padding")
	case err != nil:
		return message, badGrant("Signature does not match address in message")
	}
	return message, nil
}

// checkWallet refuses a message signed for another app or another time.
func (s *Server) checkWallet(m wallet.Message) error {
	now, host := s.Config.Now(), m.URI.Hostname()
	switch {
	case m.URI.Scheme != "https" && !hook.IsLoopback(host):
		return badGrant("Signed message is using URI which does not use HTTPS")
	case !isOfApp(s.Config, m.URI):
		return badGrant("Signed message is using URI which is not allowed on this server, message was signed for another app")
	case m.Domain != m.URI.Host, m.Scheme != "" && m.Scheme != m.URI.Scheme:
		return badGrant("Signed message is using a Domain that does not match the one in URI which is not allowed on this server")
	case now.Before(m.NotBefore):
		return badGrant("Signed message becomes valid in the future")
	case !m.ExpiresAt.IsZero() && !now.Before(m.ExpiresAt):
		return badGrant("Signed message is expired")
	case now.After(m.IssuedAt.Add(messageTTL)):
		return badGrant("Message was issued too long ago")
	case now.Before(m.IssuedAt.Add(-messageTTL)):
		return badGrant("Message was issued too far in the future")
	}
	return nil
}

// isOfApp reports whether a page is on the site or on an origin that links may lead to: wallets
// show their owner only the host that asks, not the page's path.
func isOfApp(c core.Config, page *url.URL) bool {
	for _, allowed := range append([]string{c.SiteURL}, c.RedirectURLs...) {
		if at, err := url.Parse(allowed); err == nil && at.Host != "" && at.Scheme == page.Scheme && at.Host == page.Host {
			return true
		}
	}
	return c.Redirects.IsListed(page.String())
}

// useMessage lets a message be used only once, so that somebody who sees it, for example in a
// log, cannot sign in with it. It is remembered for longer than it is accepted, because servers'
// clocks differ.
func (s *Server) useMessage(ctx context.Context, tx pgx.Tx, in web3Request, m wallet.Message) error {
	digest := sha256.Sum256([]byte(in.Chain + "\x00" + in.Message))
	tag, err := tx.Exec(ctx, `INSERT INTO auth.wallet_messages (digest, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING`, digest[:], m.IssuedAt.Add(2*messageTTL))
	if err != nil {
		return fmt.Errorf("spend a wallet's message: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return badGrant("Signed message was used before")
	}
	return nil
}

// ownerOfWallet is the external person of a wallet, without an address.
func ownerOfWallet(m wallet.Message) core.Vouched {
	subject := web3Provider + ":" + m.Chain + ":" + m.Address
	return core.Vouched{Provider: web3Provider, Person: provider.Person{Subject: subject, Claims: map[string]any{
		"sub": subject, "email_verified": false, "phone_verified": false,
		"custom_claims": map[string]any{"address": m.Address, "chain": m.Chain, "network": m.Network, "domain": m.Domain, "statement": m.Statement},
	}}}
}

// badGrant is an OAuth grant error (RFC 6749, 5.2), as the official server answers here.
func badGrant(why string) *fault.Error {
	return fault.New(http.StatusBadRequest, "invalid_grant", why).With(core.AsOAuth{})
}
