package authtest

import (
	"context"
	"errors"
	"sync"
	"time"

	"automacao/internal/edge/ratelimit"
	"automacao/internal/wire/auth/core"
)

// Number is a telephone number.
const Number = "5547999990000"

// Texts is a phone that records its messages.
type Texts struct {
	mu     sync.Mutex
	sent   []core.Text
	Broken bool
}

// Text returns the last text that was sent.
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
