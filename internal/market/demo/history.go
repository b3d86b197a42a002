package demo

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/caller"
	"automacao/internal/market/contract"
	"automacao/internal/market/proposal"
	"automacao/internal/market/review"
)

// engagement is a project that found its professional. Steps are how far it
// went: 0 accepted, 1 delivered, 2 completed, which both sides then review.
type engagement struct {
	project      project
	professional int
	value        string
	letter       string
	daysAgo      int
	steps        int
	ofWork       opinion
	ofCompany    opinion
	answer       string
}

type opinion struct {
	rating  int
	content string
}

var engagements = []engagement{
	{project: project{owner: 0, title: "Troca da IHM e das receitas da enchedora 3", budget: "R$ 12.000 – R$ 18.000", minCents: 1200000, maxCents: 1800000,
		deadline: "20 dias", level: "Sênior", skills: []string{"programacao-clp", "scada-supervisorio"},
		description: "Substituir a IHM OP277 por Unified Comfort de 12\", migrar 48 receitas e 210 alarmes, treinar dois turnos."},
		professional: 0, value: "14800.00", daysAgo: 118, steps: 2,
		letter:    "Faço a migração em bancada e troco a IHM em uma parada de quatro horas, com retorno previsto caso o teste falhe.",
		ofWork:    opinion{5, "Entregou antes da parada, com lista de alarmes revisada e treinamento que o turno da noite elogiou. Nenhuma chamada depois da virada."},
		ofCompany: opinion{5, "Escopo claro, acesso à planta liberado no primeiro dia e pagamento na data combinada."},
		answer:    "Obrigada! A equipe da enchedora ajudou muito com os testes de receita."},
	{project: project{owner: 4, title: "Laudo NR-12 de duas prensas hidráulicas", budget: "R$ 9.000 – R$ 14.000", minCents: 900000, maxCents: 1400000,
		deadline: "25 dias", level: "Especialista", skills: []string{"seguranca-maquinas"},
		description: "Apreciação de riscos (HRN), verificação das categorias de segurança instaladas e laudo com ART."},
		professional: 4, value: "11900.00", daysAgo: 86, steps: 2,
		letter:    "HRN e validação conforme ISO 13849 nas duas prensas, com relatório fotográfico e plano de adequação por prioridade.",
		ofWork:    opinion{5, "Laudo impecável e explicado à manutenção. O plano de adequação virou a nossa meta do semestre."},
		ofCompany: opinion{4, "Boa equipe. A documentação das prensas chegou com uma semana de atraso, mas o prazo foi ajustado sem discussão."}},
	{project: project{owner: 6, title: "Telas ISA-101 para quatro elevatórias de esgoto", budget: "R$ 20.000 – R$ 28.000", minCents: 2000000, maxCents: 2800000,
		deadline: "40 dias", level: "Sênior", skills: []string{"scada-supervisorio"},
		description: "Reescrever as telas do supervisório Elipse E3 das quatro elevatórias, com alarmes por prioridade e tendência de vazão."},
		professional: 5, value: "23400.00", daysAgo: 64, steps: 2,
		letter:    "Biblioteca ISA-101 pronta para saneamento, com protótipo navegável na primeira semana.",
		ofWork:    opinion{4, "Telas limpas e alarmes que os operadores respeitam. Pedimos um ajuste nas tendências, feito em dois dias."},
		ofCompany: opinion{5, "Operadores disponíveis para validar cada tela: fez toda a diferença."}},
	{project: project{owner: 9, title: "Leitura de energia de seis injetoras por Modbus", budget: "R$ 8.000 – R$ 11.000", minCents: 800000, maxCents: 1100000,
		deadline: "15 dias", level: "Pleno", skills: []string{"iiot", "programacao-clp"},
		description: "Instalar multimedidores, coletar por Modbus RTU e publicar em MQTT com carimbo de tempo."},
		professional: 0, value: "9600.00", daysAgo: 47, steps: 2,
		letter:    "Coletor com armazenamento local para quedas de rede e tópicos Sparkplug B documentados.",
		ofWork:    opinion{4, "Tecnicamente excelente. A visita precisou ser remarcada uma vez por causa de outra parada."},
		ofCompany: opinion{4, "Demanda bem definida; faltou ponto de rede em uma das máquinas."}},
	{project: project{owner: 0, title: "Diagnóstico da rede PROFINET do pasteurizador", budget: "R$ 6.000 – R$ 9.000", minCents: 600000, maxCents: 900000,
		deadline: "7 dias", level: "Especialista", skills: []string{"redes-industriais"},
		description: "Medição de jitter e de carga, topologia atualizada e relatório de correções por prioridade."},
		professional: 11, value: "7400.00", daysAgo: 12, steps: 1,
		letter: "Dois dias de medição com relatório no terceiro. Se a causa for aterramento, indico a correção com fotos."},
}

