package factor

import (
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/session"
)

// mayEnrol is checked before any kind of factor is enrolled.
func (s *Server) mayEnrol(me session.SignedIn) error {
	switch {
	case me.IsAnonymous:
		return errAnonymousBarred
	case me.LacksSecondFactor():
		return errFactorAAL
	case !s.sessions.IsFresh(me.Session.AMR):
		return core.ErrStale
	case len(me.Factors) >= factorsMax:
		return errFactorsMax
	}
	return nil
}

func (s *Server) mayUnenrol(me session.SignedIn) error {
	if me.LacksSecondFactor() {
		return errUnenrollAAL
	}
	if !s.sessions.IsFresh(me.Session.AMR) {
		return core.ErrStale
	}
	return nil
}
