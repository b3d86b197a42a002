package demo

import (
	"slices"

	"automacao/internal/kernel/money"
)

// stories are the deals of the demonstration besides the engagements. Most belong to its company or
// its professional.
func stories() []*story {
	return slices.Concat([]*story{institution()}, companyStories(), makerStories(), endings(), quarrels(), bids())
}

// turns concatenates the parts of a story.
func turns(parts ...[]turn) []turn { return slices.Concat(parts...) }

// institution opens the accounts before the first payment, and pays out after everything held was
// released. One account is still under review, and one payout is on its way.
func institution() *story {
	return &story{professional: 0, steps: []turn{
		{ago: 14000, deed: receivers(0, 1, 4, 5, 8, 9, 11, 12)},
		{ago: 850, deed: slowly(receivers(7))},
		{ago: 8420, deed: carriedOut},
		{ago: 8410, act: takeOut(1800000)},
		{ago: 8410, deed: carriedOut},
		{ago: 8410, deed: arrived},
		{ago: 2620, deed: carriedOut},
		{ago: 2610, act: takeOut(2000000)},
		{ago: 2610, deed: carriedOut},
		{ago: 2610, deed: arrived},
		{ago: 30, deed: carriedOut},
		{ago: 25, act: takeOut(850000)},
		{ago: 25, deed: slowly(carriedOut)},
		{ago: 20, act: both(published, talked)},
		{ago: 10, deed: compare},
	}}
}

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

// endings are contracts that ended before their work was finished.
func endings() []*story {
	return []*story{skid(), cabling(), brewery(), calibration(), syrup(), cutter()}
}

// skid ended by a termination that gives the professional a part of one milestone and nothing of
// another, and leaves the last one unpaid.
func skid() *story {
	return &story{
		project: project{owner: 0, title: "Comissionamento do skid de CIP", budget: "R$ 32.000 – R$ 40.000", minCents: 3200000, maxCents: 4000000,
			deadline: "45 dias", level: "Especialista", skills: []string{"comissionamento", "instrumentacao"},
			description: "Loop check de 48 malhas, intertravamentos por matriz de causa e efeito e operação assistida do novo skid de limpeza."},
		professional: 8, letter: "Folha de loop check assinada por malha e lista de pendências diária, com a produção ao lado.",
		terms: terms{days: 30, parts: []part{
			{Title: "Loop check", Deliverable: "48 malhas com folha assinada.", Value: money.Reais(12000)},
			{Title: "Intertravamentos", Deliverable: "Matriz de causa e efeito ensaiada.", Value: money.Reais(16000)},
			{Title: "Operação assistida", Deliverable: "Cinco dias, dois turnos.", Value: money.Reais(5000)},
			{Title: "Documentação", Deliverable: "Relatório final e certificados.", Value: money.Reais(3000)},
		}},
		steps: turns(began(8050, 7840, 7630), funded(7540, 1), funded(7530, 2), funded(7520, 3), []turn{
			{ago: 7450, act: start},
			{ago: 6640, act: deliver(1, "48 malhas conferidas, três com pendência de material.")},
			{ago: 6520, act: approve(1)},
			{ago: 5240, act: terminate(byCompany, "O skid volta ao fabricante para troca do trocador de calor. A obra só recomeça no ano que vem.", 100, 60, 0, 0)},
			{ago: 5030, act: dissolve(byMaker)},
		}),
	}
}

// cabling was cancelled by the company because its professional was blocked.
func cabling() *story {
	return &story{
		project: project{owner: 0, title: "Cabeamento da sala elétrica 3", budget: "R$ 10.000 – R$ 14.000", minCents: 1000000, maxCents: 1400000,
			deadline: "20 dias", level: "Pleno", skills: []string{"instalacoes-eletricas", "redes-industriais"},
			description: "Lançar e certificar 62 pontos de rede industrial, com identificação e relatório por ponto."},
		professional: 12, letter: "Certificação com relatório por ponto e identificação conforme o padrão da planta.",
		terms: terms{days: 15, parts: []part{
			{Title: "Lançamento dos cabos", Deliverable: "62 pontos lançados e identificados.", Value: money.Reais(8000)},
			{Title: "Certificação", Deliverable: "Relatório por ponto.", Value: money.Reais(4200)},
		}},
		steps: turns(began(7050, 6840, 6730), funded(6640, 1), []turn{
			{ago: 6550, act: start},
			{ago: 5840, act: block(byMaker)},
			{ago: 5730, act: cancel(byCompany, "O profissional foi bloqueado na plataforma e não apareceu na obra.")},
		}),
	}
}

