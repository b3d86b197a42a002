package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"automacao/internal/wire/client"
)

// paper is a company's number as it is stored.
const paper = "11222333000181"

// documents looks who reads a document, and whether a copy of the database does.
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
	inDump, err := t.number(ctx, `SELECT count(*) FROM public.accounts WHERE accounts::text LIKE '%' || $1 || '%'`, paper)
	figure = fmt.Sprintf("read by its owner; told to a member and a visitor in %d of %d answers; in the token: %t; in plain text in a dump: %t",
		told, asked, bytes.Contains(claims, []byte(paper)), inDump > 0)
	if told > 0 || bytes.Contains(claims, []byte(paper)) {
		return figure, errors.Join(err, errors.New("a document is told to others"))
	}
	if inDump > 0 {
		return figure, errors.Join(err, errors.New("not reached: documents are apart and granted column by column, but not encrypted: whoever has a dump reads them"))
	}
	return figure, err
}

// askForPaper has others ask for a document in every way that answers of people.
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
