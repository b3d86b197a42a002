package demo

import "automacao/internal/kernel/money"

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
