package invoice

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/institution/nfse"
	"automacao/internal/institution/taxid"
	"automacao/internal/kernel/money"
	"automacao/internal/market/deal/attachment"
	"automacao/internal/market/limits"
)

// paper is the content of an invoice, read from its file or declared by its sender.
type paper struct {
	kind, key, number, code string
	issuedOn                time.Time
	value                   money.Money
	provider, taker         string
	fileID                  *uuid.UUID
	isRead                  bool
	// state is the state of the invoice according to the file, and told is the detail that the file
	// gives for it.
	state nfse.State
	told  string
	// isOf is the parsed access key, if there is one.
	isOf nfse.Key
}

// evidence returns the file that proves the invoice, with the invoice's kind. An NFS-e may be proved
// by its access key instead; the file then has no id.
func (w want) evidence(ctx context.Context, tx pgx.Tx, in Sent) (file, error) {
	kind, err := w.kind(in.Kind)
	if err != nil {
		return file{}, err
	}
	if in.FileID == uuid.Nil {
		if kind != "nfse" || in.AccessKey == "" {
			return file{}, ErrProof
		}
		return file{kind: kind}, nil
	}
	stored, err := w.file(ctx, tx, in.FileID)
	if err != nil {
		return file{}, err
	}
	stored.kind = kind
	if kind != "rpa" && !stored.isXML() && stored.mediaType != "application/pdf" {
		return file{}, ErrMediaType
	}
	return stored, nil
}

// paper returns the content of the invoice: from the text of its XML, or else from what the sender
// declares.
func (in Sent) paper(proof file, text []byte) (paper, error) {
	if proof.isXML() {
		return proof.parse(text)
	}
	found, err := in.said(proof.kind)
	if proof.id != uuid.Nil {
		found.fileID = &proof.id
	}
	return found, err
}

// kind defaults to an RPA for a professional who bills with a CPF. They may choose NFS-e instead,
// because municipalities issue it to individuals too.
func (w want) kind(said string) (string, error) {
	isPerson := len(w.provider) == 11
	switch {
	case said == "" && isPerson:
		return "rpa", nil
	case said == "" || said == "nfse":
		return "nfse", nil
	case said == "rpa" && isPerson:
		return said, nil
	}
	return "", ErrKind
}

// file is a file attached to the milestone as its invoice. kind is the kind of the invoice.
type file struct {
	id, version uuid.UUID
	mediaType   string
	digest      string
	kind        string
}

// isXML reports whether the invoice's content is read from the file. An RPA is never an XML.
func (f file) isXML() bool { return f.kind == "nfse" && strings.HasSuffix(f.mediaType, "/xml") }

func (w want) file(ctx context.Context, tx pgx.Tx, id uuid.UUID) (found file, err error) {
	err = tx.QueryRow(ctx, `
		SELECT f.id, o.version, f.media_type, f.sha256 FROM public.deal_files f JOIN storage.objects o ON o.bucket_id = 'deals' AND o.name = f.path
		WHERE f.id = $1 AND f.contract_id = $2 AND f.purpose = 'invoice' AND (f.milestone_id = $3 OR f.milestone_id IS NULL)`, id, w.contractID, w.milestoneID).
		Scan(&found.id, &found.version, &found.mediaType, &found.digest)
	if errors.Is(err, pgx.ErrNoRows) {
		return file{}, ErrFile
	}
	if err != nil {
		return file{}, fmt.Errorf("look up file %s: %w", id, err)
	}
	return found, nil
}

// readText returns the bytes of an XML from the object store, and nothing of any other file.
func (f file) readText(ctx context.Context, open attachment.Open) (text []byte, err error) {
	if !f.isXML() {
		return nil, nil
	}
	content, err := open(ctx, f.version)
	if err != nil {
		return nil, fmt.Errorf("open version %s: %w", f.version, err)
	}
	defer func() { err = errors.Join(err, content.Close()) }()
	if text, err = io.ReadAll(io.LimitReader(content, nfse.BytesMax+1)); err != nil {
		return nil, fmt.Errorf("read version %s: %w", f.version, err)
	}
	return text, nil
}

