package checklist

import (
	"context"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/humantext"
	"automacao/internal/market/deal"
	"automacao/internal/market/limits"
	"automacao/internal/market/transition"
	"automacao/internal/postgres"
)

// Item is one thing to check, what is expected of it, and whether it blocks the acceptance of the
// milestone.
type Item struct {
	Title    string `json:"title"`
	Expected string `json:"expected,omitempty"`
	Blocking bool   `json:"blocking,omitempty"`
}

// Started is a list that one side proposes, with the items of a template or its own. With
// `holds_clock`, the milestone's acceptance clock starts when the TAC is executed.
type Started struct {
	MilestoneID uuid.UUID `json:"milestone_id"`
	Kind        string    `json:"kind"`
	Template    string    `json:"template,omitempty"`
	Items       []Item    `json:"items,omitempty"`
	HoldsClock  bool      `json:"holds_clock,omitempty"`
}

// Revision replaces the items of a list, in the version that its author read.
type Revision struct {
	ChecklistID uuid.UUID `json:"checklist_id"`
	Version     int       `json:"version"`
	Items       []Item    `json:"items"`
}

// Start proposes the list of a milestone that is not delivered yet. Either side may, and the list
// has no effect until the other agrees.
func Start(ctx context.Context, tx pgx.Tx, in Started) (Status, error) {
	if _, isKind := names[in.Kind]; !isKind {
		return Status{}, ErrKind
	}
	if in.HoldsClock && in.Kind != "tac" {
		return Status{}, ErrWaits
	}
	items, err := in.items()
	if err != nil {
		return Status{}, err
	}
	c, m, err := deal.LockMilestone(ctx, tx, in.MilestoneID)
	if err != nil {
		return Status{}, err
	}
	by, err := deal.ActorOf(ctx, tx, transition.Checklist, "revise_checklist", c.CompanyID, c.ProfessionalID, deal.ErrMilestoneNotFound)
	if err != nil {
		return Status{}, err
	}
	l := &locked{kind: in.Kind, status: transition.Checklist.Initial, version: 1, contract: c, milestone: m, by: by}
	if err := l.checkOpen(true); err != nil {
		return Status{}, err
	}
	err = tx.QueryRow(ctx, `
		INSERT INTO public.checklists (contract_id, milestone_id, kind, template, holds_clock, agreed_by_company, agreed_by_professional)
		VALUES ($1, $2, $3, nullif($4, ''), $5, CASE $6 WHEN 'company' THEN $7::uuid END, CASE $6 WHEN 'professional' THEN $7::uuid END)
		ON CONFLICT (milestone_id, kind) DO NOTHING RETURNING id`, c.ID, m.ID, in.Kind, in.Template, in.HoldsClock, by, caller.From(ctx).UserID).Scan(&l.id)
	if errors.Is(err, pgx.ErrNoRows) {
		return Status{}, ErrStarted
	}
	if err != nil {
		return Status{}, fmt.Errorf("start a checklist of milestone %s: %w", m.ID, err)
	}
	if err := l.write(ctx, tx, items); err != nil {
		return Status{}, err
	}
	if err := l.log(ctx, tx, "start_checklist", ""); err != nil {
		return Status{}, err
	}
	return l.stands(), l.tell(ctx, tx, "start_checklist", "Leia os itens e concorde, ou proponha outros.")
}

// Revise replaces the items of a list that the other side has not agreed on yet.
func Revise(ctx context.Context, tx pgx.Tx, in Revision) (Status, error) {
	items, err := read(in.Items)
	if err != nil {
		return Status{}, err
	}
	l, err := lock(ctx, tx, in.ChecklistID, "revise_checklist")
	if err != nil {
		return Status{}, err
	}
	if err := l.checkOpen(true); err != nil {
		return Status{}, err
	}
	if _, err := transition.Checklist.Check("revise_checklist", l.status, l.by); err != nil {
		return Status{}, err
	}
	if in.Version != l.version {
		return Status{}, ErrChanged
	}
	if err := l.move(ctx, tx, "revise_checklist"); err != nil {
		return Status{}, err
	}
	if err := l.write(ctx, tx, items); err != nil {
		return Status{}, err
	}
	return l.stands(), l.tell(ctx, tx, "revise_checklist", "Leia os itens e concorde, ou proponha outros.")
}

// items returns the items given, or else the template's.
func (s Started) items() ([]Item, error) {
	found, isKnown := templates[s.Template]
	switch {
	case s.Template != "" && !isKnown:
		return nil, ErrTemplate
	case len(s.Items) > 0:
		return read(s.Items)
	case s.Template == "":
		return nil, ErrNoItems
	}
	return found, nil
}

// read normalises the items of a list, or refuses it.
func read(given []Item) ([]Item, error) {
	switch {
	case len(given) == 0:
		return nil, ErrNoItems
	case len(given) > limits.ChecklistItemsMax:
		return nil, ErrManyItems
	}
	items := make([]Item, len(given))
	for i, one := range given {
		one.Title, one.Expected = humantext.Line(one.Title), humantext.Paragraphs(one.Expected)
		if one.Title == "" || utf8.RuneCountInString(one.Title) > limits.ChecklistItemsTitle || utf8.RuneCountInString(one.Expected) > limits.ChecklistItemsExpected {
			return nil, ErrItem
		}
		items[i] = one
	}
	return items, nil
}

