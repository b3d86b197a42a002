package codegen

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
)

var (
	refuseCall    = regexp.MustCompile(`\bprivate\.refuse\s*\(`)
	refuseWritten = regexp.MustCompile(`\bprivate\.refuse\s*\(\s*(\d{3})\s*,\s*'([a-z_]+)'\s*,\s*'((?:[^']|'')+)'\s*[,)]`)
)

// sqlRefusals reads the refusals of every function in the database. A refusal that cannot be read
// is an error, so that none is missed.
func sqlRefusals(ctx context.Context, db Querier) ([]refusal, error) {
	rows, err := db.Query(ctx, `
		SELECT p.oid::regproc::text, p.prosrc
		FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
		WHERE p.prosrc LIKE '%private.refuse%' AND n.nspname NOT IN ('pg_catalog', 'information_schema')
		ORDER BY 1`)
	if err != nil {
		return nil, fmt.Errorf("list functions: %w", err)
	}
	type function struct{ Name, Source string }
	functions, err := pgx.CollectRows(rows, pgx.RowToStructByPos[function])
	if err != nil {
		return nil, fmt.Errorf("list functions: %w", err)
	}
	var found []refusal
	for _, f := range functions {
		written := refuseWritten.FindAllStringSubmatch(f.Source, -1)
		if len(written) != len(refuseCall.FindAllString(f.Source, -1)) {
			return nil, fmt.Errorf("function %s: write code and sentence as literals, private.refuse(status, 'code', 'sentence'[, wait]), so that they can be read", f.Name)
		}
		for _, call := range written {
			status, err := strconv.Atoi(call[1])
			if err != nil {
				return nil, fmt.Errorf("function %s: read a status: %w", f.Name, err)
			}
			found = append(found, refusal{code: call[2], sentence: strings.ReplaceAll(call[3], "''", "'"), place: "function " + f.Name, status: status})
		}
	}
	return found, nil
}