// hire takes every engagement through the market's own workflows and then
// dates it as far back as it says.
func (l *loader) hire(ctx context.Context) error {
	for _, e := range engagements {
		projectID, err := l.insertProject(ctx, e.project, 0)
		if err != nil {
			return err
		}
		proposalID, err := l.send(ctx, projectID, e.professional, e.value, e.letter)
		if err != nil {
			return err
		}
		if err := l.fulfil(ctx, e, proposalID); err != nil {
			return fmt.Errorf("%s: %w", e.project.title, err)
		}
		if err := l.backdate(ctx, projectID, e.daysAgo); err != nil {
			return fmt.Errorf("%s: %w", e.project.title, err)
		}
	}
	return nil
}

func (l *loader) fulfil(ctx context.Context, e engagement, proposalID uuid.UUID) error {
	company, professional := l.ids[companies[e.project.owner].email], l.ids[professionals[e.professional].email]
	agreed, err := proposal.Accept(as(ctx, company), l.tx, proposal.Acceptance{ProposalID: proposalID})
	if err != nil {
		return err
	}
	about := contract.Reference{ContractID: agreed.ContractID}
	if e.steps >= 1 {
		if _, err := contract.Deliver(as(ctx, professional), l.tx, about); err != nil {
			return err
		}
	}
	if e.steps < 2 {
		return nil
	}
	if _, err := contract.Complete(as(ctx, company), l.tx, about); err != nil {
		return err
	}
	_, err = l.tx.Exec(ctx, `
		INSERT INTO public.reviews (contract_id, author_id, rating, content)
		VALUES ($1, $2, $3, $4), ($1, $5, $6, $7)`,
		agreed.ContractID, company, e.ofWork.rating, e.ofWork.content, professional, e.ofCompany.rating, e.ofCompany.content)
	if err != nil {
		return fmt.Errorf("review: %w", err)
	}
	_, err = l.tx.Exec(ctx, `UPDATE public.reviews SET answer = $2 WHERE contract_id = $1 AND author_id = $3 AND $2 <> ''`, agreed.ContractID, e.answer, company)
	return err
}

func as(ctx context.Context, who uuid.UUID) context.Context {
	return caller.NewContext(ctx, caller.Caller{Role: "authenticated", UserID: who})
}

// backdate spreads an engagement over the days before today: sent after two
// days, accepted after five, delivered after twenty, completed after twenty-two.
func (l *loader) backdate(ctx context.Context, projectID uuid.UUID, daysAgo int) error {
	batch := &pgx.Batch{}
	batch.Queue(`UPDATE public.projects SET created_at = now() - make_interval(days => $2) WHERE id = $1`, projectID, daysAgo)
	batch.Queue(`UPDATE public.proposals SET created_at = now() - make_interval(days => $2 - 2), decided_at = now() - make_interval(days => $2 - 5) WHERE project_id = $1`, projectID, daysAgo)
	batch.Queue(`
		UPDATE public.reviews SET created_at = now() - make_interval(days => $2 - 22), published_at = now() - make_interval(days => $2 - 22),
		       answered_at = CASE WHEN answer IS NOT NULL THEN now() - make_interval(days => $2 - 23) END
		WHERE contract_id IN (SELECT id FROM public.contracts WHERE project_id = $1)`, projectID, daysAgo)
	batch.Queue(`
		UPDATE public.contracts SET created_at = now() - make_interval(days => $2 - 5),
		       delivered_at = CASE WHEN delivered_at IS NOT NULL THEN now() - make_interval(days => greatest($2 - 20, 1)) END,
		       completed_at = CASE WHEN completed_at IS NOT NULL THEN now() - make_interval(days => $2 - 22) END
		WHERE project_id = $1`, projectID, daysAgo)
	return l.tx.SendBatch(ctx, batch).Close()
}

// settleDown gives members a past: when they joined, and how often they were
// looked at in the last 45 days, more on working days.
func (l *loader) settleDown(ctx context.Context) error {
	if _, err := review.Publish(ctx, l.tx); err != nil {
		return err
	}
	batch := &pgx.Batch{}
	batch.Queue(`
		UPDATE public.profiles SET created_at = now() - make_interval(days => 150 + (get_byte(uuid_send(id), 15) * 2))
		WHERE role <> 'admin'`)
	batch.Queue(`UPDATE public.accounts a SET created_at = p.created_at FROM public.profiles p WHERE p.id = a.profile_id`)
	batch.Queue(`
		INSERT INTO public.profile_view_days (profile_id, viewed_on, views)
		SELECT p.id, day::date, 1 + (get_byte(uuid_send(p.id), 15) + extract(doy FROM day)::integer * 7) % CASE WHEN extract(isodow FROM day) > 5 THEN 4 ELSE 11 END
		FROM public.profiles p, generate_series(current_date - 45, current_date - 1, interval '1 day') AS day
		WHERE p.role <> 'admin' AND p.is_party`)
	batch.Queue(`
		UPDATE public.profiles SET profile_views = seen.total
		FROM (SELECT profile_id, sum(views)::integer AS total FROM public.profile_view_days GROUP BY 1) AS seen
		WHERE id = seen.profile_id`)
	// What led to finished work was read long ago.
	batch.Queue(`UPDATE public.notifications SET read = true WHERE kind IN ('decision', 'contract', 'review', 'organisation')`)
	return l.tx.SendBatch(ctx, batch).Close()
}