// parse reads the text of the attached XML. It refuses a file whose SHA-256 differs from the one
// recorded.
func (f file) parse(text []byte) (p paper, err error) {
	found, err := nfse.Read(bytes.NewReader(text))
	switch {
	case err != nil:
		return paper{}, refusalOf(err)
	case found.State == nfse.Test:
		return paper{}, ErrTest
	case found.State == nfse.Cancelled:
		return paper{}, ErrCancelled
	case found.State == nfse.Substituted && found.StateDetail != "":
		return paper{}, ErrReplaced.Naming("nº " + found.StateDetail)
	case found.State == nfse.Substituted:
		return paper{}, ErrReplaced
	}
	if sum := sha256.Sum256(text); hex.EncodeToString(sum[:]) != f.digest {
		return paper{}, ErrFile
	}
	p = paper{kind: "nfse", key: found.AccessKey, number: found.Number, code: found.VerificationCode, issuedOn: found.IssuedOn, value: found.Value,
		provider: document(found.Provider), taker: document(found.Taker), fileID: &f.id, isRead: true, state: found.State, told: found.StateDetail}
	if p.provider == "" || utf8.RuneCountInString(p.number) > limits.InvoicesNumber || utf8.RuneCountInString(p.code) > limits.InvoicesVerificationCode {
		return paper{}, ErrXML
	}
	if p.key != "" {
		p.isOf, err = nfse.ParseKey(p.key)
	}
	return p, err
}

// refusalOf turns an error of reading the file into one for the sender.
func refusalOf(err error) error {
	if wrong, ok := errors.AsType[*nfse.OtherProviderError](err); ok {
		return ErrOtherKey.Naming(shown(wrong.KeyOf)).Because(err)
	}
	switch {
	case errors.Is(err, nfse.ErrDraft):
		return ErrDraft.Because(err)
	case errors.Is(err, nfse.ErrEvent):
		return ErrEvent.Because(err)
	case errors.Is(err, nfse.ErrSeveral):
		return ErrSeveral.Because(err)
	}
	return ErrXML.Because(err)
}

// said reads what the sender declares. Fields that the access key contains may be left out.
func (in Sent) said(kind string) (p paper, err error) {
	p = paper{kind: kind, number: strings.TrimSpace(in.Number), code: strings.TrimSpace(in.VerificationCode), value: in.Value,
		provider: document(in.ProviderDocument), taker: document(in.TakerDocument)}
	if in.AccessKey != "" {
		if p.isOf, err = nfse.ParseKey(in.AccessKey); err != nil || kind == "rpa" {
			return paper{}, ErrKey
		}
		p.key = p.isOf.Text
		if p.number == "" {
			p.number = p.isOf.Number
		}
		if strings.TrimSpace(in.ProviderDocument) == "" {
			p.provider = document(p.isOf.Provider)
		}
	}
	if p.issuedOn, err = time.Parse(time.DateOnly, in.IssuedOn); err != nil || p.provider == "" || p.taker == "" || p.value <= 0 || p.value > valueMax ||
		p.number == "" || utf8.RuneCountInString(p.number) > limits.InvoicesNumber || utf8.RuneCountInString(p.code) > limits.InvoicesVerificationCode {
		return paper{}, ErrLacks
	}
	// The taker may issue the invoice; the key then has the taker's document.
	if p.key != "" && p.isOf.Provider != p.provider && p.isOf.Provider != p.taker {
		return paper{}, ErrOtherKey.Naming(shown(p.isOf.Provider))
	}
	return p, nil
}

const valueMax = money.Money(999_999_999_999_99)

// document returns a CPF or CNPJ as it is stored, or "" for anything else.
func document(text string) string {
	if found, err := taxid.ParseCNPJ(text); err == nil {
		return found
	}
	if found, err := taxid.ParseCPF(text); err == nil {
		return found
	}
	return ""
}
