package rest

import (
	"errors"
	"net/http"

	"github.com/jackc/pgx/v5/pgconn"

	"automacao/internal/kernel/fault"
)

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
