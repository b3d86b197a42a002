package demo

import "automacao/internal/kernel/money"

// bids are projects with proposals that nobody has accepted.
func bids() []*story {
	return []*story{cans(), recovery(), welding()}
}

// cans has four proposals that are worth comparing, and one that lapsed.
func cans() *story {
	rafael := terms{days: 60, travel: money.Reais(12000), assumptions: "Robôs e painéis em campo até a quarta semana.", exclusions: "Infraestrutura elétrica e montagem mecânica.", parts: []part{
		{Title: "Projeto e simulação", Deliverable: "Arquitetura, lista de I/O e simulação dos robôs.", Value: money.Reais(41500)},
		{Title: "TAF", Deliverable: "Linha ensaiada em bancada.", Value: money.Reais(52000)},
		{Title: "TAC e partida", Deliverable: "Produção nominal por três dias.", Value: money.Reais(46000)},
	}}
	cheaper := rafael
	cheaper.parts = append([]part{{Title: "Projeto e simulação", Deliverable: "Arquitetura, lista de I/O e simulação dos robôs.", Value: money.Reais(38000)}}, rafael.parts[1:]...)
	marina := func(design, simulation, start, documents int64) []part {
		return []part{
			{Title: "Projeto de controle", Deliverable: "Arquitetura, lista de I/O e matriz de causa e efeito.", Value: money.Reais(design)},
			{Title: "Simulação e TAF", Deliverable: "Linha inteira simulada e ensaiada.", Value: money.Reais(simulation)},
			{Title: "TAC e partida", Deliverable: "Produção nominal por três dias.", Value: money.Reais(start)},
			{Title: "As built e treinamento", Deliverable: "Documentação final e quatro turmas.", Value: money.Reais(documents), Kind: "retention"},
		}
	}
	return &story{
		project: project{owner: 0, title: "Automação da nova linha de latas", budget: "R$ 130.000 – R$ 160.000", minCents: 13000000, maxCents: 16000000,
			deadline: "90 dias; partida em março", level: "Especialista", skills: []string{"programacao-clp", "robotica-industrial", "redes-industriais"},
			description: "CLP S7-1500 com segurança integrada, 22 inversores, dois robôs de despaletização, rede PROFINET e supervisório de linha.\n\nMontagem elétrica já contratada. Vale a visita técnica de 12 de novembro."},
		professional: 0, letter: "Já parti duas linhas de latas com esta arquitetura. Proponho simulação da linha inteira antes do TAF e uma pessoa em campo durante toda a partida.",
		terms: terms{days: 75, travel: money.Reais(6500), assumptions: "Montagem elétrica pronta até a sexta semana.", exclusions: "Montagem mecânica, licenças e cabos.",
			parts: marina(32000, 52000, 46000, 18000)},
		steps: []turn{
			{ago: 950, act: publish},
			{ago: 860, act: offered(1, "Robôs e CLP na mesma proposta, com ciclo medido na simulação. Equipe de três pessoas.", rafael)},
			{ago: 820, act: send},
			{ago: 760, act: offered(11, "Rede e CLP com certificação PROFINET por segmento. Partida em dois turnos, para caber em uma semana.", terms{days: 90, assumptions: "Supervisório fornecido pela contratante.", exclusions: "Programação dos robôs e telas do supervisório.", parts: []part{
				{Title: "Projeto e rede", Deliverable: "Topologia, endereços e lista de I/O.", Value: money.Reais(36000)},
				{Title: "Programa do CLP", Deliverable: "Blocos ensaiados em bancada.", Value: money.Reais(48000)},
				{Title: "Certificação da rede", Deliverable: "Relatório por segmento.", Value: money.Reais(18000)},
				{Title: "Partida", Deliverable: "Produção nominal por cinco dias.", Value: money.Reais(44000)},
				{Title: "As built", Deliverable: "Diagramas e programa em revisão final.", Value: money.Reais(10000), Kind: "retention"},
			}})},
			{ago: 680, act: offered(5, "Supervisório e CLP com biblioteca própria, tudo incluso. Visitas quinzenais até a partida.", terms{price: money.Reais(132000), days: 80, assumptions: "Acesso remoto por VPN durante o desenvolvimento.", exclusions: "Robôs e funções de segurança."})},
			{ago: 640, act: offered(9, "Posso assumir a despaletização com visão e entregar o conjunto em 70 dias.", terms{price: money.Reais(151000), days: 70})},
			{ago: 630, act: untilToday(9)},
			{ago: 540, act: revised(1, cheaper, "Reduzi o projeto: a lista de I/O de vocês já está pronta.")},
			{ago: 450, deed: noted(0, "Melhor plano de partida. Confirmar se a retenção pode ser paga em abril.", true)},
			{ago: 440, deed: noted(1, "Deslocamento alto; pedir equipe de duas pessoas.", true)},
			{ago: 430, deed: noted(11, "Sem robôs no escopo: somar R$ 28.000.", false)},
			{ago: 240, act: countered(0, marina(30000, 50000, 44000, 16000), "A diretoria aprovou até R$ 140.000 com os mesmos marcos.")},
			{ago: 15, deed: lapsed},
		},
	}
}

