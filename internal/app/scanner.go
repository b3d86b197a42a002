package app

import (
	"context"
	"fmt"

	"automacao/internal/files/clamd"
)

// originals are the buckets whose pictures stay as they were sent: the files of a contract
// are evidence.
var originals = []string{"deals"}

// scanner is the virus scanner that files are shown to, or nil.
func (c *Config) scanner() (*clamd.Scanner, error) {
	if c.Clamd == "" {
		return nil, nil //nolint:nilnil // nobody is asked
	}
	scanner, err := clamd.Open(c.Clamd)
	if err != nil {
		return nil, fmt.Errorf("AUTOMACAO_CLAMD: %w", err)
	}
	return scanner, nil
}

// lookAtScanner asks whether files are shown to a virus scanner that answers.
func (d *doctor) lookAtScanner(ctx context.Context) {
	scanner, err := d.cfg.scanner()
	switch {
	case err != nil:
		d.say("virus scanner", Ill, "%v", err)
		return
	case scanner == nil:
		d.say("virus scanner", Well, "none is asked, as AUTOMACAO_CLAMD is empty; programs and files that are not what they say are refused all the same")
		return
	}
	if err := scanner.Reach(ctx); err != nil {
		d.say("virus scanner", Ill, "it does not answer at AUTOMACAO_CLAMD, and no file is taken until it does: %v", err)
		return
	}
	d.say("virus scanner", Well, "it answers, and every file is shown to it")
}
