package contract_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"automacao/internal/market/deal/contract"
	"automacao/internal/market/deal/proposal"
	"automacao/internal/market/markettest"
	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

// scene is a contract between Serra Azul and Marina that was just agreed. Rafael's proposal was
// kept waiting.
type scene struct {
	*markettest.Stage
	t                     *testing.T
	serra, marina, rafael uuid.UUID
	project, contract     uuid.UUID
	rafaels               uuid.UUID
}

func setup(t *testing.T) scene {
	t.Helper()
	s := scene{Stage: markettest.Open(t), t: t}
	s.serra, s.marina, s.rafael = s.Member("company", "Serra Azul"), s.Member("professional", "Marina Alves"), s.Member("professional", "Rafael Nunes")
	s.project = s.Project(s.serra, "Retrofit")
	chosen := s.Proposal(s.project, s.marina)
	s.rafaels = s.Proposal(s.project, s.rafael)
	agreed, err := markettest.Call(s.Stage, s.serra, proposal.Accept, proposal.Acceptance{ProposalID: chosen, KeepOthers: true})
	if err != nil {
		t.Fatal(err)
	}
	s.contract = agreed.ContractID
	return s
}

func (s scene) about() contract.Reference { return contract.Reference{ContractID: s.contract} }

func (s scene) ending() contract.Ending {
	return contract.Ending{ContractID: s.contract, Reason: "Mudança de planos"}
}

func (s scene) offer() contract.ProposedEnd { return contract.ProposedEnd{Ending: s.ending()} }

// take runs a step and returns the code of its refusal.
func take[In, Out any](s scene, who uuid.UUID, step markettest.Workflow[In, Out], in In) string {
	_, err := markettest.Call(s.Stage, who, step, in)
	return markettest.Code(err)
}

// must runs a step that may not be refused.
func must[In, Out any](s scene, who uuid.UUID, step markettest.Workflow[In, Out], in In) {
	s.t.Helper()
	if code := take(s, who, step, in); code != "" {
		s.t.Fatalf("refused: %s", code)
	}
}

// stands returns the states of the contract, the project and the waiting proposal.
func (s scene) stands() string {
	return s.Text(`SELECT concat_ws(' ', c.status, p.status, o.status) FROM public.contracts c JOIN public.projects p ON p.id = c.project_id
		JOIN public.proposals o ON o.id = $2 WHERE c.id = $1`, s.contract, s.rafaels)
}

func (s scene) expect(want string) {
	s.t.Helper()
	if got := s.stands(); got != want {
		s.t.Errorf("it stands at %q, want %q", got, want)
	}
}

// news returns the title of a person's newest notification.
func (s scene) news(who uuid.UUID) string {
	return s.Text(`SELECT (SELECT title FROM public.notifications WHERE profile_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1)`, who)
}

func (s scene) told(who uuid.UUID, want string) {
	s.t.Helper()
	if got := s.news(who); got != want {
		s.t.Errorf("the newest news is %q, want %q", got, want)
	}
}

// join makes a person a buyer of an organisation, in addition to their other roles.
func (s scene) join(organisationID, person uuid.UUID) {
	s.Exec(`INSERT INTO public.memberships (organisation_id, person_id, role) VALUES ($1, $2, 'buyer')`, organisationID, person)
}

func TestAContractGoesFromAgreedToCompleted(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.expect("agreed in_progress waiting")
	if code := take(s, s.serra, contract.Complete, s.about()); code != "contract_not_delivered" {
		t.Errorf("completed before the delivery: %q", code)
	}
	for _, stranger := range []uuid.UUID{s.rafael, uuid.Nil} {
		if code := take(s, stranger, contract.Deliver, contract.Delivery{ContractID: s.about().ContractID}); code != "contract_not_found" {
			t.Errorf("a stranger: %q", code)
		}
	}
	must(s, s.marina, contract.Start, s.about())
	s.expect("active in_progress declined")
	s.told(s.serra, "Trabalho iniciado: Retrofit")
	s.told(s.rafael, "Proposta não selecionada: Retrofit")

	must(s, s.marina, contract.Deliver, contract.Delivery{ContractID: s.about().ContractID})
	s.expect("delivered delivered declined")
	s.told(s.serra, "Entrega marcada: Retrofit")
	if due := s.Text(`SELECT (acceptance_due_at = delivered_at + interval '14 days' AND delivered_by = $2)::text FROM public.contracts WHERE id = $1`, s.contract, s.marina); due != "true" {
		t.Error("silence has another date, or somebody else delivered")
	}
	if code := take(s, s.marina, contract.Deliver, contract.Delivery{ContractID: s.about().ContractID}); code != "contract_not_active" {
		t.Errorf("delivered twice: %q", code)
	}

	must(s, s.serra, contract.Complete, s.about())
	s.expect("completed completed declined")
	s.told(s.marina, "Projeto concluído: Retrofit")
	if active := s.Text(`SELECT active_projects::text FROM public.profiles WHERE id = $1`, s.marina); active != "0" {
		t.Errorf("Marina has %s active projects", active)
	}
	log := s.Text(`SELECT string_agg(concat_ws(' ', action, from_status, to_status, CASE actor_id WHEN $2 THEN 'Serra' ELSE 'Marina' END), ', ' ORDER BY created_at) FROM public.contract_events WHERE contract_id = $1 AND milestone_id IS NULL`, s.contract, s.serra)
	if want := "accept_proposal agreed Serra, start_contract agreed active Marina, deliver_contract active delivered Marina, complete_contract delivered completed Serra"; log != want {
		t.Errorf("the log says %q", log)
	}
}

