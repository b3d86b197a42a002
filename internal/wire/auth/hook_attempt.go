package auth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// decision is a hook's decision on an attempt: reject; anything else leaves the result as it is.
type decision struct {
	Decision     string `json:"decision"`
	Message      string `json:"message"`
	ShouldLogout bool   `json:"should_logout_user"`
}

const decisionReject = "reject"

// judgePassword lets the hook judge a password that was compared, with the result guessed. It is
// not called for unknown users.
func (s *Server) judgePassword(ctx context.Context, userID uuid.UUID, guessed error) error {
	program := s.cfg.Hooks.PasswordVerificationAttempt
	isJudged := guessed == nil || errors.Is(guessed, errCredentials)
	if program == nil || !isJudged || userID == uuid.Nil {
		return guessed
	}
	var word decision
	if err := s.ask(ctx, nil, program, hookPassword, map[string]any{"user_id": userID, "valid": guessed == nil}, &word); err != nil {
		return err
	}
	if word.Decision != decisionReject {
		return guessed
	}
	if word.ShouldLogout {
		if err := s.inTx(ctx, func(tx pgx.Tx) error { return s.EndSessions(ctx, tx, userID) }); err != nil {
			return err
		}
	}
	return said(*errHookPassword, word.Message)
}

// judgeFactor lets the hook judge a second factor that was checked, with the result met. A rejection
// signs the user out everywhere, which is committed.
func (s *Server) judgeFactor(ctx context.Context, tx pgx.Tx, me signedIn, factorID uuid.UUID, met error) error {
	program := s.cfg.Hooks.MFAVerificationAttempt
	isJudged := met == nil || errors.Is(met, errFactorCode) || errors.Is(met, errPasskeyRefused)
	if program == nil || !isJudged {
		return met
	}
	var kind string
	if err := tx.QueryRow(ctx, `SELECT factor_type FROM auth.mfa_factors WHERE id = $1`, factorID).Scan(&kind); err != nil {
		return fmt.Errorf("read factor: %w", err)
	}
	var word decision
	about := map[string]any{"user_id": me.ID, "factor_id": factorID, "factor_type": kind, "valid": met == nil}
	if err := s.ask(ctx, tx, program, hookFactor, about, &word); err != nil {
		if met != nil {
			return settled(err)
		}
		return err
	}
	if word.Decision != decisionReject {
		return met
	}
	if err := s.EndSessions(ctx, tx, me.ID); err != nil {
		return err
	}
	return settled(said(*errHookFactor, word.Message))
}

// admitUser lets the hook refuse a user before they are created. Whether the address or number is
// free is not known yet, so the hook cannot reveal it.
func (s *Server) admitUser(ctx context.Context, tx pgx.Tx, user *NewUser) error {
	program := s.cfg.Hooks.BeforeUserCreated
	if program == nil || user.SkipHook {
		return nil
	}
	if user.ID == uuid.Nil {
		user.ID = uuid.New()
	}
	app := providersOf(*user)
	if user.Email == "" && user.Phone == "" && user.known == nil {
		app = map[string]any{}
	}
	maps.Copy(app, user.AppMetadata)
	appRaw, err := json.Marshal(app)
	if err != nil {
		return fmt.Errorf("write app metadata: %w", err)
	}
	metadata, err := encodeMetadata(user.Metadata)
	if err != nil {
		return err
	}
	now := s.cfg.Now().UTC()
	about := map[string]any{"user": &User{
		ID: user.ID, Aud: audience, Role: userRole, Email: user.Email, Phone: user.Phone, AppMetadata: appRaw, UserMetadata: metadata,
		Identities: []Identity{}, CreatedAt: now, UpdatedAt: now, IsAnonymous: user.Email == "" && user.Phone == "" && user.known == nil,
	}}
	return s.ask(ctx, tx, program, hookUser, about, &struct{}{})
}