// brewery was cancelled by the professional because their company was blocked.
func brewery() *story {
	return &story{
		project: project{owner: 12, title: "Receitas da sala de brassagem", budget: "R$ 18.000 – R$ 24.000", minCents: 1800000, maxCents: 2400000,
			deadline: "30 dias", level: "Sênior", skills: []string{"programacao-clp", "scada-supervisorio"},
			description: "Sequência de brassagem com doze receitas, registro por batelada e telas em WinCC Unified."},
		letter: "Sequência conforme ISA-88, com registro por batelada desde o primeiro ensaio.",
		terms: terms{days: 25, parts: []part{
			{Title: "Sequência e receitas", Deliverable: "Doze receitas ensaiadas com água.", Value: money.Reais(14000)},
			{Title: "Partida", Deliverable: "Três brassagens acompanhadas.", Value: money.Reais(7500)},
		}},
		steps: turns(began(10050, 9840, 9630), funded(9540, 1), []turn{
			{ago: 9450, act: start},
			{ago: 8240, act: block(byCompany)},
			{ago: 8130, act: cancel(byMaker, "A empresa foi bloqueada na plataforma e não libera o acesso à planta.")},
		}),
	}
}

// calibration was withdrawn by the professional before the work began.
func calibration() *story {
	return &story{
		project: project{owner: 7, title: "Validação do supervisório da sala limpa", budget: "R$ 26.000 – R$ 34.000", minCents: 2600000, maxCents: 3400000,
			deadline: "40 dias", level: "Especialista", skills: []string{"scada-supervisorio", "engenharia-automacao"},
			description: "Protocolos IQ, OQ e PQ do supervisório de pressão e umidade, com trilha de auditoria."},
		letter: "Protocolos no modelo de vocês, com rastreabilidade de requisito a ensaio.",
		terms:  terms{price: money.Reais(31500), days: 35},
		steps: turns(began(2950, 2740, 2530), []turn{
			{ago: 2240, act: withdraw(byMaker, "A parada de outra obra foi antecipada e não conseguiria cumprir as datas da validação.")},
		}),
	}
}

// syrup was withdrawn by the company.
func syrup() *story {
	return &story{
		project: project{owner: 0, title: "Calibração dos transmissores da xaroperia", budget: "R$ 7.000 – R$ 10.000", minCents: 700000, maxCents: 1000000,
			deadline: "10 dias", level: "Pleno", skills: []string{"calibracao", "instrumentacao"},
			description: "Calibrar 34 transmissores de vazão, nível e brix, com certificados RBC e etiquetas."},
		professional: 3, letter: "Dois instrumentistas, três dias em campo e certificados em PDF no mesmo dia.",
		terms: terms{price: money.Reais(8900), days: 5},
		steps: turns(began(2050, 1940, 1830), []turn{
			{ago: 1640, act: withdraw(byCompany, "A parada da xaroperia passou para fevereiro.")},
		}),
	}
}

// cutter ended by a termination that the professional proposed.
func cutter() *story {
	return &story{
		project: project{owner: 10, title: "Programa da dobradeira CNC de oito eixos", budget: "R$ 28.000 – R$ 36.000", minCents: 2800000, maxCents: 3600000,
			deadline: "50 dias", level: "Especialista", skills: []string{"programacao-clp"},
			description: "CODESYS com oito eixos EtherCAT, biblioteca de dobras e IHM em português e espanhol."},
		letter: "Biblioteca de eixos própria e simulação das dobras antes do try-out.",
		terms: terms{days: 40, parts: []part{
			{Title: "Eixos e segurança", Deliverable: "Movimentos ensaiados em bancada.", Value: money.Reais(15000)},
			{Title: "Biblioteca de dobras", Deliverable: "Vinte dobras simuladas.", Value: money.Reais(12000)},
			{Title: "Try-out", Deliverable: "Primeira peça aprovada.", Value: money.Reais(6000)},
		}},
		steps: turns(began(7450, 7240, 7030), funded(6940, 1), []turn{
			{ago: 6850, act: start},
			{ago: 5440, act: deliver(1, "Oito eixos referenciados e ensaiados em bancada.")},
			{ago: 5320, act: approve(1)},
			{ago: 3640, act: terminate(byMaker, "O cliente final suspendeu o pedido da máquina. Encerramos com a primeira etapa paga.")},
			{ago: 3530, act: dissolve(byCompany)},
		}),
	}
}
