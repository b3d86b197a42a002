package main

import (
	"context"
	"fmt"

	"automacao/internal/app"
	"automacao/internal/institution/psp/simulado"
)

type pixCommand struct {
	Addr         string `help:"Address of this machine to listen on, host:port." default:"127.0.0.1:8117"`
	Data         string `help:"Folder for the journal, the control token and control.json." default:"./pix-simulado" type:"path"`
	Key          string `help:"Key of the platform's own account." env:"AUTOMACAO_SIMULADO_KEY" default:"simulado" placeholder:"KEY"`
	Webhook      string `help:"Address to post events to, instead of those that accounts were opened with." placeholder:"http://…"`
	WebhookToken string `help:"Token to send with events." env:"AUTOMACAO_SIMULADO_WEBHOOK_TOKEN" placeholder:"TOKEN"`
	ControlToken string `help:"Token of /simulado/, which causes payments, expiry, contestations and faults. Generated on first start when empty." env:"AUTOMACAO_SIMULADO_CONTROL_TOKEN" placeholder:"TOKEN"`
	Review       bool   `help:"Keep new accounts waiting until POST /simulado/accounts decides."`
}

// Run serves until the process is told to stop.
func (c *pixCommand) Run(ctx context.Context, out output) error {
	server, err := simulado.Start(simulado.Config{
		Data: c.Data, RootKey: c.Key, WebhookURL: c.Webhook, WebhookToken: c.WebhookToken,
		ControlToken: c.ControlToken, Review: c.Review, Log: newLog(app.Config{LogFormat: "auto", LogLevel: "info"}),
	}, c.Addr)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(out, "the payment simulator listens on http://%s\n", server.Addr()); err != nil {
		return err
	}
	<-ctx.Done()
	return server.Close()
}
