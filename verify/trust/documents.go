package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	backups "automacao/internal/postgres/backup"
	"automacao/internal/wire/client"
)

// paper is a company's tax number as it is stored.
const paper = "11222333000181"

// documents checks who can read a tax number, and whether it is readable in a backup.
func documents(ctx context.Context, r *run) (figure string, err error) {
	t, err := r.settle(ctx, nil, nil)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, t.leave()) }()
	owner, err := t.member(ctx, "company", "Serra Azul")
	if err != nil {
		return "", err
	}
	other, err := t.member(ctx, "professional", "Marina")
	if err != nil {
		return "", err
	}
	if _, err := t.db.Exec(ctx, `UPDATE public.accounts SET document = $2 WHERE profile_id = $1`, owner.UserID, paper); err != nil {
		return "", err
	}
	own, err := owner.Get(ctx, "accounts?select=document")
	if err != nil || !bytes.Contains(own, []byte(paper)) {
		return "", errors.Join(err, fmt.Errorf("the owner reads %s", own))
	}
	asked, told, err := t.askForPaper(ctx, owner, other, t.Visitor())
	if err != nil {
		return "", err
	}
	claims, err := base64.RawURLEncoding.DecodeString(strings.Split(owner.Token, ".")[1])
	if err != nil {
		return "", err
	}
	figure = fmt.Sprintf("read by its owner; told to a member and a visitor in %d of %d answers; in the token: %t", told, asked, bytes.Contains(claims, []byte(paper)))
	if told > 0 || bytes.Contains(claims, []byte(paper)) {
		return figure, errors.New("a document is told to others")
	}
	dumped, err := r.sealedDump(ctx, t)
	return figure + "; " + dumped, err
}

// sealedDump makes an encrypted backup with the program, and searches for the number in the stored
// files without the key, and in the dump with the key.
func (r *run) sealedDump(ctx context.Context, t *town) (figure string, err error) {
	key, other := filepath.Join(t.Folder, "key"), filepath.Join(t.Folder, "other")
	recipient, err := backups.NewKey(key)
	_, failed := backups.NewKey(other)
	program, missing := filepath.Abs(r.program)
	if err := errors.Join(err, failed, missing); err != nil {
		return "", err
	}
	command := exec.CommandContext(ctx, program, "backup", "--data", t.Data, "--to", filepath.Join(t.Folder, "backups"), "--backup-recipient", recipient)
	command.Env = append(os.Environ(), "DATABASE_URL=")
	made, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("back up: %w", err)
	}
	at := strings.TrimSpace(string(made))
	bytesKept, seen, err := lookFor(at, paper)
	if err != nil {
		return "", err
	}
	place, err := backups.OpenSource(ctx, at)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, place.Close()) }()
	opens := func(path string) (bool, error) {
		identities, err := backups.Identities(path)
		if err != nil {
			return false, err
		}
		_, refused := backups.Verify(ctx, place, identities, "")
		return refused == nil, nil
	}
	without, err := opens("")
	byOther, failed := opens(other)
	byOwn, missing := opens(key)
	if err := errors.Join(err, failed, missing); err != nil {
		return "", err
	}
	figure = fmt.Sprintf("an encrypted backup of %d kB shows it %d times, opens without a key: %t, with another: %t, with its own: %t (without AUTOMACAO_BACKUP_RECIPIENT, and to whoever owns the database, a dump is readable)",
		bytesKept>>10, seen, without, byOther, byOwn)
	if seen > 0 || without || byOther || !byOwn {
		return figure, errors.New("the dump is not for the key's holder alone")
	}
	return figure, nil
}

// lookFor counts a text in the stored files of a folder.
func lookFor(folder, text string) (size, seen int, err error) {
	entries, err := os.ReadDir(folder)
	for _, entry := range entries {
		kept, failed := os.ReadFile(filepath.Join(folder, entry.Name()))
		err = errors.Join(err, failed)
		size, seen = size+len(kept), seen+bytes.Count(kept, []byte(text))
	}
	return size, seen, err
}

// askForPaper requests the number as other callers through every endpoint about people.
func (t *town) askForPaper(ctx context.Context, owner *client.Client, others ...*client.Client) (asked, told int, err error) {
	id := owner.UserID.String()
	for _, who := range others {
		for _, c := range []struct{ method, path, body string }{
			{http.MethodGet, "/rest/v1/accounts?select=*", ""},
			{http.MethodGet, "/rest/v1/accounts?select=profile_id&document=eq." + paper, ""},
			{http.MethodGet, "/rest/v1/profiles?select=*&id=eq." + id, ""},
			{http.MethodGet, "/rest/v1/profiles?select=*,accounts(*)&id=eq." + id, ""},
			{http.MethodGet, "/rest/v1/organisations?select=*", ""},
			{http.MethodPost, "/rest/v1/rpc/view_profile", fmt.Sprintf(`{"profile_id":%q}`, id)},
			{http.MethodGet, "/perfil/" + id, ""},
		} {
			answer, err := who.Call(ctx, c.method, c.path, []byte(c.body))
			if status, isAnswer := errors.AsType[*client.Status](err); isAnswer {
				answer, err = status.Body, nil
			}
			if err != nil {
				return asked, told, err
			}
			asked++
			if bytes.Contains(answer, []byte(paper)) || strings.Contains(c.path, "document=eq.") && bytes.Contains(answer, []byte(id)) {
				told++
			}
		}
	}
	return asked, told, nil
}
