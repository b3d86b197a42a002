package payment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/institution/psp"
	"automacao/internal/market/people/notification"
	"automacao/internal/market/people/party"
)

// tellReceiver tells a party's people the state of their account, and what they have to do.
func (d *Desk) tellReceiver(ctx context.Context, tx pgx.Tx, partyID uuid.UUID, state psp.ReceiverState) error {
	title, body := "Conclua o cadastro para receber", "Para receber com garantia, conclua o cadastro na "+d.Institution()+"."
	switch state.Status {
	case psp.ReceiverApproved:
		title, body = "Cadastro de recebimento aprovado", "A "+d.Institution()+" aprovou o seu cadastro: os pagamentos com garantia já podem ser feitos."
	case psp.ReceiverRejected:
		title, body = "Cadastro de recebimento recusado", "A "+d.Institution()+" recusou o cadastro. Veja o motivo e o que fazer."
	case psp.ReceiverReviewing:
		return nil
	}
	return tellEarner(ctx, tx, partyID, title, body)
}

// tellEarner notifies everyone who may pay for a professional's party about its account.
// Notifications that are still unread are merged into one.
func tellEarner(ctx context.Context, tx pgx.Tx, partyID uuid.UUID, title, body string) error {
	return notification.TellParty(ctx, tx, partyID, party.Pay, aboutReceiver(partyID, title, body))
}

func aboutReceiver(partyID uuid.UUID, title, body string) notification.News {
	return notification.News{
		Kind: notification.Account, Title: title, Body: body, SubjectKind: notification.AboutFinance, SubjectID: partyID, Group: "receiver",
	}
}

// tellWaiting tells a professional that a payment waits for their account. The notification is kept
// even if the payer's transaction rolls back.
func (d *Desk) tellWaiting(ctx context.Context, partyID uuid.UUID, what string, status psp.ReceiverStatus) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	todo := "Conclua o cadastro na " + d.Institution() + " para receber."
	if status == psp.ReceiverRejected {
		todo = "A " + d.Institution() + " recusou o seu cadastro: veja o que fazer."
	}
	return pgx.BeginFunc(ctx, d.own, func(own pgx.Tx) error {
		return tellEarner(ctx, own, partyID, "Um marco espera o seu cadastro", what+": a empresa quer pagar com garantia. "+todo)
	})
}

// Approval says whether a contract's professional can be paid into their account.
type Approval struct {
	Approved bool `json:"approved"`
}

// ContractReference names the contract that a call is about.
type ContractReference struct {
	ContractID uuid.UUID `json:"contract_id"`
}

// ReceiverApproved tells either side of a contract whether its professional has an approved
// account, and nothing else about it.
func (d *Desk) ReceiverApproved(ctx context.Context, tx pgx.Tx, in ContractReference) (out Approval, err error) {
	var companyID, professionalID uuid.UUID
	err = tx.QueryRow(ctx, `SELECT company_id, professional_id FROM public.contracts WHERE id = $1`, in.ContractID).Scan(&companyID, &professionalID)
	if errors.Is(err, pgx.ErrNoRows) {
		return Approval{}, errContract
	}
	if err != nil {
		return Approval{}, fmt.Errorf("look up contract %s: %w", in.ContractID, err)
	}
	side, err := party.SideOf(ctx, tx, companyID, professionalID, party.Read)
	if err != nil {
		return Approval{}, err
	}
	if side == party.Neither {
		return Approval{}, errContract
	}
	err = tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM public.receivers WHERE party_id = $1 AND institution = $2 AND status = 'approved')`,
		professionalID, d.Institution()).Scan(&out.Approved)
	if err != nil {
		return Approval{}, fmt.Errorf("look up the receiver %s: %w", professionalID, err)
	}
	return out, nil
}