// recovery waits for the company's answer to Marina.
func recovery() *story {
	return &story{
		project: project{owner: 3, title: "Telas e alarmes da caldeira de recuperação", budget: "R$ 70.000 – R$ 90.000", minCents: 7000000, maxCents: 9000000,
			deadline: "100 dias", level: "Especialista", skills: []string{"scada-supervisorio", "controle-processos"},
			description: "Reescrever 84 telas do SDCD conforme ISA-101 e racionalizar 2.300 alarmes antes da parada geral."},
		letter: "Oficinas semanais com operadores e entrega por área, para que a sala use as telas novas antes da parada.",
		terms: terms{days: 80, travel: money.Reais(9800), assumptions: "Uma estação de engenharia disponível.", exclusions: "Lógica de controle e intertravamentos.", parts: []part{
			{Title: "Filosofia e protótipo", Deliverable: "Guia de telas e protótipo de uma área.", Value: money.Reais(16000)},
			{Title: "Alarmes", Deliverable: "2.300 alarmes racionalizados em oficina.", Value: money.Reais(28000)},
			{Title: "Telas", Deliverable: "84 telas aprovadas pela operação.", Value: money.Reais(30000)},
			{Title: "Treinamento", Deliverable: "Cinco turnos treinados.", Value: money.Reais(6000)},
		}},
		steps: []turn{{ago: 750, act: publish}, {ago: 560, act: send}, {ago: 520, act: offered(2, "Racionalização conforme ISA-18.2, com a base de alarmes que já uso em três fábricas.", terms{price: money.Reais(84500), days: 90})}},
	}
}

// welding has a proposal that was declined with an invitation to send another.
func welding() *story {
	return &story{
		project: project{owner: 4, title: "Troca do CLP da linha de solda 4", budget: "R$ 30.000 – R$ 38.000", minCents: 3000000, maxCents: 3800000,
			deadline: "35 dias; janela de 20 a 23/12", level: "Sênior", skills: []string{"programacao-clp", "retrofit"},
			description: "SLC 500 para CompactLogix, 11 estações, com a sequência atual e nova IHM."},
		letter: "Conversão em bancada e virada em quatro dias, com um programador por turno.",
		terms:  terms{price: money.Reais(41000), days: 30},
		steps: []turn{{ago: 1350, act: publish}, {ago: 1140, act: send},
			{ago: 950, act: declined(0, "Valor acima do orçamento. Se couber em R$ 38.000, mande outra proposta.")},
			{ago: 840, act: offered(1, "Bancada pronta com as 11 estações e virada em 40 horas.", terms{price: money.Reais(36500), days: 30})}},
	}
}
