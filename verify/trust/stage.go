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

// server returns the program running on the demonstration data. All checks share it. A check that
// kills, fills or stops what it attacks starts its own server.
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

// own returns a separate server that the check starts and closes. All attacks come from one address
// and few members, so rate limits are on only if env says so. Go tests cover the limits.
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
