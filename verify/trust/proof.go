package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// figureKey is the attribute with which a test reports its result: t.Attr("figure", "50 at once, 1
// effect").
const figureKey = "figure"

// tests names tests of one package.
type tests struct {
	folder string
	names  []string
}

func in(folder string, names ...string) tests { return tests{folder, names} }

// proof runs the tests that prove a check. With --quick it only verifies that they exist, because
// make test has just run them.
func proof(held ...tests) func(context.Context, *run) (string, error) {
	return func(ctx context.Context, r *run) (string, error) {
		var figures []string
		total := 0
		for _, t := range held {
			if err := t.areThere(); err != nil {
				return "", err
			}
			total += len(t.names)
			if r.Quick {
				continue
			}
			found, err := t.run(ctx)
			if err != nil {
				return "", err
			}
			figures = append(figures, found...)
		}
		how := "passed"
		if r.Quick {
			how = "make test runs"
		}
		return strings.Join(append(figures, fmt.Sprintf("tests that %s: %d", how, total)), "; "), nil
	}
}

// areThere returns an error if a named test no longer exists.
func (t tests) areThere() error {
	files, err := filepath.Glob(filepath.Join(t.folder, "*_test.go"))
	if err != nil {
		return err
	}
	var source bytes.Buffer
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		source.Write(text)
	}
	for _, name := range t.names {
		if !regexp.MustCompile(`(?m)^func ` + name + `\(`).Match(source.Bytes()) {
			return fmt.Errorf("%s has no %s", t.folder, name)
		}
	}
	return nil
}

// event is a line of go test -json.
type event struct{ Action, Test, Key, Value, Output string }

// run runs the tests and returns the figures that they report.
func (t tests) run(ctx context.Context) (figures []string, err error) {
	command := exec.CommandContext(ctx, "go", "test", "-count=1", "-timeout=90m", "-json", "-run", "^("+strings.Join(t.names, "|")+")$", "./"+t.folder)
	command.Env = append(os.Environ(), "AUTOMACAO_TEST_WHOLE=1")
	printed, failure := command.Output()
	var said strings.Builder
	var passed []string
	for decoder := json.NewDecoder(bytes.NewReader(printed)); ; {
		var e event
		if decoder.Decode(&e) != nil {
			break
		}
		switch {
		case e.Action == "output":
			said.WriteString(e.Output)
		case e.Action == "attr" && e.Key == figureKey:
			figures = append(figures, e.Value)
		case e.Action == "pass" && slices.Contains(t.names, e.Test):
			passed = append(passed, e.Test)
		}
	}
	if failure != nil {
		return nil, errors.Join(failure, errors.New(said.String()))
	}
	if len(passed) < len(t.names) {
		return nil, fmt.Errorf("of %v only %v passed", t.names, passed)
	}
	return figures, nil
}

// both runs a proof and then an attack, and joins their figures.
func both(first, second func(context.Context, *run) (string, error)) func(context.Context, *run) (string, error) {
	return func(ctx context.Context, r *run) (string, error) {
		one, err := first(ctx, r)
		if err != nil {
			return one, err
		}
		other, err := second(ctx, r)
		return strings.TrimPrefix(one+"; "+other, "; "), err
	}
}
