package main

import (
	"context"
	"errors"
	"path/filepath"

	"automacao/verify/spawn"
)

// stage is what the checks of one run share.
type stage struct {
	program string
	common  *spawn.Server
}

// server is the program on the demonstration data. All checks share it: one
// that kills, fills or stops what it attacks starts its own.
func (s *stage) server(ctx context.Context) (*spawn.Server, error) {
	if s.common != nil {
		return s.common, nil
	}
	server, err := s.own([]string{"--demo"}, nil)
	if err != nil {
		return nil, err
	}
	if err := server.Start(ctx); err != nil {
		return nil, errors.Join(err, server.Close())
	}
	s.common = server
	return server, nil
}

// own is a server of the check's own, which starts and closes it. All attacks
// come from one address and few members: what they may ask for is measured by
// Go tests, and here only where env says so.
func (s *stage) own(flags, env []string) (*spawn.Server, error) {
	program, err := filepath.Abs(s.program)
	if err != nil {
		return nil, err
	}
	return spawn.New(program, flags, append([]string{"AUTOMACAO_LIMITS=requests=none,quotas=none"}, env...))
}

func (s *stage) close() error {
	if s.common == nil {
		return nil
	}
	return s.common.Close()
}
