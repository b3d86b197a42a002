package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/institution/taxid"
	"automacao/internal/market/people/account"
	"automacao/internal/postgres"
)

// CreateAdmin creates an administrator.
func CreateAdmin(ctx context.Context, cfg Config, log *slog.Logger, email, password, name string) error {
	return administer(ctx, cfg, log, func(tx pgx.Tx, m members) error {
		_, err := m.CreateAdmin(ctx, tx, email, password, name)
		return err
	})
}

// PromoteAdmin makes an existing account an administrator. The account must not have taken part in
// a deal.
func PromoteAdmin(ctx context.Context, cfg Config, log *slog.Logger, email string) error {
	return administer(ctx, cfg, log, func(tx pgx.Tx, m members) error {
		who, err := account.Promote(ctx, tx, email)
		if err != nil {
			return err
		}
		if err := m.auth.Accounts.SetMetadata(ctx, tx, who.ID, map[string]any{"role": "admin"}); err != nil {
			return err
		}
		return disconnect(ctx, tx, who.ID)
	})
}

// ResetPassword sets the password of an account and ends its sessions.
func ResetPassword(ctx context.Context, cfg Config, log *slog.Logger, email, password string) error {
	return administer(ctx, cfg, log, func(tx pgx.Tx, m members) error {
		who, err := account.FindByEmail(ctx, tx, email)
		if err != nil {
			return err
		}
		if err := m.auth.Accounts.SetPassword(ctx, tx, who.ID, password); err != nil {
			return err
		}
		return disconnect(ctx, tx, who.ID)
	})
}

// ListAdmins returns the administrators, oldest first.
func ListAdmins(ctx context.Context, cfg Config, log *slog.Logger) (found []account.Person, err error) {
	err = administer(ctx, cfg, log, func(tx pgx.Tx, _ members) error {
		found, err = account.Administrators(ctx, tx)
		return err
	})
	return found, err
}

// BlockAccount ends the sessions of an account and keeps its user from signing in.
func BlockAccount(ctx context.Context, cfg Config, log *slog.Logger, email string) error {
	return administer(ctx, cfg, log, func(tx pgx.Tx, m members) error {
		return account.BlockByOperator(ctx, tx, doorkeeper(m), email)
	})
}

// UnblockAccount lets the user of a blocked account sign in again.
func UnblockAccount(ctx context.Context, cfg Config, log *slog.Logger, email string) error {
	return administer(ctx, cfg, log, func(tx pgx.Tx, m members) error {
		return account.ActivateByOperator(ctx, tx, doorkeeper(m), email)
	})
}

func administer(ctx context.Context, cfg Config, log *slog.Logger, work func(pgx.Tx, members) error) error {
	return withMembers(ctx, cfg, log, func(db *postgres.Database, m members) error {
		return postgres.InTx(ctx, db.Pool, func(tx pgx.Tx) error { return work(tx, m) })
	})
}

// disconnect closes the sockets of a user whose sessions have ended.
func disconnect(ctx context.Context, tx pgx.Tx, userID uuid.UUID) error {
	_, err := tx.Exec(ctx, `SELECT realtime.disconnect($1)`, userID)
	return err
}

// operator is who answers for this market by law. Decreto 7.962/2013, art. 2, requires their name,
// number and address to be visible.
type operator struct{ name, cnpj, address string }

// operator parses AUTOMACAO_OPERATOR. It returns the zero value if the setting is empty.
func (c *Config) operator() (operator, error) {
	if strings.TrimSpace(c.Operator) == "" {
		return operator{}, nil
	}
	parts := strings.SplitN(c.Operator, ";", 3)
	if len(parts) != 3 {
		return operator{}, errors.New("AUTOMACAO_OPERATOR needs legal name; CNPJ; address")
	}
	o := operator{name: strings.TrimSpace(parts[0]), address: strings.TrimSpace(parts[2])}
	cnpj, err := taxid.ParseCNPJ(strings.TrimSpace(parts[1]))
	if err != nil {
		return operator{}, fmt.Errorf("AUTOMACAO_OPERATOR: %w", err)
	}
	if o.name == "" || o.address == "" {
		return operator{}, errors.New("AUTOMACAO_OPERATOR needs a name before the CNPJ and an address after it")
	}
	o.cnpj = cnpj
	return o, nil
}

// formatted returns the CNPJ with its punctuation.
func (o operator) formatted() string {
	return o.cnpj[:2] + "." + o.cnpj[2:5] + "." + o.cnpj[5:8] + "/" + o.cnpj[8:12] + "-" + o.cnpj[12:]
}

// operatedBy returns the sentence for the footer, the terms and the privacy policy.
func (c *Config) operatedBy() string {
	switch o, err := c.operator(); {
	case err == nil && o.name != "":
		return fmt.Sprintf("Operado por %s, CNPJ %s, %s.", o.name, o.formatted(), strings.TrimSuffix(o.address, "."))
	case c.Demo:
		return "Demonstração: nenhuma empresa opera este endereço."
	default:
		return "Quem opera este endereço ainda não se identificou."
	}
}

// officer returns who answers for personal data, or that nobody is named.
func (c *Config) officer() string {
	if name := strings.TrimSpace(c.Officer); name != "" {
		return name
	}
	return "ainda não indicado; escreva ao e-mail de contato"
}
