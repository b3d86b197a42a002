package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"text/tabwriter"

	"automacao/internal/app"
)

type adminCommand struct {
	Create        adminCreateCommand  `cmd:"" help:"Create an administrator; the password is read from AUTOMACAO_ADMIN_PASSWORD."`
	Promote       adminPromoteCommand `cmd:"" help:"Turn an account that has no team, projects or proposals into an administrator."`
	ResetPassword adminResetCommand   `cmd:"" help:"Set a new password for an account, and sign it out everywhere."`
	List          adminListCommand    `cmd:"" help:"List the administrators."`
	Block         adminBlockCommand   `cmd:"" help:"Block an account, and sign it out everywhere."`
	Unblock       adminUnblockCommand `cmd:"" help:"Unblock an account."`
}

// account names the account that a command changes.
type account struct {
	app.Config
	Email string `arg:"" help:"Address that the account signs in with."`
}

// about adds the account's address to an error.
func (a *account) about(err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", a.Email, err)
	}
	return nil
}

type adminCreateCommand struct {
	account
	Name     string `help:"Name to show." default:"Administração"`
	Password string `help:"Password; better given in the environment than as a flag, which other users of the machine can see." env:"AUTOMACAO_ADMIN_PASSWORD" required:"" placeholder:"PASSWORD"`
}

// Run creates an administrator who can sign in at once.
func (c *adminCreateCommand) Run(ctx context.Context, out output) error {
	if err := validated(&c.Config); err != nil {
		return err
	}
	if err := app.CreateAdmin(ctx, c.Config, newLog(c.Config), c.Email, c.Password, c.Name); err != nil {
		return c.about(err)
	}
	_, err := fmt.Fprintf(out, "%s is an administrator\n", c.Email)
	return err
}

type adminPromoteCommand struct{ account }

// Run makes an existing member an administrator.
func (c *adminPromoteCommand) Run(ctx context.Context, out output) error {
	if err := validated(&c.Config); err != nil {
		return err
	}
	if err := app.PromoteAdmin(ctx, c.Config, newLog(c.Config), c.Email); err != nil {
		return c.about(err)
	}
	_, err := fmt.Fprintf(out, "%s is an administrator from the next sign-in on\n", c.Email)
	return err
}

type adminResetCommand struct {
	account
	Password string `help:"New password; better given in the environment than as a flag. Generated and printed when empty." env:"AUTOMACAO_ADMIN_PASSWORD" placeholder:"PASSWORD"`
}

// Run replaces an account's password.
func (c *adminResetCommand) Run(ctx context.Context, out output) error {
	if err := validated(&c.Config); err != nil {
		return err
	}
	password := c.Password
	if password == "" {
		password = rand.Text()
	}
	if err := app.ResetPassword(ctx, c.Config, newLog(c.Config), c.Email, password); err != nil {
		return c.about(err)
	}
	sentence := fmt.Sprintf("%s has another password and is signed out everywhere", c.Email)
	if c.Password == "" {
		sentence += "\npassword  " + password
	}
	_, err := fmt.Fprintln(out, sentence)
	return err
}

type adminListCommand struct {
	app.Config
	JSON bool `help:"Print a JSON array."`
}

// Run lists the administrators.
func (c *adminListCommand) Run(ctx context.Context, out output) error {
	if err := validated(&c.Config); err != nil {
		return err
	}
	found, err := app.ListAdmins(ctx, c.Config, newLog(c.Config))
	if err != nil {
		return err
	}
	if c.JSON {
		return json.NewEncoder(out).Encode(found)
	}
	if len(found) == 0 {
		_, err := fmt.Fprintln(out, "there is no administrator: make one with `automacao admin create`")
		return err
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, one := range found {
		if _, err := fmt.Fprintf(table, "%s\t%s\t%s\tsince %s\n", one.Email, one.Status, one.Name, one.CreatedAt.Format("2006-01-02")); err != nil {
			return err
		}
	}
	return table.Flush()
}

type adminBlockCommand struct{ account }

// Run blocks an account.
func (c *adminBlockCommand) Run(ctx context.Context, out output) error {
	if err := validated(&c.Config); err != nil {
		return err
	}
	if err := app.BlockAccount(ctx, c.Config, newLog(c.Config), c.Email); err != nil {
		return c.about(err)
	}
	_, err := fmt.Fprintf(out, "%s is blocked\n", c.Email)
	return err
}

type adminUnblockCommand struct{ account }

// Run unblocks an account.
func (c *adminUnblockCommand) Run(ctx context.Context, out output) error {
	if err := validated(&c.Config); err != nil {
		return err
	}
	if err := app.UnblockAccount(ctx, c.Config, newLog(c.Config), c.Email); err != nil {
		return c.about(err)
	}
	_, err := fmt.Fprintf(out, "%s may sign in again\n", c.Email)
	return err
}
