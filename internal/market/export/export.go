// Package export owns what people download as files: their contracts, statement and fiscal lines as
// spreadsheets, a period as a report, and their dates as a calendar. It reads under the caller's
// role, so row-level security decides what a file contains. It changes nothing but the links to
// calendars.
package export

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/documents/sheet"
	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/market"
	"automacao/internal/market/people/party"
)

var (
	// ErrParty is returned for a party that does not exist or is not the caller's.
	ErrParty = fault.New(http.StatusNotFound, "party_not_found", "Empresa ou profissional não encontrado.")
	// ErrPeriod is returned for an invalid period, or one that is too long.
	ErrPeriod = fault.New(http.StatusUnprocessableEntity, "period_wrong", "Informe um período de até cinco anos, que comece antes de terminar.")
	// ErrKind is returned for an unknown kind of entry.
	ErrKind = fault.New(http.StatusUnprocessableEntity, "entry_kind_unknown", "Este tipo de lançamento não existe.")
	// ErrFormat is returned for an unknown format of a spreadsheet.
	ErrFormat = fault.New(http.StatusUnprocessableEntity, "sheet_format_unknown", "As planilhas são baixadas em CSV ou em XLSX.")
)

// RowsMax is the maximum number of rows in a file.
const RowsMax = 20_000

// yearsMax is the maximum length of a period.
const yearsMax = 5

// Ask selects the content of a file: a party, and depending on the file a period (its first and
// last day) or a kind of entries.
type Ask struct {
	PartyID uuid.UUID `json:"party_id"`
	From    string    `json:"from"`
	To      string    `json:"to"`
	Kind    string    `json:"kind"`
	// Format is the format of a spreadsheet. The default is CSV.
	Format sheet.Format `json:"format"`
}

// file names a spreadsheet after its format, and refuses an unknown format.
func (a Ask) file(name string, of table) (Sheet, error) {
	switch a.Format {
	case "":
		a.Format = sheet.CSV
	case sheet.CSV, sheet.XLSX:
	default:
		return Sheet{}, ErrFormat
	}
	return Sheet{Name: name + "." + string(a.Format), Format: a.Format, of: of}, nil
}

// period returns the period from midnight to midnight, the end excluded.
func (a Ask) period() (from, until time.Time, err error) {
	from, wrong := time.ParseInLocation(time.DateOnly, a.From, market.Zone)
	last, wrongToo := time.ParseInLocation(time.DateOnly, a.To, market.Zone)
	if wrong != nil || wrongToo != nil || last.Before(from) || last.After(from.AddDate(yearsMax, 0, 0)) || from.Year() < 2000 || last.Year() > 2199 {
		return from, last, ErrPeriod
	}
	return from, last.AddDate(0, 0, 1), nil
}

// table describes a file of rows: its header, its query, and how to convert a row of the query.
type table struct {
	head  []string
	query string
	args  []any
	cells func(pgx.CollectableRow) ([]sheet.Cell, error)
}

// Sheet is a file that the caller requested and is allowed to read.
type Sheet struct {
	// Name is the file's name.
	Name   string
	Format sheet.Format
	of     table
}

// Write writes the rows one at a time. If there are more than RowsMax, it writes a last row that
// says so, and omits the rest.
func (s Sheet) Write(ctx context.Context, tx pgx.Tx, out sheet.Writer) error {
	rows, err := tx.Query(ctx, fmt.Sprintf("%s LIMIT %d", s.of.query, RowsMax+1), s.of.args...)
	if err != nil {
		return fmt.Errorf("read %s: %w", s.Name, err)
	}
	defer rows.Close()
	if err := out.Head(s.of.head...); err != nil {
		return err
	}
	for count := 1; rows.Next(); count++ {
		if count > RowsMax {
			return out.Row(sheet.Text(fmt.Sprintf("Este arquivo tem as primeiras %d linhas. Escolha um período menor para ver as demais.", RowsMax)))
		}
		cells, err := s.of.cells(rows)
		if err != nil {
			return fmt.Errorf("read a row of %s: %w", s.Name, err)
		}
		if err := out.Row(cells...); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("read %s: %w", s.Name, err)
	}
	return nil
}

// require refuses a caller who does not have the right for the party.
func (a Ask) require(ctx context.Context, tx pgx.Tx, right string) error {
	return party.Require(ctx, tx, a.PartyID, right, ErrParty)
}

func day(at *time.Time) string {
	if at == nil {
		return ""
	}
	return at.In(market.Zone).Format("02/01/2006")
}

func text(value *string) string {
	if value == nil {
		return ""
	}
	return *value
}

// ErrLink is returned for a calendar address that is no longer valid.
var ErrLink = fault.New(http.StatusNotFound, "calendar_link_not_found", "Este endereço de calendário não vale mais.")

// secretBytes is the number of random bytes in an address.
const secretBytes = 32

// Nothing is the input of a call that takes no arguments.
type Nothing struct{}

// Link is the address of a calendar. The path contains its secret and is returned only once, when
// the link is made.
type Link struct {
	Path      *string    `json:"path"`
	CreatedAt *time.Time `json:"created_at"`
}

// MakeLink creates an address of the caller's calendar, for calendar programs that subscribe to it.
// It replaces the previous address.
func MakeLink(calendar string) func(context.Context, pgx.Tx, Nothing) (Link, error) {
	return func(ctx context.Context, tx pgx.Tx, _ Nothing) (Link, error) {
		chance := make([]byte, secretBytes)
		_, _ = rand.Read(chance)
		secret := base64.RawURLEncoding.EncodeToString(chance)
		path := calendar + "?token=" + secret
		link := Link{Path: &path}
		err := tx.QueryRow(ctx, `
			INSERT INTO private.calendar_links (person_id, digest) VALUES ($1, $2)
			ON CONFLICT (person_id) DO UPDATE SET digest = EXCLUDED.digest, created_at = now() RETURNING created_at`,
			caller.From(ctx).UserID, digest(secret)).Scan(&link.CreatedAt)
		if err != nil {
			return Link{}, fmt.Errorf("make a calendar link: %w", err)
		}
		return link, nil
	}
}

// ReadLink returns when the caller's calendar address was created, if they have one.
func ReadLink(ctx context.Context, tx pgx.Tx, _ Nothing) (link Link, err error) {
	err = tx.QueryRow(ctx, `SELECT created_at FROM private.calendar_links WHERE person_id = $1`, caller.From(ctx).UserID).Scan(&link.CreatedAt)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return Link{}, fmt.Errorf("read the calendar link: %w", err)
	}
	return link, nil
}

// EndLink revokes the caller's calendar address. It succeeds if there is none.
func EndLink(ctx context.Context, tx pgx.Tx, _ Nothing) (Link, error) {
	if _, err := tx.Exec(ctx, `DELETE FROM private.calendar_links WHERE person_id = $1`, caller.From(ctx).UserID); err != nil {
		return Link{}, fmt.Errorf("end the calendar link: %w", err)
	}
	return Link{}, nil
}

// PersonOf returns the person whose calendar a secret opens.
func PersonOf(ctx context.Context, tx pgx.Tx, secret string) (person uuid.UUID, err error) {
	err = tx.QueryRow(ctx, `SELECT person_id FROM private.calendar_links WHERE digest = $1`, digest(secret)).Scan(&person)
	if errors.Is(err, pgx.ErrNoRows) {
		return uuid.Nil, ErrLink
	}
	if err != nil {
		return uuid.Nil, fmt.Errorf("look for a calendar link: %w", err)
	}
	return person, nil
}

func digest(secret string) []byte {
	sum := sha256.Sum256([]byte(secret))
	return sum[:]
}
