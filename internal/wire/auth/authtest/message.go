package authtest

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"automacao/internal/edge/ratelimit"
	"automacao/internal/wire/auth/core"

	"github.com/jackc/pgx/v5"
)

// SentMail is a mail in the mailbox.
type SentMail struct {
	Kind           core.MailKind
	To, Link, Code string
}

type mailbox struct {
	mu   sync.Mutex
	sent []SentMail
}

func (m *mailbox) Send(_ context.Context, _ pgx.Tx, kind core.MailKind, to, link, code string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sent = append(m.sent, SentMail{kind, to, link, code})
	return nil
}

func (m *mailbox) Count() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.sent)
}

func (m *mailbox) Last(t *testing.T) SentMail {
	t.Helper()
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.sent) == 0 {
		t.Fatal("no mail was sent")
	}
	return m.sent[len(m.sent)-1]
}

// Mailed is the last mail of a kind.
func (m *mailbox) Mailed(t *testing.T, kind core.MailKind) SentMail {
	t.Helper()
	m.mu.Lock()
	defer m.mu.Unlock()
	for i := len(m.sent) - 1; i >= 0; i-- {
		if m.sent[i].Kind == kind {
			return m.sent[i]
		}
	}
	t.Fatalf("no %s mail was sent", kind)
	return SentMail{}
}

// Agrees posts the proof of a mail and returns the answer.
func (b *Bundle) Agrees(mail SentMail) Reply {
	b.T.Helper()
	return b.Post("/verify", map[string]any{"type": "email_change", "email": mail.To, "token": mail.Code})
}

// Number is a telephone number.
const Number = "5547999990000"

// Texts is a phone that records its messages.
type Texts struct {
	mu     sync.Mutex
	sent   []core.Text
	Broken bool
}

// Text records a message, or fails if the phone is Broken.
func (p *Texts) Text(_ context.Context, text core.Text) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.Broken {
		return "", errors.New("no signal")
	}
	p.sent = append(p.sent, text)
	return "SM7", nil
}

// Text returns the last text that was sent.
func (b *Bundle) Text() core.Text {
	b.T.Helper()
	phone := b.Config.Texter.(*Texts)
	phone.mu.Lock()
	defer phone.mu.Unlock()
	if len(phone.sent) == 0 {
		b.T.Fatal("no text was sent")
	}
	return phone.sent[len(phone.sent)-1]
}

// WithTexts sends texts, without limits that the test does not set itself.
func WithTexts(c *core.Config) {
	c.Texter = &Texts{}
	open := ratelimit.Rate{Max: 1000, Per: time.Minute}
	c.Limits.TextsInterval, c.Limits.TextsPerAccount, c.Limits.TextsPerIP, c.Limits.TextsAll = open, open, open, open
}
