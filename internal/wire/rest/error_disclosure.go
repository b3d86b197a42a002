package rest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"golang.org/x/sync/singleflight"

	"automacao/internal/kernel/fault"
	"automacao/internal/wire/rest/catalog"
	"automacao/internal/wire/rest/openapi"
)

// disclosed returns the error to send where PlainErrors is set. It keeps PostgREST's message if the
// OpenAPI document shows every name in it to the caller's role; otherwise the plain sentence.
func (e *Engine) disclosed(ctx context.Context, refusal *fault.Error) *fault.Error {
	var named *fault.Error
	switch refusal.Code {
	case "PGRST204", "42703":
		named = e.discloseUnknownColumn(ctx, refusal)
	case "23502":
		named = e.discloseMissingValue(ctx, refusal)
	case "22P02", "22003", "22007", "22008":
		named = e.discloseWrongValue(ctx, refusal)
	}
	if named != nil {
		return named
	}
	return plain(refusal)
}

// unknownColumn matches the messages about an unknown column, with its table.
var unknownColumn = []*regexp.Regexp{
	regexp.MustCompile(`^Could not find the '(?P<column>[^']+)' column of '(?P<table>[^']+)' in the schema cache$`),
	regexp.MustCompile(`^column (?P<table>[a-z0-9_]+)\.(?P<column>[a-z0-9_]+|"[^"]+") does not exist$`),
}

// discloseUnknownColumn keeps the message about an unknown column of a table that the role knows.
// It drops the hint, which may name a column that the role does not know.
func (e *Engine) discloseUnknownColumn(ctx context.Context, refusal *fault.Error) *fault.Error {
	asked := requestIn(ctx)
	if asked == nil {
		return nil
	}
	for _, pattern := range unknownColumn {
		found := pattern.FindStringSubmatch(refusal.Message)
		if found == nil {
			continue
		}
		table, column := found[pattern.SubexpIndex("table")], strings.Trim(found[pattern.SubexpIndex("column")], `"`)
		relation := e.describedRelation(table)
		// A column that a function or policy refers to must not be revealed to the caller.
		isSent := strings.Contains(asked.http.URL.RawQuery, column) || bytes.Contains(asked.body, []byte(column))
		if relation != nil && isSent && table == asked.target.Name && relation.Column(column) == nil && len(e.visibleColumns(ctx, table)) > 0 {
			return messageOnly(refusal, "")
		}
	}
	return nil
}

// discloseMissingValue keeps the name of a column that requires a value, without the row in the
// details.
func (e *Engine) discloseMissingValue(ctx context.Context, refusal *fault.Error) *fault.Error {
	failed, isSQL := errors.AsType[*pgconn.PgError](refusal.Cause)
	asked := requestIn(ctx)
	if !isSQL || asked == nil || failed.SchemaName != asked.target.Schema || failed.TableName != asked.target.Name ||
		!slices.Contains(e.visibleColumns(ctx, failed.TableName), failed.ColumnName) {
		return nil
	}
	return messageOnly(refusal, "")
}

// wrongValue matches the messages about a value that does not fit its type.
var wrongValue = []*regexp.Regexp{
	regexp.MustCompile(`^invalid input (?:syntax for type|value for enum) (?P<type>[a-z0-9_ ]+): "(?P<value>.*)"$`),
	regexp.MustCompile(`^value "(?P<value>.*)" is out of range for type (?P<type>[a-z0-9_ ]+)$`),
	regexp.MustCompile(`^date/time field value out of range: "(?P<value>.*)"(?P<type>)$`),
}

// discloseWrongValue keeps a value that the caller sent, and names the column that it was sent for
// if the role knows that column. It never reveals a value of a stored row.
func (e *Engine) discloseWrongValue(ctx context.Context, refusal *fault.Error) *fault.Error {
	asked := requestIn(ctx)
	if asked == nil {
		return nil
	}
	relation := e.describedRelation(asked.target.Name)
	if relation == nil || asked.isCall {
		return nil
	}
	for _, pattern := range wrongValue {
		found := pattern.FindStringSubmatch(refusal.Message)
		if found == nil {
			continue
		}
		value, kind := found[pattern.SubexpIndex("value")], found[pattern.SubexpIndex("type")]
		seen := e.visibleColumns(ctx, relation.Name)
		for _, column := range relation.Columns {
			if slices.Contains(seen, column.Name) && strings.HasPrefix(column.Type, kind) && asked.sends(column.Name, value) {
				return messageOnly(refusal, fmt.Sprintf("The column %s of %s is %s.", column.Name, relation.Name, column.Type))
			}
		}
	}
	return nil
}

// messageOnly is the error with its message and a hint, but without details.
func messageOnly(refusal *fault.Error, hint string) *fault.Error {
	return &fault.Error{Status: refusal.Status, Code: refusal.Code, Message: refusal.Message, Hint: hint, Cause: refusal.Cause}
}

// describedRelation is a table or view of the schema that the OpenAPI document describes.
func (e *Engine) describedRelation(name string) *catalog.Relation {
	return e.catalog.Load().Relations[catalog.Name{Schema: e.config().Schemas[0], Name: name}]
}

// askedKey is the context key of the request, which is set once the request is parsed.
type askedKey struct{}

type asked struct{ request *request }

func requestIn(ctx context.Context) *request {
	if held, isThere := ctx.Value(askedKey{}).(*asked); isThere {
		return held.request
	}
	return nil
}