func TestEachStepHasItsSide(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for name, code := range map[string]string{
		"starts":   take(s, s.serra, contract.Start, s.about()),
		"delivers": take(s, s.serra, contract.Deliver, contract.Delivery{ContractID: s.contract}),
	} {
		if code != "not_your_step" {
			t.Errorf("the company %s: %q", name, code)
		}
	}
	must(s, s.marina, contract.Deliver, contract.Delivery{ContractID: s.about().ContractID})
	if code := take(s, s.marina, contract.Complete, s.about()); code != "not_your_step" {
		t.Errorf("Marina accepts her own work: %q", code)
	}
	if code := take(s, s.marina, contract.RequestAdjustments, contract.Adjustments{ContractID: s.contract, Reason: "Falta"}); code != "not_your_step" {
		t.Errorf("Marina asks herself for adjustments: %q", code)
	}
	s.expect("delivered delivered declined")
}

// TestNobodyAcceptsHisOwnWork makes Marina join the company as a buyer.
func TestNobodyAcceptsHisOwnWork(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.Colleague(s.serra, "engineer", "Lia Prado")
	s.join(s.serra, s.marina)
	must(s, s.marina, contract.Deliver, contract.Delivery{ContractID: s.about().ContractID})
	if code := take(s, s.marina, contract.Complete, s.about()); code != "both_sides" {
		t.Errorf("on both sides: %q", code)
	}
	// A colleague delivers for Marina's firm and then changes sides.
	paula := s.Member("professional", "Paula Reis")
	s.Exec(`UPDATE public.contracts SET delivered_by = $2 WHERE id = $1`, s.contract, paula)
	s.join(s.serra, paula)
	if code := take(s, paula, contract.Complete, s.about()); code != "own_work" {
		t.Errorf("the member who delivered: %q", code)
	}
	// The company's owner takes roles in Marina's firm that may not deliver.
	s.Colleague(s.marina, "engineer", "Rui Castro")
	for _, role := range []string{"finance", "reader"} {
		s.Exec(`INSERT INTO public.memberships (organisation_id, person_id, role) VALUES ($1, $2, $3)`, s.marina, s.serra, role)
		if code := take(s, s.serra, contract.Complete, s.about()); code != "both_sides" {
			t.Errorf("the %s of the other side: %q", role, code)
		}
		s.Exec(`DELETE FROM public.memberships WHERE organisation_id = $1 AND person_id = $2`, s.marina, s.serra)
	}
	must(s, s.serra, contract.Complete, s.about())
}

func TestRolesLimitTheirMembers(t *testing.T) {
	t.Parallel()
	s := setup(t)
	reader, engineer := s.Colleague(s.serra, "reader", "Otávio Leal"), s.Colleague(s.serra, "engineer", "Lia Prado")
	must(s, s.marina, contract.Deliver, contract.Delivery{ContractID: s.about().ContractID})
	s.told(engineer, "Entrega marcada: Retrofit")
	if news := s.news(reader); news != "" {
		t.Errorf("a reader is told %q", news)
	}
	if code := take(s, reader, contract.Complete, s.about()); code != "right_missing" {
		t.Errorf("a reader: %q", code)
	}
	if code := take(s, engineer, contract.ProposeTermination, s.offer()); code != "right_missing" {
		t.Errorf("an engineer ends a contract: %q", code)
	}
	must(s, engineer, contract.Complete, s.about())
}

func TestAdjustments(t *testing.T) {
	t.Parallel()
	s := setup(t)
	must(s, s.marina, contract.Deliver, contract.Delivery{ContractID: s.about().ContractID})
	for reason, want := range map[string]string{" \n": "reason_required", strings.Repeat("é", 1001): "reason_too_long"} {
		if code := take(s, s.serra, contract.RequestAdjustments, contract.Adjustments{ContractID: s.contract, Reason: reason}); code != want {
			t.Errorf("got %q, want %s", code, want)
		}
	}
	must(s, s.serra, contract.RequestAdjustments, contract.Adjustments{ContractID: s.contract, Reason: "Faltou a lista de I/O"})
	s.expect("active in_progress declined")
	s.told(s.marina, "Ajustes pedidos: Retrofit")
	if row := s.Text(`SELECT concat_ws(' ', adjustments_count, delivered_at IS NULL, acceptance_due_at IS NULL) FROM public.contracts WHERE id = $1`, s.contract); row != "1 t t" {
		t.Errorf("the contract says %q", row)
	}
	must(s, s.marina, contract.Deliver, contract.Delivery{ContractID: s.about().ContractID})
	must(s, s.serra, contract.Complete, s.about())
}
