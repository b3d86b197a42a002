package demo

import (
	"context"
	"crypto/sha256"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market"
	"automacao/internal/market/deal/attachment"
	"automacao/internal/market/money/invoice"
	"automacao/internal/market/money/settlement"
)

// fictitious is printed on every document that looks as if somebody else had issued it.
const fictitious = "Documento fictício, feito para a demonstração. Não tem valor fiscal nem bancário."

// stored uploads a document of the contract for one side.
func stored(by side, name string, lines func(s *scene) []string) deed {
	return func(ctx context.Context, s *scene) error {
		var isThere bool
		err := s.Pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM storage.objects WHERE bucket_id = 'deals' AND name = $1)`, s.path(name)).Scan(&isThere)
		if err != nil {
			return fmt.Errorf("look up %s: %w", name, err)
		}
		if isThere {
			return nil
		}
		content, contentType, err := paper{project: s.project.title, name: name, lines: append(lines(s), "", fictitious)}.content(s.at)
		if err != nil {
			return err
		}
		if err := s.Store.Keep(ctx, s.who(by), "deals", s.path(name), contentType, content); err != nil {
			return fmt.Errorf("store %s: %w", name, err)
		}
		return nil
	}
}

// path is the object name of a document. It looks like that of an upload and is the same at every
// start, so that a repeated step stores the document only once.
func (s *scene) path(name string) string {
	sum := sha256.Sum256([]byte(s.contractID.String() + name))
	return fmt.Sprintf("%s/%x-%s", s.contractID, sum[:8], name)
}

// uploaded dates a stored document's upload to the time of the step.
func uploaded(name string, do act) act {
	return func(ctx context.Context, tx pgx.Tx, s *scene) error {
		_, err := tx.Exec(ctx, `UPDATE storage.objects SET created_at = $2, updated_at = $2 WHERE bucket_id = 'deals' AND name = $1`, s.path(name), s.at)
		if err != nil {
			return fmt.Errorf("date %s: %w", name, err)
		}
		return do(ctx, tx, s)
	}
}

// invoiced sends a municipal NFS-e as a PDF for the professional.
func invoiced(ago, position int, name, number, code string) turn {
	lines := func(s *scene) []string {
		return []string{
			"# Nota fiscal de serviços eletrônica", fmt.Sprintf("Número %s, código de verificação %s", number, code), "Emitida em " + s.at.In(market.Zone).Format("02/01/2006"), "",
			"# Prestador", professionals[s.professional].name, "CPF " + professionals[s.professional].document, "",
			"# Tomador", companies[s.project.owner].name, "CNPJ " + companies[s.project.owner].document, "",
			"# Serviço", s.project.title, "Valor do serviço: " + s.terms.value().BRL(),
		}
	}
	send := about(position, func(ctx context.Context, tx pgx.Tx, s *scene, id uuid.UUID) error {
		file, err := attachment.Attach(s.Open)(s.by(ctx, byMaker), tx, attachment.File{ContractID: s.contractID, MilestoneID: id, Purpose: "invoice", Path: s.path(name)})
		if err != nil {
			return err
		}
		_, err = invoice.Send(s.Open)(s.by(ctx, byMaker), tx, invoice.Sent{
			MilestoneID: id, Kind: "nfse", FileID: file.ID, Number: number, VerificationCode: code, IssuedOn: s.at.In(market.Zone).Format(time.DateOnly),
			Value: s.terms.value(), ProviderDocument: professionals[s.professional].document, TakerDocument: companies[s.project.owner].document,
		})
		return err
	})
	return turn{ago: ago, deed: stored(byMaker, name, lines), act: uploaded(name, send)}
}

// proven declares a payment for the company, with a receipt that names the payee.
func proven(ago, position int, name, payee, note string) turn {
	lines := func(s *scene) []string {
		return []string{
			"# Comprovante de transferência", "Data: " + s.at.In(market.Zone).Format("02/01/2006"), "Valor: " + s.terms.value().BRL(), "",
			"De: " + companies[s.project.owner].name, "Para: " + payee,
		}
	}
	claim := about(position, func(ctx context.Context, tx pgx.Tx, s *scene, id uuid.UUID) error {
		_, err := attachment.Attach(s.Open)(s.by(ctx, byCompany), tx, attachment.File{ContractID: s.contractID, MilestoneID: id, Purpose: "receipt", Path: s.path(name)})
		if err != nil {
			return err
		}
		_, err = settlement.Record(s.by(ctx, byCompany), tx, settlement.Payment{MilestoneID: id, PaidOn: s.at.In(market.Zone).Format(time.DateOnly), Receipt: s.path(name), Note: note})
		return err
	})
	return turn{ago: ago, deed: stored(byCompany, name, lines), act: uploaded(name, claim)}
}
