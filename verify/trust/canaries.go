package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strings"

	"automacao/internal/market/demo"
	"automacao/internal/wire/client"
	"automacao/verify/spawn"
)

// canaries are unique secrets that a search finds reliably.
type canaries struct {
	Password, CPF, Pix, Message, Token, Email string
}

// secretsInLogs sends canaries through every kind of endpoint, in valid and invalid requests, to a
// server with debug logging. It then searches for them in the logs of the server and its
// PostgreSQL, and in the errors that others would see.
func secretsInLogs(ctx context.Context, r *run) (string, error) {
	server, err := r.own([]string{"--demo"}, []string{"AUTOMACAO_LOG_LEVEL=debug"})
	if err != nil {
		return "", err
	}
	if err := server.Start(ctx); err != nil {
		return "", errors.Join(err, server.Close())
	}
	defer func() { _ = server.Close() }()
	birds := canaries{
		Password: "Canario-" + rand.Text(), CPF: "52998224725", Pix: "pix-" + strings.ToLower(rand.Text()) + "@canario.example", Message: "mensagem canaria " + rand.Text(),
		Email: "marina." + strings.ToLower(rand.Text()) + "@canario.example",
	}
	asked, err := birds.fly(ctx, server)
	if err != nil {
		return "", err
	}
	if err := server.Stop(); err != nil {
		return "", err
	}
	log := server.Log()
	for name, secret := range birds.all() {
		if at := strings.Index(log, secret); at >= 0 {
			return "", fmt.Errorf("the log says the %s: …%s…", name, log[max(0, at-200):min(len(log), at+100)])
		}
	}
	return fmt.Sprintf("%d requests with 8 canaries, %d lines of log at level debug with PostgreSQL's own: 0 hits", asked, strings.Count(log, "\n")), nil
}

// all returns the canaries in every form in which they could be written.
func (c canaries) all() map[string]string {
	signature := c.Token[strings.LastIndex(c.Token, ".")+1:]
	return map[string]string{
		"password": c.Password, "CPF": c.CPF, "CPF with its separators": "529.982.247-25", "Pix key": c.Pix, "message": c.Message, "token": signature,
		"address": c.Email, "password in base64": base64.StdEncoding.EncodeToString([]byte(c.Password))[:20],
	}
}

// flight is a request that carries canaries.
type flight struct {
	as           *client.Client
	method, path string
	body         any
	headers      []string
}

func (c *canaries) fly(ctx context.Context, server *spawn.Server) (asked int, err error) {
	visitor := server.Visitor()
	person := map[string]any{"email": c.Email, "password": c.Password, "data": map[string]any{"name": "Marina", "role": "professional", "document": c.CPF, "terms": true}}
	if err := c.send(ctx, flight{visitor, "POST", "/auth/v1/signup", person, nil}); err != nil {
		return 0, err
	}
	member, err := server.Member(ctx, c.Email, c.Password)
	if err != nil {
		return 0, fmt.Errorf("sign in as who was just registered: %w", err)
	}
	c.Token = member.Token
	company, err := server.Member(ctx, demo.CompanyEmail, demo.Password)
	if err != nil {
		return 0, err
	}
	flights := append(c.signIns(visitor, member), c.writes(member, company)...)
	for _, f := range flights {
		if err := c.send(ctx, f); err != nil {
			return asked, err
		}
		asked++
	}
	return asked + 2, c.upload(ctx, member)
}

// signIns returns valid and invalid sign-in requests.
func (c *canaries) signIns(visitor, member *client.Client) []flight {
	thief := *member
	thief.Token = member.Token[:len(member.Token)-4] + "AAAA"
	return []flight{
		{visitor, "POST", "/auth/v1/token?grant_type=password", map[string]any{"email": c.Email, "password": c.Password + "x"}, nil},
		{visitor, "POST", "/auth/v1/token?grant_type=password", map[string]any{"email": []string{c.Email}, "password": []string{c.Password}}, nil},
		{visitor, "POST", "/auth/v1/token?grant_type=refresh_token", map[string]any{"refresh_token": c.Password}, nil},
		{visitor, "POST", "/auth/v1/recover", map[string]any{"email": c.Email}, nil}, {visitor, "POST", "/auth/v1/verify", map[string]any{"email": c.Email, "token": c.Password, "type": "recovery"}, nil},
		{visitor, "GET", "/auth/v1/verify?type=signup&token=" + c.Password, nil, nil}, {visitor, "POST", "/auth/v1/signup", map[string]any{"email": c.Email, "password": c.Password}, nil},
		{member, "GET", "/auth/v1/user", nil, nil}, {&thief, "GET", "/auth/v1/user", nil, nil}, {&thief, "GET", "/rest/v1/projects", nil, nil}, {&thief, "GET", "/storage/v1/bucket", nil, nil},
		{member, "PUT", "/auth/v1/user", map[string]any{"password": c.Password + "y", "current_password": c.Password + "z"}, nil},
		{member, "PUT", "/auth/v1/user", map[string]any{"data": map[string]any{"document": c.CPF, "name": c.Message}}, nil},
		{visitor, "GET", "/realtime/v1/websocket?apikey=" + member.Token + "&vsn=1.0.0", nil, nil}, {visitor, "GET", "/rest/v1/projects?apikey=" + member.Token, nil, nil},
	}
}