// write replaces the items of the list.
func (l *locked) write(ctx context.Context, tx pgx.Tx, items []Item) error {
	if _, err := tx.Exec(ctx, `DELETE FROM public.checklist_items WHERE checklist_id = $1`, l.id); err != nil {
		return fmt.Errorf("clear checklist %s: %w", l.id, err)
	}
	_, err := tx.Exec(ctx, `
		INSERT INTO public.checklist_items (checklist_id, contract_id, position, title, expected, blocking)
		SELECT $1, $2, place, one ->> 'title', coalesce(one ->> 'expected', ''), coalesce((one ->> 'blocking')::boolean, false)
		FROM jsonb_array_elements($3::jsonb) WITH ORDINALITY AS given (one, place)`, l.id, l.contract.ID, postgres.JSON{Document: items})
	if err != nil {
		return fmt.Errorf("write the items of checklist %s: %w", l.id, err)
	}
	return nil
}

// templates are the items that a list starts with, by the kind of project. Both sides may change
// them before they agree.
var templates = map[string][]Item{
	"machine": {
		{"Lista de I/O conferida", "Todos os sinais testados ponto a ponto", true},
		{"Intertravamentos e funções de segurança", "Atuam como no projeto, com o PL requerido", true},
		{"Ciclo automático", "Peças por minuto combinadas, sem falha", true},
		{"Receitas e telas da IHM", "Abrem, gravam e mostram o que foi pedido", false},
		{"Alarmes", "Mensagens claras, com causa e local", false},
		{"Programa comentado e backup", "Entregues e restaurados uma vez", true},
		{"Manual", "Entregue em português", false},
	},
	"retrofit": {
		{"Programa convertido", "Mesma sequência do CLP anterior, comparada passo a passo", true},
		{"Comunicação", "Rede, IHM e supervisório sem erro", true},
		{"Plano de contingência", "Volta ao CLP anterior ensaiada", true},
		{"Virada na janela de parada", "Máquina produz dentro da janela combinada", true},
		{"Tags e comentários", "Nomes do cliente mantidos", false},
		{"Backup do programa", "Entregue e restaurado uma vez", true},
	},
	"scada": {
		{"Telas", "Navegação e valores conferidos com o campo", true},
		{"Alarmes", "Prioridades e textos como no plano de alarmes", true},
		{"Relatórios e históricos", "Valores batem com o processo", false},
		{"Redundância", "Troca sem perda de dados", true},
		{"Usuários e senhas", "Níveis de acesso como combinado", false},
		{"Treinamento", "Operadores treinados, com lista de presença", false},
	},
	"nr12": {
		{"Paradas de emergência", "Cada uma para a máquina no tempo previsto", true},
		{"Proteções e intertravamentos", "Nenhum acesso à zona de risco em movimento", true},
		{"Categoria e PL", "Validados como na apreciação de risco", true},
		{"Sinalização e manual", "Afixados, em português", false},
		{"Laudo e ART", "Entregues e assinados", true},
	},
	"robot": {
		{"Área de segurança", "Scanner, cortinas e portas param o robô", true},
		{"Ciclo", "Tempo combinado, em dez ciclos seguidos", true},
		{"Garra e payload", "Peça não cai em parada de emergência", true},
		{"Posições e limites", "Sem colisão em velocidade total", true},
		{"Programa e backup", "Entregues e restaurados uma vez", true},
		{"Treinamento", "Operação e manutenção treinadas", false},
	},
	"network": {
		{"Medições", "Todos os nós medidos, com data e local", true},
		{"Causa encontrada", "Descrita e demonstrada", true},
		{"Plano de ação", "Com prioridade, custo e prazo", false},
		{"Relatório", "Entregue em PDF", true},
	},
	"urgent": {
		{"Equipamento produz", "Uma hora sem a falha", true},
		{"Causa explicada", "Por escrito", false},
		{"Backup depois da correção", "Entregue", true},
	},
	"calibration": {
		{"Certificados", "Um por instrumento, com incerteza", true},
		{"Etiquetas", "Afixadas, com a próxima data", false},
		{"Planilha", "Confere com os certificados", false},
	},
	"iiot": {
		{"Coleta", "Todos os ativos, na frequência combinada", true},
		{"Sem perda de dados", "Queda de rede ensaiada", true},
		{"Painel", "OEE confere com a conta manual", true},
		{"Documentação", "Entregue", false},
	},
	"electrical": {
		{"Diagramas", "Conferem com o painel montado", true},
		{"Lista de materiais", "Códigos e quantidades conferidos", false},
		{"Ensaios do painel", "Continuidade, isolação e proteção registrados", true},
		{"ART", "Entregue", true},
	},
}
