package checklist_test

import (
	"bytes"
	"encoding/base64"
	"strings"
	"testing"

	"automacao/internal/market/deal/checklist"
)

func TestTheDocumentSaysWhatBothSigned(t *testing.T) {
	t.Parallel()
	s := setup(t)
	l := s.agreed(0, "taf")
	s.record(0, s.marina, l, 1, "failed")
	l = s.record(0, s.marina, l, 2, "passed")
	s.sign(0, l)
	about := checklist.Reference{ChecklistID: l.ID}
	read := must(s, 0, s.serra, checklist.ReadDocument, about)
	if got := s.Text(`SELECT reason FROM public.contract_events WHERE action = 'sign_checklist' LIMIT 1`); !strings.HasSuffix(got, "SHA-256 "+read.SHA256) {
		t.Errorf("signed was %q, the document has %s", got, read.SHA256)
	}
	if len(read.Signatures) != 2 || read.Milestone != "Marco 1, Montagem" || read.Items[0].Note != "Corta em 900 ms" {
		t.Errorf("it reads %+v", read)
	}
	want := "TAF, Marco 1, Montagem, versão 3: 1 aprovado, 1 reprovado.\n1. Parada de emergência: reprovado. Corta em 900 ms\n2. Manual: aprovado"
	if got := read.Text(1000); got != want {
		t.Errorf("quoted is %q", got)
	}
	if got := read.Text(120); !strings.HasSuffix(got, "Corta em 900 ms\nE mais 1.") {
		t.Errorf("quoted in little room is %q", got)
	}
	first, second := must(s, 0, s.serra, checklist.PrintDocument, about), must(s, 0, s.marina, checklist.PrintDocument, about)
	printed, err := base64.StdEncoding.DecodeString(first.Content)
	if err != nil || !bytes.HasPrefix(printed, []byte("%PDF-")) || first != second {
		t.Errorf("printed is no PDF, or not the same twice: %v", err)
	}
	s.Exec(`UPDATE public.profiles SET name = 'Outro nome'`)
	s.Exec(`UPDATE public.organisations SET legal_name = 'Outra razão social'`)
	if renamed := must(s, 0, s.serra, checklist.PrintDocument, about); renamed != first {
		t.Error("a signed list is printed under a later name")
	}
	for _, code := range []string{take(s, s.rafael, checklist.ReadDocument, about), take(s, s.rafael, checklist.PrintDocument, about)} {
		if code != "checklist_not_found" {
			t.Errorf("a stranger reads it: %q", code)
		}
	}
}
