// Command automacao is the whole marketplace in one program: `automacao serve` runs it, and the
// other commands administer it. It only reads settings and prints results; the work is done in
// internal/.
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"runtime"
	"syscall"

	"github.com/alecthomas/kong"

	"automacao/internal/app"
)

type commands struct {
	Serve          serveCommand          `cmd:"" help:"Run the server."`
	Migrate        migrateCommand        `cmd:"" help:"Bring the database's schema up to date and stop."`
	Seed           seedCommand           `cmd:"" help:"Load the demonstration data and stop."`
	Demo           demoCommand           `cmd:"" help:"Manage the demonstration data."`
	Backup         backupCommands        `cmd:"" help:"Back up a market, verify a backup, or generate a key."`
	Restore        restoreCommand        `cmd:"" help:"Restore a backup into an empty data directory or database."`
	UpgradeCluster upgradeClusterCommand `cmd:"" name:"upgrade-cluster" help:"Move the private database to a newer PostgreSQL. The old one is kept until you confirm."`
	Keys           keysCommand           `cmd:"" help:"Print the API keys of clients."`
	Types          typesCommand          `cmd:"" help:"Write the generated files of the source tree, or with --to the types for a program of your own."`
	Rest           restCommand           `cmd:"" help:"Serve only the REST protocol, on any database."`
	Wire           wireCommand           `cmd:"" help:"Serve all protocols without the market, on any database, for an app of your own."`
	Admin          adminCommand          `cmd:"" help:"Manage administrators and accounts."`
	Table          tableCommand          `cmd:"" help:"Turn live updates of your own tables on or off."`
	Pix            pixCommand            `cmd:"" name:"pix-simulado" help:"Run the simulated payment institution, which holds no money."`
	Config         configCommand         `cmd:"" help:"Print the settings in force and where each came from, without secrets."`
	Doctor         doctorCommand         `cmd:"" help:"Check the whole installation, and say how to fix it. Exits with 1 if something is wrong."`
	Ready          readyCommand          `cmd:"" help:"Ask the server on this machine whether it is ready. Exits with 1 if it is not."`
	Version        versionCommand        `cmd:"" help:"Print the version, and the commit it was built from."`

	Completion completionCommand `cmd:"" help:"Print a shell script that completes commands and flags."`
	Man        manCommand        `cmd:"" help:"Write the manual pages to a folder."`
}

// usageError is the exit code for an invalid setting or flag.
const usageError = 2

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run is main without access to the process's globals.
func run(ctx context.Context, arguments []string, stdout, stderr io.Writer) int {
	var cli commands
	exit := -1
	parser, err := kong.New(&cli,
		kong.Name("automacao"),
		kong.Description("Marketplace of industrial automation: one program and PostgreSQL."),
		kong.Writers(stdout, stderr),
		kong.Exit(func(code int) { exit = code }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Bind(output{stdout}),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.ValueFormatter(describe),
	)
	if err == nil {
		err = listOnlyUsed(parser.Model)
	}
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}
	from := newSettings(os.LookupEnv, os.Environ, parser.Model)
	if err := errors.Join(kong.Resolvers(from).Apply(parser), kong.Bind(from).Apply(parser)); err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}
	parsed, err := parser.Parse(arguments)
	if exit >= 0 {
		return exit
	}
	if err != nil {
		fmt.Fprintf(stderr, "automacao: %v\n", err)
		return usageError
	}
	if err := parsed.Run(); err != nil {
		fmt.Fprintf(stderr, "automacao: %v\n", err)
		return exitCode(err)
	}
	return 0
}

// output is where a command prints its result.
type output struct{ io.Writer }

// newLog writes text to a terminal and JSON elsewhere, unless the configuration sets the format.
func newLog(cfg app.Config) *slog.Logger {
	var level slog.Level
	if err := level.UnmarshalText([]byte(cfg.LogLevel)); err != nil {
		level = slog.LevelInfo
	}
	info, err := os.Stderr.Stat()
	isTerminal := err == nil && info.Mode()&os.ModeCharDevice != 0
	return logTo(os.Stderr, level, cfg.LogFormat == "text" || cfg.LogFormat == "auto" && isTerminal)
}

func logTo(out io.Writer, level slog.Level, isText bool) *slog.Logger {
	options := &slog.HandlerOptions{Level: level, ReplaceAttr: sayDurations}
	if isText {
		return slog.New(slog.NewTextHandler(out, options))
	}
	return slog.New(slog.NewJSONHandler(out, options))
}

// sayDurations logs durations as text with a unit; the JSON format would otherwise show a bare
// number of nanoseconds.
func sayDurations(_ []string, attr slog.Attr) slog.Attr {
	if attr.Value.Kind() == slog.KindDuration {
		attr.Value = slog.StringValue(attr.Value.Duration().String())
	}
	return attr
}

// Set by the build: the semantic version without its v, the commit, and the time in RFC 3339.
var (
	version = "0.0.0-dev"
	commit  string
	date    string
)

type versionCommand struct {
	JSON bool `help:"Print one JSON object."`
}

// Run prints the version and what it was built from.
func (c versionCommand) Run(out output) error {
	platform := runtime.GOOS + "/" + runtime.GOARCH
	if c.JSON {
		return json.NewEncoder(out).Encode(map[string]string{"version": version, "commit": commit, "date": date, "go": runtime.Version(), "platform": platform})
	}
	_, err := fmt.Fprintf(out, "automacao %s\ncommit    %s\nbuilt     %s\nwith      %s for %s\n",
		version, cmp.Or(commit, "unknown"), cmp.Or(date, "unknown"), runtime.Version(), platform)
	return err
}
