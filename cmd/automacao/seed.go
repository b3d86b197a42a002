package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"

	"automacao/internal/app"
	"automacao/internal/market/volume"
)

type seedCommand struct {
	app.Config
	Projects      int `help:"Synthetic projects to add, 0 to 1000000. Some of them have proposals." default:"0" placeholder:"N"`
	Professionals int `help:"Synthetic professionals to add, 0 to 1000000." default:"0" placeholder:"N"`
	Companies     int `help:"Synthetic companies to add, 0 to 1000000; with 0, the demonstration's companies own the projects." default:"0" placeholder:"N"`
	Messages      int `help:"Synthetic messages to add, 0 to 1000000. A tenth of them are one conversation between empresa@automacao.demo and profissional@automacao.demo." default:"0" placeholder:"N"`
}

// Help is the text that --help shows below the first sentence.
func (*seedCommand) Help() string {
	return "Rows are stored in batches that commit one by one. What is interrupted goes on with the same numbers; once all is there, nothing is added."
}

// Run loads the demonstration data into a market that has none, and the requested volume. Running
// the same command again resumes an interrupted load.
func (c *seedCommand) Run(ctx context.Context, out output) error {
	if err := validated(&c.Config); err != nil {
		return err
	}
	size := volume.Size{Projects: c.Projects, Professionals: c.Professionals, Companies: c.Companies, Messages: c.Messages}
	if err := size.Validate(); err != nil {
		return badSetting{err}
	}
	log := newLog(c.Config)
	done, err := app.Seed(ctx, c.Config, log, size, showProgress(log))
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return errors.New("interrupted; what is stored stays, and the same command goes on from there")
	}
	if err != nil {
		return err
	}
	sentence := "the demonstration data was there already"
	if done.Demo {
		sentence = "the demonstration data is loaded"
	}
	if size != (volume.Size{}) {
		sentence += "\n" + describeVolume(done)
	}
	_, err = fmt.Fprintln(out, sentence)
	return err
}

func describeVolume(done app.Seeded) string {
	verb := "was there already, nothing was added"
	if done.Volume {
		verb = "is loaded"
	}
	p := done.Present
	return fmt.Sprintf("the volume %s: %d projects, %d professionals, %d companies, %d messages",
		verb, p.Projects, p.Professionals, p.Companies, p.Messages)
}

// showProgress draws one progress bar per step on a terminal. Elsewhere it logs a line every ten
// seconds, and one at the end of each step.
func showProgress(log *slog.Logger) volume.Progress {
	if info, err := os.Stderr.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return logProgress(log, 10*time.Second)
	}
	var bar *progressbar.ProgressBar
	drawn := ""
	return func(step string, done, total int) {
		if step != drawn {
			bar, drawn = newBar(step, total), step
		}
		bar.ChangeMax(total)
		_ = bar.Set(done)
	}
}

func logProgress(log *slog.Logger, every time.Duration) volume.Progress {
	var current string
	var first int
	var began, said time.Time
	return func(step string, done, total int) {
		if step != current {
			current, first, began, said = step, done, time.Now(), time.Now()
		}
		if done != total && time.Since(said) < every {
			return
		}
		said = time.Now()
		line := []any{"step", step, "done", done, "of", total}
		if perSecond := float64(done-first) / time.Since(began).Seconds(); done > first {
			left := time.Duration(float64(total-done) / perSecond * float64(time.Second))
			line = append(line, "per_second", int(perSecond), "left", left.Round(time.Second).String())
		}
		log.Info("seeded", line...)
	}
}

func newBar(step string, total int) *progressbar.ProgressBar {
	return progressbar.NewOptions(total, progressbar.OptionSetWriter(os.Stderr), progressbar.OptionSetDescription(fmt.Sprintf("%-13s", step)),
		progressbar.OptionSetWidth(40), progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionOnCompletion(func() { fmt.Fprintln(os.Stderr) }))
}

type demoCommand struct {
	Remove demoRemoveCommand `cmd:"" help:"Remove the demonstration: its accounts, what belongs to them, and what others wrote to them. Refused if a real person would lose a deal."`
}

type demoRemoveCommand struct{ app.Config }

// Run removes the demonstration data and prints what was removed.
func (c *demoRemoveCommand) Run(ctx context.Context, out output) error {
	if err := validated(&c.Config); err != nil {
		return err
	}
	done, err := app.RemoveDemo(ctx, c.Config, newLog(c.Config))
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "the demonstration is taken out: %d people, %d projects and %d contracts, %d rows in all; %d people stay\n",
		done.People, done.Projects, done.Contracts, done.Rows, done.Left)
	return err
}
