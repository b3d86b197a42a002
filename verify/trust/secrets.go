package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// secretForms matches secrets in source text: private keys, signed tokens, database URLs with a
// password, and AWS access keys.
var secretForms = regexp.MustCompile(`-----BEGIN [A-Z ]*PRIVATE KEY-----|\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}|\bpostgres(?:ql)?://[\w.-]+:([^\s:/@"'` + "`" + `{}$%*<…]+)@|\b(?:AKIA|ASIA)[A-Z0-9]{16}\b`)

// placeholders are passwords that only appear in examples.
var placeholders = map[string]bool{"password": true, "segredo": true, "secret": true, "pw": true, "senha": true}

func secretsIn(text io.Reader) (lines int, found []string, err error) {
	reader := bufio.NewReader(text)
	for {
		line, err := reader.ReadString('\n')
		if line != "" {
			lines++
		}
		for _, match := range secretForms.FindAllStringSubmatch(line, -1) {
			if !placeholders[match[1]] {
				found = append(found, fmt.Sprintf("%.24s…", strings.TrimSpace(match[0])))
			}
		}
		if err == io.EOF {
			return lines, found, nil
		}
		if err != nil {
			return lines, found, err
		}
	}
}

// writtenSecrets searches the built pages and everything that was ever committed.
func writtenSecrets(ctx context.Context, _ *run) (string, error) {
	files, maps, bundled := 0, 0, []string{}
	err := filepath.WalkDir(filepath.Join("web", "dist"), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		files++
		if strings.HasSuffix(path, ".map") {
			maps++
		}
		file, err := os.Open(path)
		if err != nil {
			return err
		}
		defer func() { _ = file.Close() }()
		_, found, err := secretsIn(file)
		bundled = append(bundled, found...)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("read the built pages: %w", err)
	}
	lines, committed, err := historySecrets(ctx)
	if err != nil {
		return "", err
	}
	figure := fmt.Sprintf("%d files of the bundle: %d secrets, %d source maps; %d lines of the history: %d secrets", files, len(bundled), maps, lines, len(committed))
	if len(bundled)+len(committed)+maps > 0 {
		return figure, fmt.Errorf("found %v", append(bundled, committed...))
	}
	return figure, nil
}

func historySecrets(ctx context.Context) (lines int, found []string, err error) {
	history := exec.CommandContext(ctx, "git", "log", "-p", "--no-color", "--no-ext-diff", "HEAD")
	out, err := history.StdoutPipe()
	if err != nil {
		return 0, nil, err
	}
	if err := history.Start(); err != nil {
		return 0, nil, fmt.Errorf("read the history: %w", err)
	}
	lines, found, err = secretsIn(out)
	if err != nil {
		return 0, nil, err
	}
	return lines, found, history.Wait()
}
