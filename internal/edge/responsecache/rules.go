package responsecache

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/edge/lru"
)

// rules are the parts of the schema that decide what a read depends on.
type rules struct {
	role      string
	relations map[string]*relation
	functions map[string][]*function
	policies  map[string][]policy
	exempt    []string
	bare      map[string][]string // qualified names of relations and functions by their last part
	irregular []string            // qualified names that are not plain lower-case words
	knownMu   sync.Mutex
	known     *lru.Map[rowDependencies]
}

type relation struct {
	Schema      string `json:"schema"`
	Name        string `json:"name"`
	Owner       string `json:"owner"`
	Text        string `json:"text"`
	IsView      bool   `json:"is_view"`
	IsAnnounced bool   `json:"is_announced"`
	// RowsBy is the column by whose value its announcements name the written rows.
	RowsBy string `json:"rows_by"`
}

type function struct {
	Schema      string `json:"schema"`
	Name        string `json:"name"`
	Owner       string `json:"owner"`
	Text        string `json:"text"`
	IsDefiner   bool   `json:"is_definer"`
	IsQualified bool   `json:"is_qualified"`
}

type policy struct {
	Schema string   `json:"schema"`
	Name   string   `json:"name"`
	Text   string   `json:"text"`
	Roles  []string `json:"roles"`
}

//go:embed rules.sql
var rulesStatement string

func readRules(ctx context.Context, pool *pgxpool.Pool, cfg Config) (*rules, error) {
	var document []byte
	err := pgx.BeginTxFunc(ctx, pool, pgx.TxOptions{AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		// Without a search path, PostgreSQL writes every name in a policy or view with its schema.
		if _, err := tx.Exec(ctx, `SET LOCAL search_path = ''`); err != nil {
			return err
		}
		return tx.QueryRow(ctx, rulesStatement, cfg.Role, cfg.Announcer).Scan(&document)
	})
	if err != nil {
		return nil, fmt.Errorf("read the rules of the schema: %w", err)
	}
	return parseRules(cfg.Role, document)
}

func parseRules(role string, document []byte) (*rules, error) {
	var read struct {
		Relations []*relation `json:"relations"`
		Functions []*function `json:"functions"`
		Policies  []policy    `json:"policies"`
		Above     []string    `json:"above"`
	}
	if err := json.Unmarshal(document, &read); err != nil {
		return nil, fmt.Errorf("parse the rules of the schema: %w", err)
	}
	r := &rules{
		role: role, exempt: read.Above, relations: map[string]*relation{}, functions: map[string][]*function{},
		policies: map[string][]policy{}, bare: map[string][]string{}, known: lru.New[rowDependencies](knownMax, nil),
	}
	for _, each := range read.Relations {
		r.relations[r.addName(each.Schema, each.Name)] = each
	}
	for _, each := range read.Functions {
		name := r.addName(each.Schema, each.Name)
		r.functions[name] = append(r.functions[name], each)
	}
	for _, each := range read.Policies {
		name := each.Schema + "." + each.Name
		r.policies[name] = append(r.policies[name], each)
	}
	return r, nil
}

// addName registers a name, so that namesIn finds it, and returns the qualified name.
func (r *rules) addName(schema, name string) string {
	full := schema + "." + name
	if !slices.Contains(r.bare[strings.ToLower(name)], full) {
		r.bare[strings.ToLower(name)] = append(r.bare[strings.ToLower(name)], full)
	}
	if !regular.MatchString(full) && !slices.Contains(r.irregular, full) {
		r.irregular = append(r.irregular, full)
	}
	return full
}

var (
	regular = regexp.MustCompile(`^[a-z_][a-z0-9_]*\.[a-z_][a-z0-9_]*$`)
	words   = regexp.MustCompile(`[a-z_][a-z0-9_$]*(\s*\.\s*[a-z_][a-z0-9_$]*)*`)
	// timed matches what depends on the current time, unknowable what depends on something that is
	// not announced.
	timed = regexp.MustCompile(`\b(now|today|tomorrow|yesterday|age|current_date|current_time|current_timestamp|localtime|localtimestamp|` +
		`clock_timestamp|statement_timestamp|transaction_timestamp|timeofday)\b`)
	unknowable = regexp.MustCompile(`\b(execute|random|gen_random_uuid|gen_random_bytes|uuid_generate_v4|nextval|currval|lastval|set_config|dblink|pg_sleep|` +
		`tablesample|information_schema|pg_(class|attribute|proc|roles|settings|locks|stat\w*|ls\w*|read\w*|current\w*|snapshot\w*))\b|\b(request\.(headers|cookies|method|path)|response\.)`)
)

// namesIn lists the relations and functions that a text names, with repetitions. A name that could
// mean something else counts too.
func (r *rules) namesIn(text string, isQualified bool) []string {
	text = strings.ToLower(strings.ReplaceAll(text, `"`, ""))
	var found []string
	for _, chain := range words.FindAllString(text, -1) {
		parts := strings.Split(chain, ".")
		for i, part := range parts {
			name := strings.TrimSpace(part)
			for _, full := range r.bare[name] {
				if !isQualified && len(parts) == 1 || i > 0 && full == strings.TrimSpace(parts[i-1])+"."+name {
					found = append(found, full)
				}
			}
		}
	}
	for _, full := range r.irregular {
		_, name, _ := strings.Cut(full, ".")
		if strings.Contains(text, strings.ToLower(strings.ReplaceAll(name, `"`, ""))) {
			found = append(found, full)
		}
	}
	return found
}
