package app

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"automacao/internal/documents/ical"
	"automacao/internal/documents/sheet"
	"automacao/internal/kernel/caller"
	"automacao/internal/market"
	"automacao/internal/market/export"
	"automacao/internal/market/people/account"
	"automacao/internal/wire/functions"
)

// Bounds of functions that make a file. Each holds a connection while it runs, so only few run at
// once, each for a limited time. The file then waits on disk for its reader.
const (
	filesAtOnce      = 4
	filesPerCaller   = 2
	fileAskBytes     = 4 << 10
	fileWithin       = time.Minute
	fileBytesMax     = 32 << 20
	exportedBytesMax = 256 << 20
)

func (a *App) openFunctions(context.Context) error {
	a.functions = functions.New(a.conns.functions, a.signing, functions.Config{PreRequest: admit, Meter: a.meter}, a.log)
	return a.registerFunctions()
}

// registerFunctions registers the functions that make files. A file is made whole before it is
// sent, with the name that the function gives it.
func (a *App) registerFunctions() error {
	files := func(serve functions.Handler) functions.Function {
		return functions.Function{
			Roles: []string{"authenticated"}, BodyBytesMax: fileAskBytes, Timeout: fileWithin, AnswerBytesMax: fileBytesMax,
			Concurrent: filesAtOnce, ConcurrentPerCaller: filesPerCaller, Serve: serve,
		}
	}
	everything := files(a.exportData)
	everything.AnswerBytesMax = exportedBytesMax
	return errors.Join(
		a.functions.Register("export_data", everything),
		a.functions.Register("contracts_sheet", files(a.sheetOf(export.Contracts))),
		a.functions.Register("statement_sheet", files(a.sheetOf(export.Statement))),
		a.functions.Register("fiscal_sheet", files(a.sheetOf(export.Fiscal))),
		a.functions.Register("period_report", files(a.periodReport)),
		a.functions.Register("calendar", files(a.calendar)),
		// A calendar program sends no token besides the one in the address.
		a.functions.Register("subscribed_calendar", functions.Function{
			Methods: []string{http.MethodGet}, Roles: []string{"anon", "authenticated"}, Timeout: fileWithin, AnswerBytesMax: fileBytesMax, Concurrent: filesAtOnce, Serve: a.subscribedCalendar,
		}),
	)
}

// sheetOf returns a function that answers with a sheet. Its rows are read under the caller's
// policies.
func (a *App) sheetOf(ask func(context.Context, pgx.Tx, export.Ask) (export.Sheet, error)) functions.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		in, err := functions.JSON[export.Ask](r)
		if err != nil {
			return err
		}
		return a.functions.Read(r.Context(), func(tx pgx.Tx) error {
			file, err := ask(r.Context(), tx, in)
			if err != nil {
				return err
			}
			out, err := sheet.New(file.Format, w)
			if err != nil {
				return err
			}
			functions.Attach(w, file.Format.MediaType(), file.Name)
			if err := file.Write(r.Context(), tx, out); err != nil {
				return err
			}
			return out.Close()
		})
	}
}

func (a *App) periodReport(w http.ResponseWriter, r *http.Request) error {
	in, err := functions.JSON[export.Ask](r)
	if err != nil {
		return err
	}
	var name string
	var printed []byte
	err = a.functions.Read(r.Context(), func(tx pgx.Tx) (err error) {
		name, printed, err = export.Report(r.Context(), tx, in, time.Now())
		return err
	})
	if err != nil {
		return err
	}
	functions.Attach(w, "application/pdf", name)
	_, err = w.Write(printed)
	return err
}

// exportBuffer is the size of the writes of an export, in bytes.
const exportBuffer = 64 << 10

// exportData answers with all data that the product has about the caller.
func (a *App) exportData(w http.ResponseWriter, r *http.Request) error {
	return a.functions.ReadAsServer(r.Context(), func(tx pgx.Tx) error {
		functions.Attach(w, "application/json; charset=utf-8", "automacao-meus-dados-"+time.Now().In(market.Zone).Format(time.DateOnly)+".json")
		out := bufio.NewWriterSize(w, exportBuffer)
		if err := account.WriteExport(r.Context(), tx, out); err != nil {
			return err
		}
		return out.Flush()
	})
}

// calendar answers with the deadlines of the caller.
func (a *App) calendar(w http.ResponseWriter, r *http.Request) error {
	return a.functions.Read(r.Context(), func(tx pgx.Tx) error {
		functions.Attach(w, ical.MediaType, "automacao-prazos.ics")
		return export.Calendar(r.Context(), tx, a.URL(), w)
	})
}

// calendarPath is the path of a subscribed calendar. Programs recognise the format by its ending.
const calendarPath = functions.Base + "/subscribed_calendar/automacao.ics"

// subscribedCalendar answers a calendar program with the deadlines of the person whose token is in
// the address, as long as they may sign in. The query of the address is never logged.
func (a *App) subscribedCalendar(w http.ResponseWriter, r *http.Request) error {
	var whose uuid.UUID
	err := a.functions.ReadAsServer(r.Context(), func(tx pgx.Tx) (err error) {
		whose, err = export.PersonOf(r.Context(), tx, r.URL.Query().Get("token"))
		return err
	})
	if err != nil {
		return err
	}
	var dates bytes.Buffer
	err = a.functions.ReadAs(r.Context(), caller.Member(whose), func(tx pgx.Tx) error {
		return export.Calendar(r.Context(), tx, a.URL(), &dates)
	})
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok && refused.Code == "PT401" {
		return export.ErrLink.Because(err)
	}
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", ical.MediaType)
	_, err = w.Write(dates.Bytes())
	return err
}
