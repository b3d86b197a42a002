// Package mail writes letters in Portuguese and hands them to a mail server. Its callers decide who
// gets one, and when.
package mail

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/mail"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	gomail "github.com/wneessen/go-mail"

	"automacao/internal/kernel/humantext"
)

// timeout bounds one session with the mail server.
const timeout = 30 * time.Second

// productName is the sender's name if SMTP_URL has none.
const productName = "Automação - Indústria"

// Letter is one mail to one person. Unsubscribe, if set, is an address that takes the reader off
// the list with one click (RFC 8058).
type Letter struct {
	To          string `json:"to"`
	Subject     string `json:"subject"`
	Text        string `json:"text"`
	HTML        string `json:"html"`
	Unsubscribe string `json:"unsubscribe,omitempty"`
}

// Sender delivers letters through one mail server.
type Sender struct {
	client *gomail.Client
	from   mail.Address

	sent, unsent atomic.Int64
}

// Open parses SMTP_URL: smtp://user:password@host:port (STARTTLS if the server offers it) or
// smtps:// (TLS from the start), with ?from=address. No error repeats the URL, which may hold a
// password.
func Open(smtpURL string) (*Sender, error) {
	parsed, err := url.Parse(smtpURL)
	if err != nil || parsed.Hostname() == "" {
		return nil, errors.New("SMTP_URL is not a URL with a host")
	}
	from, err := sender(parsed)
	if err != nil {
		return nil, err
	}
	options := []gomail.Option{gomail.WithTimeout(timeout), gomail.WithTLSPolicy(gomail.TLSOpportunistic)}
	if parsed.Scheme == "smtps" {
		options = append(options, gomail.WithSSL())
	}
	if port, err := strconv.Atoi(parsed.Port()); err == nil {
		options = append(options, gomail.WithPort(port))
	} else if parsed.Scheme == "smtps" {
		options = append(options, gomail.WithPort(gomail.DefaultPortSSL))
	}
	if password, hasPassword := parsed.User.Password(); hasPassword {
		options = append(options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover), gomail.WithUsername(parsed.User.Username()), gomail.WithPassword(password))
	}
	client, err := gomail.NewClient(parsed.Hostname(), options...)
	if err != nil {
		return nil, errors.New("SMTP_URL cannot be used: its host or port is not valid")
	}
	return &Sender{client: client, from: *from}, nil
}

// SignAs replaces the product's name as the sender's name, for an app of somebody else. It has no
// effect if SMTP_URL gives a name.
func (s *Sender) SignAs(name string) {
	if s.from.Name == productName {
		s.from.Name = name
	}
}

// sender returns the sender of the letters: ?from=, or else the user at the mail server.
func sender(parsed *url.URL) (*mail.Address, error) {
	written := parsed.Query().Get("from")
	if written == "" {
		written = parsed.User.Username()
	}
	from, err := mail.ParseAddress(written)
	if err != nil {
		return nil, errors.New("SMTP_URL names no sender: add ?from=address to it")
	}
	if from.Name == "" {
		from.Name = productName
	}
	return from, nil
}

// Reach signs in at the mail server and returns why that is not possible. It sends nothing.
func (s *Sender) Reach(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	if err := s.client.DialWithContext(ctx); err != nil {
		return err
	}
	return s.client.Close()
}

// Send delivers a letter.
func (s *Sender) Send(ctx context.Context, letter Letter) error {
	message, err := s.message(letter)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	if err := s.client.DialAndSendWithContext(ctx, message); err != nil {
		s.unsent.Add(1)
		return fmt.Errorf("deliver: %w", err)
	}
	s.sent.Add(1)
	return nil
}

// Figures returns the numbers of letters delivered and of failed deliveries since the start. They
// are zero for a nil Sender.
func (s *Sender) Figures() (sent, unsent int64) {
	if s == nil {
		return 0, 0
	}
	return s.sent.Load(), s.unsent.Load()
}

// message returns the letter as it is sent. The library encodes every header, so that no text can
// add another one.
func (s *Sender) message(letter Letter) (*gomail.Msg, error) {
	message := gomail.NewMsg()
	if err := message.FromFormat(s.from.Name, s.from.Address); err != nil {
		return nil, fmt.Errorf("address the sender: %w", err)
	}
	if err := message.To(letter.To); err != nil {
		return nil, errors.New("the recipient's address cannot be used")
	}
	message.Subject(subjectLine(letter.Subject))
	message.SetMessageIDWithValue(s.messageID())
	message.SetDate()
	message.SetGenHeader("Auto-Submitted", "auto-generated")
	if letter.Unsubscribe != "" {
		message.SetGenHeader("List-Unsubscribe", "<"+letter.Unsubscribe+">")
		message.SetGenHeader("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
	}
	message.SetBodyString(gomail.TypeTextPlain, letter.Text)
	message.AddAlternativeString(gomail.TypeTextHTML, letter.HTML)
	return message, nil
}

// messageID returns an id that is unique at the sender's domain. The library's own id would contain
// this machine's host name.
func (s *Sender) messageID() string {
	_, domain, _ := strings.Cut(s.from.Address, "@")
	return strings.ToLower(rand.Text()) + "@" + domain
}

// subjectLine returns a text on one line. Readers' programs would decode an encoded word such as
// "=?utf-8?…" in somebody's text, so an invisible character breaks its beginning.
func subjectLine(text string) string {
	return strings.ReplaceAll(humantext.Clean(text), "=?", "=\u200b?")
}

// ParseAddress returns the form in which a bare ASCII address is stored and compared. It checks for
// ASCII before it converts to lower case: the Kelvin sign becomes a k in lower case, which would
// make the address another person's.
func ParseAddress(text string) (address string, ok bool) {
	text = strings.TrimSpace(text)
	if strings.IndexFunc(text, func(char rune) bool { return char <= ' ' || char > '~' }) >= 0 {
		return "", false
	}
	address = strings.ToLower(text)
	parsed, err := mail.ParseAddress(address)
	if err != nil || parsed.Address != address {
		return "", false
	}
	return address, true
}
