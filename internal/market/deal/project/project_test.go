package project_test

import (
	"strings"
	"testing"

	"automacao/internal/market/deal/project"
	"automacao/internal/market/markettest"
	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

func TestClose(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	serra, vale := s.Member("company", "Serra Azul"), s.Member("company", "Vale Verde")
	marina, admin := s.Member("professional", "Marina Alves"), s.Member("admin", "Administração")

	first := s.Project(serra, "Retrofit")
	sent := s.Proposal(first, marina)
	_, err := markettest.Call(s, vale, project.Close, project.Closing{ProjectID: first})
	if code := markettest.Code(err); code != "project_not_found" {
		t.Errorf("another company: %q", code)
	}
	_, err = markettest.Call(s, serra, project.Close, project.Closing{ProjectID: first, Reason: strings.Repeat("x", 901)})
	if code := markettest.Code(err); code != "reason_too_long" {
		t.Errorf("a long reason: %q", code)
	}
	got, err := markettest.Call(s, serra, project.Close, project.Closing{ProjectID: first, Reason: "Verba adiada"})
	if err != nil || got.Status != "closed" {
		t.Fatalf("got %+v, %v", got, err)
	}
	if told := s.Text(`SELECT status || ': ' || decline_reason FROM public.proposals WHERE id = $1`, sent); !strings.HasPrefix(told, "declined: ") || !strings.HasSuffix(told, "Motivo: Verba adiada") {
		t.Errorf("the proposal is %q", told)
	}
	if title := s.Text(`SELECT title FROM public.notifications WHERE profile_id = $1`, marina); title != "Projeto encerrado: Retrofit" {
		t.Errorf("Marina reads %q", title)
	}
	_, err = markettest.Call(s, serra, project.Close, project.Closing{ProjectID: first})
	if code := markettest.Code(err); code != "project_not_open" {
		t.Errorf("the second time: %q", code)
	}

	second := s.Project(vale, "Painel")
	if _, err := markettest.Call(s, admin, project.Close, project.Closing{ProjectID: second, Reason: "Denúncia procedente"}); err != nil {
		t.Fatal(err)
	}
	if recorded := s.Text(`SELECT string_agg(action || ' ' || subject_label, ', ') FROM public.audit_log WHERE actor_id = $1`, admin); recorded != "close_project Painel" {
		t.Errorf("recorded is %q", recorded)
	}
}

func TestDelete(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	serra, vale := s.Member("company", "Serra Azul"), s.Member("company", "Vale Verde")
	marina := s.Member("professional", "Marina Alves")
	answered, quiet := s.Project(serra, "Retrofit"), s.Project(serra, "Painel")
	s.Proposal(answered, marina)

	_, err := markettest.Call(s, serra, project.Delete, project.Reference{ProjectID: answered})
	if code := markettest.Code(err); code != "has_proposals" {
		t.Errorf("with a proposal: %q", code)
	}
	_, err = markettest.Call(s, vale, project.Delete, project.Reference{ProjectID: quiet})
	if code := markettest.Code(err); code != "project_not_found" {
		t.Errorf("another company: %q", code)
	}
	if _, err := markettest.Call(s, serra, project.Delete, project.Reference{ProjectID: quiet}); err != nil {
		t.Fatal(err)
	}
	if left := s.Text(`SELECT string_agg(title, ', ') FROM public.projects`); left != "Retrofit" {
		t.Errorf("there are %q", left)
	}
}