// writes returns reads and writes that the database accepts, refuses or cannot parse.
func (c *canaries) writes(member, company *client.Client) []flight {
	to := company.UserID.String()
	long := strings.Repeat(c.Message+" ", 2000)
	return []flight{
		{member, "POST", "/rest/v1/messages", map[string]any{"from_id": member.UserID, "to_id": to, "content": c.Message}, nil},
		{member, "POST", "/rest/v1/messages", map[string]any{"from_id": member.UserID, "to_id": to, "content": long}, nil},
		{member, "POST", "/rest/v1/messages", map[string]any{"from_id": member.UserID, "to_id": c.Message, "content": c.CPF}, nil},
		{member, "POST", "/rest/v1/messages", map[string]any{"from_id": to, "to_id": to, "content": c.Message}, nil},
		{member, "POST", "/rest/v1/messages", map[string]any{c.Message: c.CPF}, nil},
		// The filters here use text that is not secret: no URL of the product has a secret in its
		// path, and paths are logged.
		{member, "GET", "/rest/v1/messages?content=eq." + "mensagem%20canaria", nil, nil}, {member, "GET", "/rest/v1/accounts?document=eq." + c.CPF, nil, nil},
		{member, "GET", "/rest/v1/profiles?id=eq." + c.CPF, nil, nil}, {member, "GET", "/rest/v1/profiles?created_at=gt." + c.Password, nil, nil},
		{member, "GET", "/rest/v1/profiles?select=" + c.Password, nil, nil}, {member, "GET", "/rest/v1/projects?title=fts(" + c.Password + ").x", nil, nil},
		{member, "PATCH", "/rest/v1/profiles?id=eq." + member.UserID.String(), map[string]any{"about": c.Message, "experience": c.CPF}, nil},
		{member, "PATCH", "/rest/v1/profiles?id=eq." + member.UserID.String(), map[string]any{"skills": []string{c.Pix}}, nil},
		{member, "PATCH", "/rest/v1/preferences?profile_id=eq." + member.UserID.String(), map[string]any{"newsletter": c.Pix}, nil},
		{member, "POST", "/rest/v1/proposals", map[string]any{"project_id": c.CPF, "professional_id": member.UserID, "value": c.Pix, "cover_letter": c.Message}, nil},
		{member, "POST", "/rest/v1/rpc/save_pix_key", map[string]any{"kind": "EMAIL", "key": c.Pix}, nil}, {member, "POST", "/rest/v1/rpc/open_receiver", map[string]any{"document": c.CPF, "pix_key": c.Pix}, nil},
		{member, "POST", "/rest/v1/rpc/none", map[string]any{"key": c.Pix}, nil}, {member, "POST", "/rest/v1/rpc/accept_proposal", map[string]any{"proposal_id": c.CPF}, nil},
		{member, "POST", "/rest/v1/rpc/report_content", map[string]any{"subject_kind": c.Pix, "reason": c.Message}, nil},
		{company, "POST", "/rest/v1/rpc/invite_member", map[string]any{"email": c.Email, "role": c.Password}, nil},
		{member, "POST", "/realtime/v1/api/broadcast", map[string]any{"messages": []any{map[string]any{"topic": c.Pix, "event": "x", "payload": map[string]any{"t": c.Message}, "private": true}}}, nil},
		{member, "POST", "/storage/v1/object/list/public-uploads", map[string]any{"prefix": c.CPF, "search": c.Message}, nil}, {member, "GET", "/storage/v1/object/public/public-uploads/x?token=" + member.Token, nil, nil},
		{member, "POST", "/webhooks/pix", map[string]any{"event": "PAYMENT_RECEIVED", "payment": map[string]any{"pixKey": c.Pix, "cpfCnpj": c.CPF}}, []string{"asaas-access-token", c.Password}},
		{member, "POST", "/functions/v1/x", map[string]any{"x": c.Message}, nil}, {member, "GET", "/?q=" + c.CPF, nil, []string{"Cookie", "session=" + c.Password, "User-Agent", "x"}},
		{member, "POST", "/rest/v1/messages", map[string]any{"from_id": member.UserID, "to_id": to, "content": c.Message}, []string{"Idempotency-Key", c.Password, "Prefer", "timezone=" + c.Pix}},
	}
}

// send sends a request. A refusal must not repeat what was sent, except for values that the caller
// put in a filter.
func (c *canaries) send(ctx context.Context, f flight) error {
	var body []byte
	if f.body != nil {
		var err error
		if body, err = json.Marshal(f.body); err != nil {
			return err
		}
	}
	answer, err := f.as.Send(ctx, f.method, f.path, body, f.headers...)
	if err != nil {
		return err
	}
	said, err := io.ReadAll(answer.Body)
	_ = answer.Body.Close()
	if err != nil {
		return err
	}
	isRefusal := answer.StatusCode >= http.StatusBadRequest
	if answer.StatusCode >= http.StatusInternalServerError || isRefusal && bytes.Contains(said, []byte(c.Password)) && f.body != nil {
		return fmt.Errorf("%s %s is answered %d %.300s", f.method, f.path, answer.StatusCode, said)
	}
	return nil
}

// upload sends a file whose name and content are canaries.
func (c *canaries) upload(ctx context.Context, member *client.Client) error {
	var form bytes.Buffer
	writer := multipart.NewWriter(&form)
	part, err := writer.CreateFormFile("", c.CPF+".png")
	if err != nil {
		return err
	}
	if _, err := io.WriteString(part, c.Message); err != nil {
		return err
	}
	if err := writer.Close(); err != nil {
		return err
	}
	answer, err := member.Send(ctx, http.MethodPost, "/storage/v1/object/public-uploads/avatars/"+member.UserID.String()+"-x.png", form.Bytes(), "Content-Type", writer.FormDataContentType())
	if err != nil {
		return err
	}
	return answer.Body.Close()
}
