package moderation_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/market"
	"automacao/internal/market/markettest"
	"automacao/internal/market/people/moderation"
	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

var report = moderation.Report(market.NewVisitors("secret"))

func TestReport(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	marina, rafael := s.Member("professional", "Marina Alves"), s.Member("professional", "Rafael Nunes")
	vale, admin := s.Member("company", "Vale Verde"), s.Member("admin", "Administração")
	project := s.Project(vale, "Retrofit")
	s.Exec(`UPDATE public.projects SET is_confidential = true WHERE id = $1`, project)
	message := s.ID(`INSERT INTO public.messages (from_id, to_id, content) VALUES ($1, $2, 'Me chama no zap') RETURNING id`, rafael, marina)

	for _, c := range []struct {
		fact      string
		who       uuid.UUID
		complaint moderation.Complaint
		want      string
	}{
		{"AVisitorReportsAProfile", uuid.Nil, moderation.Complaint{Kind: "profile", SubjectID: rafael, Reason: "fraud"}, ""},
		{"AVisitorReportsAConfidentialProject", uuid.Nil, moderation.Complaint{Kind: "project", SubjectID: project, Reason: "spam"}, ""},
		{"TheRecipientReportsAMessage", marina, moderation.Complaint{Kind: "message", SubjectID: message, Reason: "contact"}, ""},
		{"NobodyElseReportsAMessage", vale, moderation.Complaint{Kind: "message", SubjectID: message, Reason: "contact"}, "subject_not_found"},
		{"AVisitorReportsNoMessage", uuid.Nil, moderation.Complaint{Kind: "message", SubjectID: message, Reason: "contact"}, "subject_not_found"},
		{"AMissingProfileIsRefused", marina, moderation.Complaint{Kind: "profile", SubjectID: uuid.New(), Reason: "fraud"}, "subject_not_found"},
		{"AnAdministratorIsNotReported", marina, moderation.Complaint{Kind: "profile", SubjectID: admin, Reason: "fraud"}, "subject_not_found"},
		{"AnUnknownKindIsRefused", marina, moderation.Complaint{Kind: "review", SubjectID: rafael, Reason: "fraud"}, "unknown_kind"},
		{"AnUnknownReasonIsRefused", marina, moderation.Complaint{Kind: "profile", SubjectID: rafael, Reason: "dislike"}, "unknown_reason"},
		{"LongDetailsAreRefused", marina, moderation.Complaint{Kind: "profile", SubjectID: rafael, Reason: "fraud", Details: strings.Repeat("x", 2001)}, "details_too_long"},
	} {
		_, err := markettest.Call(s, c.who, report, c.complaint)
		if code := markettest.Code(err); code != c.want {
			t.Errorf("%s: %q", c.fact, code)
		}
	}
	if filed := s.Text(`SELECT string_agg(kind || ' ' || excerpt || ' ' || (profile_id IN ($1, $2)), ', ' ORDER BY number) FROM public.reports`, rafael, vale); filed != "profile Rafael Nunes true, project Retrofit true, message Me chama no zap true" {
		t.Errorf("filed are %s", filed)
	}
	if told := s.Text(`SELECT title || ' ' || count FROM public.notifications WHERE profile_id = $1`, admin); told != "3 novas denúncias 3" {
		t.Errorf("the administrator reads %q", told)
	}
}

func TestReportsOfOnePersonAreBounded(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	marina := s.Member("professional", "Marina Alves")
	serra := s.Member("company", "Serra Azul")
	complain := func(who uuid.UUID, about uuid.UUID) (moderation.Ticket, string) {
		got, err := markettest.Call(s, who, report, moderation.Complaint{Kind: "project", SubjectID: about, Reason: "spam"})
		return got, markettest.Code(err)
	}
	first := s.Project(serra, "Primeiro")
	ticket, _ := complain(marina, first)
	if again, code := complain(marina, first); code != "" || again != ticket {
		t.Errorf("the same complaint is %+v, %q", again, code)
	}
	for range 19 {
		if _, code := complain(marina, s.Project(serra, "Outro")); code != "" {
			t.Fatalf("got %q", code)
		}
	}
	last := s.Project(serra, "Último")
	if _, code := complain(marina, last); code != "too_many_reports" {
		t.Errorf("the 21st is %q", code)
	}
	stranger := caller.NewContext(context.Background(), caller.Caller{Role: "anon", IP: "203.0.113.7"})
	err := pgx.BeginFunc(stranger, s.Pool, func(tx pgx.Tx) error {
		_, err := report(stranger, tx, moderation.Complaint{Kind: "project", SubjectID: last, Reason: "spam"})
		return err
	})
	if err != nil {
		t.Errorf("another visitor: %v", err)
	}
}