// sends reports whether the request has a value for a column, in a filter or in the body.
func (r *request) sends(column, value string) bool {
	for _, filter := range r.http.URL.Query()[column] {
		_, operand, _ := strings.Cut(strings.TrimPrefix(filter, "not."), ".")
		if operand == value || slices.Contains(strings.Split(strings.Trim(operand, "(){}"), ","), value) {
			return true
		}
	}
	var rows []map[string]any
	if readNumbers(r.body, &rows) != nil {
		var row map[string]any
		if readNumbers(r.body, &row) != nil {
			return false
		}
		rows = append(rows, row)
	}
	return slices.ContainsFunc(rows, func(row map[string]any) bool { return row[column] != nil && fmt.Sprint(row[column]) == value })
}

// readNumbers decodes JSON and keeps numbers as they were written.
func readNumbers(body []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	return decoder.Decode(into)
}

// seen caches roles' rights for one catalog, so that callers whose requests often fail do not query
// the database each time.
type seen struct {
	asking singleflight.Group

	mu     sync.Mutex
	under  *catalog.Catalog
	rights map[string]openapi.Rights
}

// rightsTimeout bounds how long an error waits for the rights that decide its text.
const rightsTimeout = 5 * time.Second

// visibleColumns are the columns of a table that the OpenAPI document shows to the caller's role.
func (e *Engine) visibleColumns(ctx context.Context, table string) []string {
	role, under := roleOf(ctx), e.catalog.Load()
	if e.config().document == noDocument || role == "" {
		return nil
	}
	rights, isKnown := e.seen.find(under, role)
	if !isKnown {
		found, err, _ := e.seen.asking.Do(role, func() (any, error) {
			asking, cancel := context.WithTimeout(context.WithoutCancel(ctx), rightsTimeout)
			defer cancel()
			return e.rights(asking, role)
		})
		if err != nil {
			e.log.WarnContext(ctx, "could not read the role's rights; the error names no columns", "cause", err)
			return nil
		}
		rights, _ = found.(openapi.Rights)
		e.seen.keep(under, role, rights)
	}
	granted := rights.Relations[table]
	return slices.Concat(granted.Select, granted.Insert, granted.Update)
}

func (s *seen) find(under *catalog.Catalog, role string) (rights openapi.Rights, isKnown bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.under != under {
		return rights, false
	}
	rights, isKnown = s.rights[role]
	return rights, isKnown
}

func (s *seen) keep(under *catalog.Catalog, role string, rights openapi.Rights) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.under != under {
		s.under, s.rights = under, map[string]openapi.Rights{}
	}
	s.rights[role] = rights
}

// plainMessages replace PostgreSQL's and PostgREST's messages by code or class, because those
// messages name tables, columns, constraints, functions and the values of rows. The longest match
// counts.
var plainMessages = map[string]string{
	"0A": "A value is not accepted", "21": "The request does not fit what it is sent to", "22": "A value is not accepted", "22P02": "A value is not of its type",
	"23": "A value is not accepted", "23502": "A required value is missing", "23503": "Something that this refers to is not there, or is still referred to",
	"23505": "This is there already", "25006": "This call only reads", "28": "Permission denied", "40": "Something else changed at the same time",
	"42": "The database cannot carry out the request", "42601": "The words of a search cannot be read", "42501": "Permission denied", "42703": "There is no such column", "42883": "There is no such function",
	"42P01": "There is no such table", "44": "A value is not accepted", "53": "The database has no room for this at the moment",
	"54": "The request asks for too much", "55": "The database cannot carry out the request at the moment", "57": "The request was not finished in time",
	"P0": "The database refused the request", "0L": "Permission denied", "0P": "Permission denied",

	"PGRST106": "There is no such schema", "PGRST108": "A filter names what is not embedded", "PGRST118": "The order of an embedded list is not related to one row",
	"PGRST120": "An embedded list is only filtered by is null and not is null", "PGRST200": "There is no such relationship",
	"PGRST201": "More than one relationship fits", "PGRST202": "There is no such function, or not with these parameters",
	"PGRST203": "More than one function fits", "PGRST204": "There is no such column", "PGRST205": "There is no such table",
}

// plain returns a refusal that names nothing in the database. Messages that the product itself
// writes stay: functions that spell out their error (SQLSTATE PGRST) or choose its status (PTxxx)
// are reviewed.
func plain(refusal *fault.Error) *fault.Error {
	failed, isSQL := errors.AsType[*pgconn.PgError](refusal.Cause)
	isSQL = isSQL && failed.Code == refusal.Code
	sentence := ""
	switch code := refusal.Code; {
	case len(code) > 2 && code[:2] == "PT":
		sentence = refusal.Message
	case isSQL:
		if sentence = plainMessages[code]; sentence == "" {
			sentence = plainMessages[code[:min(2, len(code))]]
		}
		switch {
		case sentence != "":
		case refusal.Status < http.StatusInternalServerError:
			sentence = "The database refused the request"
		default:
			sentence = errInternal.Message
		}
	default:
		sentence = plainMessages[code]
	}
	if sentence == "" {
		return refusal
	}
	told := &fault.Error{Status: refusal.Status, Code: refusal.Code, Message: sentence, Cause: refusal.Cause}
	if sentence == refusal.Message {
		told.Hint = refusal.Hint
	}
	return told
}
