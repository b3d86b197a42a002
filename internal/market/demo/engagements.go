package demo

import "automacao/internal/kernel/money"

// stage is how far an engagement went.
type stage int

// In finished, both sides reviewed the work. In adjusting, the work was delivered and the company
// requested adjustments. takenBack was withdrawn before the work began; dissolved was terminated by
// agreement after it had begun.
const (
	agreed stage = iota
	active
	delivered
	adjusting
	finished
	takenBack
	dissolved
)

// engagement is a project that found its professional.
type engagement struct {
	project      project
	professional int
	value        money.Money
	letter       string
	daysAgo      int
	stage        stage
	ofWork       opinion
	ofCompany    opinion
	answer       string
	// The days of the engagement on which the work was due and on which it was paid; 0 for never.
	dueDay, paidDay int
}

// opinion is one side's review of the other. axes are in the database's order; 0 means that an axis
// does not apply.
type opinion struct {
	rating  int
	content string
	axes    [4]int
}

var engagements = []engagement{
	{project: project{owner: 0, title: "Troca da IHM e das receitas da enchedora 3", budget: "R$ 12.000 – R$ 18.000", minCents: 1200000, maxCents: 1800000,
		deadline: "20 dias", level: "Sênior", skills: []string{"programacao-clp", "scada-supervisorio"},
		description: "Substituir a IHM OP277 por Unified Comfort de 12\", migrar 48 receitas e 210 alarmes, treinar dois turnos."},
		professional: 0, value: money.Reais(14800), daysAgo: 118, stage: finished, dueDay: 20, paidDay: 26,
		letter:    "Faço a migração em bancada e troco a IHM em uma parada de quatro horas, com retorno previsto caso o teste falhe.",
		ofWork:    opinion{5, "Entregou antes da parada, com lista de alarmes revisada e treinamento que o turno da noite elogiou. Nenhuma chamada depois da virada.", [4]int{5, 5, 5, 5}},
		ofCompany: opinion{5, "Escopo claro, acesso à planta liberado no primeiro dia e pagamento na data combinada.", [4]int{5, 5, 5, 5}},
		answer:    "Obrigada! A equipe da enchedora ajudou muito com os testes de receita."},
	{project: project{owner: 4, title: "Laudo NR-12 de duas prensas hidráulicas", budget: "R$ 9.000 – R$ 14.000", minCents: 900000, maxCents: 1400000,
		deadline: "25 dias", level: "Especialista", skills: []string{"seguranca-maquinas"},
		description: "Apreciação de riscos (HRN), verificação das categorias de segurança instaladas e laudo com ART."},
		professional: 4, value: money.Reais(11900), daysAgo: 86, stage: finished, dueDay: 20, paidDay: 26,
		letter:    "HRN e validação conforme ISO 13849 nas duas prensas, com relatório fotográfico e plano de adequação por prioridade.",
		ofWork:    opinion{5, "Laudo impecável e explicado à manutenção. O plano de adequação virou a nossa meta do semestre.", [4]int{5, 4, 5, 5}},
		ofCompany: opinion{4, "Boa equipe. A documentação das prensas chegou com uma semana de atraso, mas o prazo foi ajustado sem discussão.", [4]int{5, 4, 4, 5}}},
	{project: project{owner: 6, title: "Telas ISA-101 para quatro elevatórias de esgoto", budget: "R$ 20.000 – R$ 28.000", minCents: 2000000, maxCents: 2800000,
		deadline: "40 dias", level: "Sênior", skills: []string{"scada-supervisorio"},
		description: "Reescrever as telas do supervisório Elipse E3 das quatro elevatórias, com alarmes por prioridade e tendência de vazão."},
		professional: 5, value: money.Reais(23400), daysAgo: 64, stage: finished, dueDay: 15, paidDay: 26,
		letter:    "Biblioteca ISA-101 pronta para saneamento, com protótipo navegável na primeira semana.",
		ofWork:    opinion{4, "Telas limpas e alarmes que os operadores respeitam. Pedimos um ajuste nas tendências, feito em dois dias.", [4]int{5, 4, 4, 0}},
		ofCompany: opinion{5, "Operadores disponíveis para validar cada tela: fez toda a diferença.", [4]int{5, 5, 5, 5}}},
	{project: project{owner: 9, title: "Leitura de energia de seis injetoras por Modbus", budget: "R$ 8.000 – R$ 11.000", minCents: 800000, maxCents: 1100000,
		deadline: "15 dias", level: "Pleno", skills: []string{"iiot", "programacao-clp"},
		description: "Instalar multimedidores, coletar por Modbus RTU e publicar em MQTT com carimbo de tempo."},
		professional: 0, value: money.Reais(9600), daysAgo: 47, stage: finished, dueDay: 15, paidDay: 0,
		letter:    "Coletor com armazenamento local para quedas de rede e tópicos Sparkplug B documentados.",
		ofWork:    opinion{4, "Tecnicamente excelente. A visita precisou ser remarcada uma vez por causa de outra parada.", [4]int{5, 3, 4, 4}},
		ofCompany: opinion{4, "Demanda bem definida; faltou ponto de rede em uma das máquinas.", [4]int{4, 3, 5, 2}}},
	{project: project{owner: 0, title: "Diagnóstico da rede PROFINET do pasteurizador", budget: "R$ 6.000 – R$ 9.000", minCents: 600000, maxCents: 900000,
		deadline: "7 dias", level: "Especialista", skills: []string{"redes-industriais"},
		description: "Medição de jitter e de carga, topologia atualizada e relatório de correções por prioridade."},
		professional: 11, value: money.Reais(7400), daysAgo: 12, stage: delivered,
		letter: "Dois dias de medição com relatório no terceiro. Se a causa for aterramento, indico a correção com fotos."},
	{project: project{owner: 0, title: "Partida de dois inversores no transportador de paletes", budget: "R$ 9.000 – R$ 12.000", minCents: 900000, maxCents: 1200000,
		deadline: "15 dias", level: "Pleno", skills: []string{"comissionamento", "instalacoes-eletricas"},
		description: "Parametrizar dois inversores de 15 kW, ajustar rampas e intertravar com o CLP da paletizadora. Testes no fim de semana."},
		professional: 0, value: money.Reais(10200), daysAgo: 6, stage: agreed,
		letter: "Parametrização conferida em bancada na semana anterior e testes no sábado, com a manutenção ao lado."},
	{project: project{owner: 3, title: "Retrofit do painel da prensa de lodo", budget: "R$ 32.000 – R$ 40.000", minCents: 3200000, maxCents: 4000000,
		deadline: "40 dias", level: "Sênior", skills: []string{"retrofit", "programacao-clp"},
		description: "Substituir o CLP SLC 500 por CompactLogix no painel existente, com nova IHM e lista de I/O revisada."},
		professional: 0, value: money.Reais(36400), daysAgo: 24, stage: active,
		letter: "Conversão com bancada de testes antes da troca e plano de retorno para a madrugada da virada."},
	{project: project{owner: 0, title: "Receitas do CIP com registro de batelada", budget: "R$ 14.000 – R$ 20.000", minCents: 1400000, maxCents: 2000000,
		deadline: "30 dias", level: "Sênior", skills: []string{"programacao-clp", "scada-supervisorio"},
		description: "Sequência de limpeza com oito receitas, registro por batelada e relatório em PDF para a qualidade."},
		professional: 5, value: money.Reais(17900), daysAgo: 38, stage: adjusting,
		letter: "Sequência conforme ISA-88, com relatório por batelada validado com a qualidade na segunda semana."},
	{project: project{owner: 6, title: "Telemetria de três reservatórios por rádio", budget: "R$ 16.000 – R$ 22.000", minCents: 1600000, maxCents: 2200000,
		deadline: "35 dias", level: "Pleno", skills: []string{"redes-industriais", "instrumentacao"},
		description: "Três remotas com rádio, medição de nível e alarme de transbordo, integradas ao supervisório."},
		professional: 11, value: money.Reais(18700), daysAgo: 31, stage: takenBack,
		letter: "Estudo de visada na primeira semana e remotas montadas em painel com proteção contra surtos."},
	{project: project{owner: 9, title: "Migração do historiador de processo", budget: "R$ 24.000 – R$ 30.000", minCents: 2400000, maxCents: 3000000,
		deadline: "45 dias", level: "Sênior", skills: []string{"dados-industriais", "integracao-sistemas"},
		description: "Levar quatro anos de dados de injeção a um novo historiador, com conferência por amostragem."},
		professional: 7, value: money.Reais(26500), daysAgo: 52, stage: dissolved,
		letter: "Migração em lotes com conferência automática e relatório de diferenças por máquina."},
	{project: project{owner: 4, title: "Comissionamento da célula de solda 2", budget: "R$ 18.000 – R$ 24.000", minCents: 1800000, maxCents: 2400000,
		deadline: "20 dias", level: "Especialista", skills: []string{"comissionamento", "programacao-clp"},
		description: "Testes de I/O, intertravamentos e ciclo automático da célula de solda, com aceite assinado pela produção."},
		professional: 0, value: money.Reais(21300), daysAgo: 142, stage: finished, dueDay: 21, paidDay: 27,
		letter:    "Protocolo de comissionamento por sinal, com lista de pendências aberta à produção desde o primeiro dia.",
		ofWork:    opinion{5, "Protocolo sinal a sinal e zero pendência no aceite. A produção assumiu a célula no mesmo turno.", [4]int{5, 5, 5, 5}},
		ofCompany: opinion{4, "Equipe presente. O escopo cresceu no meio do caminho e foi combinado à parte.", [4]int{4, 5, 3, 5}}},
	{project: project{owner: 6, title: "Bloqueio de bombas por nível na estação Norte", budget: "R$ 7.000 – R$ 10.000", minCents: 700000, maxCents: 1000000,
		deadline: "20 dias", level: "Pleno", skills: []string{"programacao-clp", "instrumentacao"},
		description: "Revisar a lógica de partida e bloqueio por nível de três bombas, com simulação e registro de testes."},
		professional: 0, value: money.Reais(8200), daysAgo: 98, stage: finished, dueDay: 22, paidDay: 38,
		letter:    "Lógica simulada em bancada com os níveis do histórico da estação antes de ir a campo.",
		ofWork:    opinion{5, "Achou uma falha de projeto antiga que parava a estação toda semana. Documentação exemplar.", [4]int{5, 4, 5, 4}},
		ofCompany: opinion{4, "Boa recepção na estação. O pagamento saiu alguns dias depois do vencimento.", [4]int{5, 4, 5, 3}}},
	{project: project{owner: 0, title: "Inspeção por visão na rotuladora 1", budget: "R$ 20.000 – R$ 28.000", minCents: 2000000, maxCents: 2800000,
		deadline: "18 dias", level: "Sênior", skills: []string{"visao-maquina", "programacao-clp"},
		description: "Câmera com leitura de validade e rejeito automático, com taxa de falso rejeito abaixo de 0,3%."},
		professional: 1, value: money.Reais(24800), daysAgo: 105, stage: finished, dueDay: 15, paidDay: 27,
		letter:    "Iluminação testada com as embalagens reais e rejeito validado com mil garrafas por formato.",
		ofWork:    opinion{4, "A leitura ficou ótima; a entrega atrasou alguns dias por causa da lente.", [4]int{5, 3, 4, 5}},
		ofCompany: opinion{5, "Amostras separadas antes da visita e decisão rápida em cada teste.", [4]int{5, 5, 4, 5}}},
	{project: project{owner: 0, title: "Padrão de alarmes das enchedoras", budget: "R$ 10.000 – R$ 15.000", minCents: 1000000, maxCents: 1500000,
		deadline: "21 dias", level: "Especialista", skills: []string{"scada-supervisorio", "dados-industriais"},
		description: "Filosofia de alarmes conforme ISA-18.2 para três enchedoras, com racionalização e treinamento."},
		professional: 2, value: money.Reais(13600), daysAgo: 75, stage: finished, dueDay: 21, paidDay: 38,
		letter:    "Racionalização em oficina com operação e manutenção, um dia por enchedora.",
		ofWork:    opinion{5, "Os alarmes por turno caíram de 340 para 41. Treinamento muito claro.", [4]int{5, 5, 5, 0}},
		ofCompany: opinion{4, "Ótima organização das oficinas. O pagamento atrasou alguns dias.", [4]int{5, 5, 5, 4}}},
	{project: project{owner: 9, title: "Supervisório único para doze injetoras", budget: "R$ 24.000 – R$ 34.000", minCents: 2400000, maxCents: 3400000,
		deadline: "45 dias", level: "Sênior", skills: []string{"scada-supervisorio", "iiot"},
		description: "Reunir as telas de doze injetoras de três marcas em um só supervisório, com OEE por máquina e relatório por turno."},
		professional: 5, value: money.Reais(29700), daysAgo: 156, stage: finished, dueDay: 25, paidDay: 27,
		letter:    "Uma injetora de cada marca na primeira semana; as outras seguem o mesmo modelo de tela.",
		ofWork:    opinion{5, "As telas das três marcas ficaram iguais, e o relatório do turno sai sem ninguém digitar.", [4]int{5, 4, 5, 4}},
		ofCompany: opinion{4, "Manuais das injetoras entregues no primeiro dia. Duas máquinas só pararam na terceira semana.", [4]int{4, 5, 4, 5}}},
	{project: project{owner: 2, title: "Telas da moenda no novo supervisório", budget: "R$ 16.000 – R$ 24.000", minCents: 1600000, maxCents: 2400000,
		deadline: "30 dias", level: "Especialista", skills: []string{"scada-supervisorio"},
		description: "Levar as telas de quatro ternos da moenda do InTouch para o System Platform da usina, com teste na entressafra."},
		professional: 2, value: money.Reais(19900), daysAgo: 171, stage: finished, dueDay: 24, paidDay: 27,
		letter:    "Conversão por modelos e conferência tela a tela com o operador, antes do início da safra.",
		ofWork:    opinion{5, "Safra começou com as telas novas e sem chamado. A conferência com os operadores fez diferença.", [4]int{5, 5, 5, 5}},
		ofCompany: opinion{5, "Lista de tags revisada e operador dedicado durante os testes.", [4]int{5, 5, 5, 5}}},
}