func TestAnotherNameOfTheBrowserIsTheSameReporter(t *testing.T) {
	t.Parallel()
	visitors := market.NewVisitors("secret")
	key := func(ip, agent string) string {
		ctx := caller.NewContext(context.Background(), caller.Caller{Role: "anon", IP: ip, UserAgent: agent})
		return string(visitors.Address(ctx, "report"))
	}
	if key("203.0.113.7", "Firefox") != key("203.0.113.7", "Chrome") || key("2001:db8::1", "") != key("2001:db8::ffff", "") {
		t.Error("they are two")
	}
	if key("203.0.113.7", "") == key("203.0.113.8", "") || key("2001:db8::1", "") == key("2001:db8:0:1::1", "") {
		t.Error("two visitors are one")
	}
}

func TestDecide(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	marina, serra, admin := s.Member("professional", "Marina Alves"), s.Member("company", "Serra Azul"), s.Member("admin", "Administração")
	ticket, err := markettest.Call(s, marina, report, moderation.Complaint{Kind: "profile", SubjectID: serra, Reason: "fraud"})
	if err != nil {
		t.Fatal(err)
	}
	id := s.ID(`SELECT id FROM public.reports WHERE number = $1`, ticket.Number)
	for _, c := range []struct {
		who      uuid.UUID
		decision moderation.Decision
		want     string
	}{
		{serra, moderation.Decision{ReportID: id, Status: "dismissed", Decision: "Nada a ver"}, "not_admin"},
		{admin, moderation.Decision{ReportID: id, Status: "open", Decision: "Depois"}, "unknown_decision"},
		{admin, moderation.Decision{ReportID: id, Status: "upheld", Decision: "  "}, "decision_required"},
		{admin, moderation.Decision{ReportID: uuid.New(), Status: "upheld", Decision: "Sim"}, "report_not_found"},
		{admin, moderation.Decision{ReportID: id, Status: "upheld", Decision: "Perfil falso, bloqueado."}, ""},
		{admin, moderation.Decision{ReportID: id, Status: "dismissed", Decision: "Pensando melhor"}, "report_decided"},
	} {
		_, err := markettest.Call(s, c.who, moderation.Decide, c.decision)
		if code := markettest.Code(err); code != c.want {
			t.Errorf("%+v: %q", c.decision, code)
		}
	}
	if told := s.Text(`SELECT title || ': ' || body FROM public.notifications WHERE profile_id = $1`, marina); told != "Sua denúncia DEN-0001 foi analisada: Perfil falso, bloqueado." {
		t.Errorf("Marina reads %q", told)
	}
	if kept := s.Text(`SELECT action || ' ' || subject_label || ' ' || (actor_id = $1) FROM public.audit_log`, admin); kept != "decide_report DEN-0001 true" {
		t.Errorf("kept is %q", kept)
	}
}

func TestTwoDecisionsAtOnceAreOne(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	marina, serra := s.Member("professional", "Marina Alves"), s.Member("company", "Serra Azul")
	admins := []uuid.UUID{s.Member("admin", "Primeira"), s.Member("admin", "Segunda")}
	ticket, err := markettest.Call(s, marina, report, moderation.Complaint{Kind: "profile", SubjectID: serra, Reason: "fraud"})
	if err != nil {
		t.Fatal(err)
	}
	id := s.ID(`SELECT id FROM public.reports WHERE number = $1`, ticket.Number)
	codes := make(chan string, len(admins))
	for i, status := range []string{"upheld", "dismissed"} {
		go func() {
			_, err := markettest.Call(s, admins[i], moderation.Decide, moderation.Decision{ReportID: id, Status: status, Decision: status})
			codes <- markettest.Code(err)
		}()
	}
	if got := []string{<-codes, <-codes}; got[0]+got[1] != "report_decided" {
		t.Errorf("answered %q", got)
	}
	if kept := s.Text(`SELECT (status = decision)::text || (SELECT count(*) FROM public.notifications WHERE profile_id = $2) FROM public.reports WHERE id = $1`, id, marina); kept != "true1" {
		t.Errorf("kept is %s", kept)
	}
}
