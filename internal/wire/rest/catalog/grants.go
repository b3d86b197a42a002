package catalog

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
)

//go:embed grants.sql
var grantsStatement string

// grants are the columns that a role may read, for relations of which it may read some but not all
// columns.
type grants map[string]map[Name]map[string]bool

// ReadGrants reads which columns the roles may read, for roles whose * means only those.
func (c *Catalog) ReadGrants(ctx context.Context, db Querier, schemas, roles []string) error {
	if len(roles) == 0 {
		return nil
	}
	var document []byte
	if err := db.QueryRow(ctx, grantsStatement, schemas, roles).Scan(&document); err != nil {
		return fmt.Errorf("read the roles' column grants: %w", err)
	}
	var read []struct {
		Role    string   `json:"role"`
		Of      Name     `json:"of"`
		Columns []string `json:"columns"`
	}
	if err := json.Unmarshal(document, &read); err != nil {
		return fmt.Errorf("read the roles' column grants: %w", err)
	}
	c.grants = grants{}
	for _, one := range read {
		if c.grants[one.Role] == nil {
			c.grants[one.Role] = map[Name]map[string]bool{}
		}
		readable := map[string]bool{}
		for _, column := range one.Columns {
			readable[column] = true
		}
		c.grants[one.Role][one.Of] = readable
	}
	return nil
}

// Readable are the columns that * means for a role; nil means all.
func (c *Catalog) Readable(role string, of Name) map[string]bool { return c.grants[role][of] }
