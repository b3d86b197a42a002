package question_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"automacao/internal/market/deal/project"
	"automacao/internal/market/deal/question"
	"automacao/internal/market/markettest"
	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

type scene struct {
	*markettest.Stage
	t                                  *testing.T
	serra, marina, rafael, bruno, vale uuid.UUID
	project                            uuid.UUID
}

// setup is a project of Serra Azul with a proposal from Rafael.
func setup(t *testing.T) scene {
	t.Helper()
	s := scene{Stage: markettest.Open(t), t: t}
	s.serra, s.vale = s.Member("company", "Serra Azul"), s.Member("company", "Vale Verde")
	s.marina, s.rafael, s.bruno = s.Member("professional", "Marina Alves"), s.Member("professional", "Rafael Nunes"), s.Member("professional", "Bruno Lima")
	s.project = s.Project(s.serra, "Retrofit")
	s.Proposal(s.project, s.rafael)
	return s
}

func (s scene) ask(who uuid.UUID, content string) (uuid.UUID, string) {
	stored, err := markettest.Call(s.Stage, who, question.Ask, question.Question{ProjectID: s.project, Content: content})
	return stored.ID, markettest.Code(err)
}

func (s scene) answer(who, id uuid.UUID, said string) string {
	_, err := markettest.Call(s.Stage, who, question.Answer, question.Reply{QuestionID: id, Answer: said})
	return markettest.Code(err)
}

func (s scene) news(who uuid.UUID) string {
	return s.Text(`SELECT string_agg(title || ' / ' || body, '; ' ORDER BY created_at) FROM public.notifications WHERE profile_id = $1`, who)
}

func TestAQuestionIsAskedAndAnswered(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id, refusal := s.ask(s.marina, " O programa-fonte existe? ")
	if refusal != "" {
		t.Fatal(refusal)
	}
	if news := s.news(s.serra); news != "Nova pergunta: Retrofit / O programa-fonte existe?" {
		t.Errorf("Serra reads %q", news)
	}
	for _, stranger := range []uuid.UUID{s.vale, s.marina, uuid.Nil} {
		if refusal := s.answer(stranger, id, "Sim"); refusal != "question_not_found" {
			t.Errorf("a stranger answers: %q", refusal)
		}
	}
	reader := s.Colleague(s.serra, "reader", "Otávio Leal")
	if refusal := s.answer(reader, id, "Sim"); refusal != "right_missing" {
		t.Errorf("a reader answers: %q", refusal)
	}
	if refusal := s.answer(s.serra, id, "Sim, comentado."); refusal != "" {
		t.Fatal(refusal)
	}
	if refusal := s.answer(s.serra, id, "De novo"); refusal != "question_answered" {
		t.Errorf("answered twice: %q", refusal)
	}
	for _, listener := range []uuid.UUID{s.marina, s.rafael} {
		if news := s.news(listener); news != "Pergunta respondida: Retrofit / Sim, comentado." {
			t.Errorf("told was %q", news)
		}
	}
	if news := s.news(s.bruno); news != "" {
		t.Errorf("Bruno, who neither asked nor proposed, reads %q", news)
	}
}

// TestNobodyLearnsWhoAsked looks in every place where a name or a key could appear.
func TestNobodyLearnsWhoAsked(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id, refusal := s.ask(s.marina, "Há NR-35?")
	if refusal != "" {
		t.Fatal(refusal)
	}
	if refusal := s.answer(s.serra, id, "Sim"); refusal != "" {
		t.Fatal(refusal)
	}
	for _, table := range []string{"project_questions", "notifications"} {
		told := s.Text(`SELECT string_agg(to_jsonb(t)::text, '') FROM public.` + table + ` t WHERE to_jsonb(t)->>'profile_id' IS DISTINCT FROM '` + s.marina.String() + `'`)
		if told == "" || strings.Contains(told, "Marina") || strings.Contains(told, s.marina.String()) {
			t.Errorf("%s tell of Marina: %s", table, told)
		}
	}
	if seen := s.Seen(s.serra, `SELECT count(*)::text FROM private.question_askers`); seen != "42501" {
		t.Errorf("the company reads who asked: %s", seen)
	}
	for _, c := range []struct {
		who  uuid.UUID
		want string
	}{{s.serra, "1"}, {s.marina, "1"}, {s.rafael, "1"}, {s.bruno, "0"}, {s.vale, "0"}} {
		if seen := s.Seen(c.who, `SELECT count(*)::text FROM public.project_questions`); seen != c.want {
			t.Errorf("%s sees %s", c.who, seen)
		}
	}
}

func TestQuestionsHaveBounds(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for content, want := range map[string]string{" \n": "text_required", strings.Repeat("é", 1001): "text_too_long", strings.Repeat("é", 1000): ""} {
		if _, refusal := s.ask(s.bruno, content); refusal != want {
			t.Errorf("got %q, want %q", refusal, want)
		}
	}
	var last uuid.UUID
	for range 10 {
		id, refusal := s.ask(s.marina, "E agora?")
		if refusal != "" {
			t.Fatal(refusal)
		}
		last = id
	}
	if _, refusal := s.ask(s.marina, "Mais uma?"); refusal != "too_many_questions" {
		t.Errorf("the eleventh: %q", refusal)
	}
	if refusal := s.answer(s.serra, last, "Sim"); refusal != "" {
		t.Fatal(refusal)
	}
	if _, refusal := s.ask(s.marina, "Mais uma?"); refusal != "" {
		t.Errorf("after an answer: %q", refusal)
	}
	for who, want := range map[uuid.UUID]string{s.serra: "own_project_question", s.vale: "professionals_only"} {
		if _, refusal := s.ask(who, "Posso?"); refusal != want {
			t.Errorf("got %q, want %q", refusal, want)
		}
	}
	if _, err := markettest.Call(s.Stage, s.serra, project.Close, project.Closing{ProjectID: s.project}); err != nil {
		t.Fatal(err)
	}
	if _, refusal := s.ask(s.bruno, "Ainda dá?"); refusal != "project_not_open" {
		t.Errorf("a question about a closed project: %q", refusal)
	}
}

func TestAClarificationReachesProposers(t *testing.T) {
	t.Parallel()
	s := setup(t)
	say := question.Question{ProjectID: s.project, Content: "A visita técnica é na terça."}
	_, err := markettest.Call(s.Stage, s.vale, question.Publish, say)
	if code := markettest.Code(err); code != "project_not_found" {
		t.Errorf("another company: %q", code)
	}
	stored, err := markettest.Call(s.Stage, s.serra, question.Publish, say)
	if err != nil {
		t.Fatal(err)
	}
	if row := s.Text(`SELECT concat_ws(' ', content IS NULL, answer) FROM public.project_questions WHERE id = $1`, stored.ID); row != "t A visita técnica é na terça." {
		t.Errorf("stored is %q", row)
	}
	if news := s.news(s.rafael); news != "Esclarecimento: Retrofit / A visita técnica é na terça." {
		t.Errorf("Rafael reads %q", news)
	}
}
