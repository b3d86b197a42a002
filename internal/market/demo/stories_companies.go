package demo

import (
	"automacao/internal/kernel/money"
	"automacao/internal/market/deal/amendment"
)

// companyStories are running contracts of the demonstration's company.
func companyStories() []*story {
	return []*story{bottleWasher(), palletizing(), utilities()}
}

// bottleWasher has milestones in most states, with Marina.
func bottleWasher() *story {
	return &story{
		project: project{owner: 0, title: "Retrofit do CLP da lavadora de garrafas", budget: "R$ 60.000 – R$ 75.000", minCents: 6000000, maxCents: 7500000,
			deadline: "70 dias; virada na parada de fim de ano", level: "Especialista", skills: []string{"programacao-clp", "retrofit", "comissionamento"},
			description: "Trocar o S7-300 (CPU 315-2DP) da lavadora por S7-1500, com 164 ED, 92 SD e 12 EA, nova IHM de 15\" e oito inversores em PROFINET.\n\nO programa-fonte está disponível. TAF em bancada e virada em parada de 48 horas."},
		letter: "Proponho bancada com as remotas reais e comparação passo a passo com o programa atual. A virada cabe em 36 horas, com plano de retorno ensaiado.",
		terms: terms{days: 50, travel: money.Reais(3200), assumptions: "Fonte do programa em STEP 7 V5.6 e acesso à bancada da manutenção.", exclusions: "Cabos, painéis e inversores, fornecidos pela contratante.", parts: []part{
			{Title: "Levantamento e projeto", Deliverable: "Lista de I/O, arquitetura e plano de contingência.", Value: money.Reais(13600)},
			{Title: "TAF em bancada", Deliverable: "Programa convertido e ensaiado com as remotas reais.", Value: money.Reais(27200)},
			{Title: "Virada na parada", Deliverable: "Linha produzindo com o novo CLP e operação assistida de três turnos.", Value: money.Reais(20400), DueIn: 18, WaitsForTAC: true},
			{Title: "Documentação as built", Deliverable: "Programa comentado, diagramas e lista de I/O em revisão final.", Value: money.Reais(6800), DueIn: 32, Kind: "retention"},
		}},
		steps: turns(began(6250, 6040, 5730), funded(5620, 1), []turn{
			{ago: 5590, act: start},
			{ago: 4940, act: deliver(1, "Levantamento com fotos e lista de I/O em revisão B. Entraram seis entradas do novo skid.")},
			{ago: 4770, act: approve(1)},
		}, funded(4630, 2), []turn{
			{ago: 4560, act: list(2, "taf", "retrofit", byMaker)},
			{ago: 4430, act: agreeList(2, "taf", byCompany)},
			{ago: 3150, act: recorded(2, "taf", byMaker, "", "", "", "", "", "")},
			{ago: 3080, act: deliver(2, "TAF feito em dois dias, com a manutenção presente. Segue o registro passo a passo.")},
			{ago: 2940, act: sign(2, "taf", byMaker)},
			{ago: 2860, act: sign(2, "taf", byCompany)},
			{ago: 2750, act: approve(2)},
		}, funded(2040, 3), []turn{
			{ago: 1860, act: list(3, "tac", "retrofit", byCompany)},
			{ago: 1730, act: agreeList(3, "tac", byMaker)},
			{ago: 1260, act: amend(byMaker, amendment.Proposed{Title: "Troca do inversor da esteira de saída", Price: money.Reais(4800), ShiftDays: 3,
				Description: "Instalar e parametrizar o inversor novo de 7,5 kW, com a rampa atual, e incluir o diagnóstico na IHM.",
				Reason:      "O inversor atual não tem cartão PROFINET e sai de linha este ano."})},
			{ago: 1040, act: answerAmendment(byCompany, 1, "")},
			{ago: 40, act: fund(6)},
		}),
	}
}

// palletizing has a delivery with a date, a checklist that blocks another milestone, and open and
// refused amendments.
func palletizing() *story {
	parts := func(simulation int64) []part {
		return []part{
			{Title: "Simulação e projeto", Deliverable: "Célula em ROBOGUIDE com o ciclo medido nos quatro formatos.", Value: money.Reais(simulation)},
			{Title: "TAF da célula", Deliverable: "Dez ciclos seguidos por formato e ensaio das funções de segurança.", Value: money.Reais(36000)},
			{Title: "Treinamento da operação", Deliverable: "Três turmas, com lista de presença e apostila.", Value: money.Reais(6000)},
			{Title: "TAC e partida", Deliverable: "Célula em produção e operação assistida de cinco dias.", Value: money.Reais(24000), DueIn: 25},
		}
	}
	return &story{
		project: project{owner: 0, title: "Célula de paletização da linha 2", budget: "R$ 80.000 – R$ 95.000 (mão de obra)", minCents: 8000000, maxCents: 9500000,
			deadline: "75 dias", level: "Sênior", skills: []string{"robotica-industrial", "programacao-clp", "seguranca-maquinas"},
			description: "Programar um FANUC M-410 para quatro formatos de caixa, 14 por minuto, com integração EtherNet/IP e segurança PL d.\n\nO robô e a garra já foram comprados."},
		professional: 1, letter: "Simulo os quatro formatos antes do TAF e trago o ciclo medido. Acompanho a partida em campo até a primeira semana completa.",
		terms: terms{days: 60, exclusions: "Obra civil, cercamento e ponto de ar comprimido.", parts: parts(24000)},
		steps: turns([]turn{
			{ago: 5260, act: publish}, {ago: 5030, act: send},
			{ago: 4950, act: countered(1, parts(20000), "Conseguimos aprovar até R$ 86.000 com o mesmo escopo.")},
			{ago: 4840, act: revised(1, terms{days: 60, parts: parts(20000)}, "Reduzi a simulação: usamos o modelo da garra que vocês já têm.")},
			{ago: 4720, act: accept},
		}, funded(4610, 1), []turn{
			{ago: 4550, act: start},
			{ago: 3640, act: deliver(1, "Simulação dos quatro formatos. O ciclo mais lento ficou em 14,6 caixas por minuto.")},
			{ago: 3520, act: approve(1)},
		}, funded(3450, 2), funded(3440, 3), []turn{
			{ago: 3370, act: list(2, "taf", "robot", byCompany)},
			{ago: 3230, act: agreeList(2, "taf", byMaker)},
			{ago: 1550, act: amend(byMaker, amendment.Proposed{Title: "Garra de vácuo de reserva", Price: money.Reais(9500),
				Description: "Fornecer uma segunda garra com ventosas, pronta para troca rápida.", Reason: "Uma ventosa rasgada para a célula por meio turno."})},
			{ago: 1340, act: answerAmendment(byCompany, 1, "Fica para o orçamento do ano que vem.")},
			{ago: 890, act: deliver(3, "Três turmas treinadas, 26 operadores. Lista de presença e apostila anexadas à entrega.")},
			{ago: 930, act: recorded(2, "taf", byMaker, "", "", "", "")},
			{ago: 880, act: deliver(2, "Dez ciclos por formato, sem falha. Falta repetir o ensaio do scanner com a nova zona.")},
			{ago: 740, act: recorded(2, "taf", byCompany, "A zona de aviso do scanner não reduz a velocidade do robô no formato 3.")},
			{ago: 350, act: amend(byCompany, amendment.Proposed{Title: "Quinto formato de caixa", Price: money.Reais(7200), ShiftDays: 5,
				Description: "Incluir a caixa de 12 garrafas de 500 ml: mosaico, receita e ensaio de dez ciclos.", Reason: "O comercial lança o formato em março."})},
		}),
	}
}

// utilities has a delivery for which adjustments were requested.
func utilities() *story {
	return &story{
		project: project{owner: 0, title: "Supervisório da central de utilidades", budget: "R$ 38.000 – R$ 46.000", minCents: 3800000, maxCents: 4600000,
			deadline: "60 dias", level: "Sênior", skills: []string{"scada-supervisorio", "redes-industriais"},
			description: "Telas de vapor, ar comprimido, água gelada e amônia em Elipse E3, com 640 tags e relatórios de consumo por turno."},
		professional: 5, letter: "Telas ISA-101 e alarmes racionalizados com a operação de utilidades. Os relatórios saem por turno e por produto.",
		terms: terms{days: 45, assumptions: "Licença do Elipse E3 fornecida pela contratante.", parts: []part{
			{Title: "Telas e alarmes", Deliverable: "Telas dos quatro sistemas, com navegação e prioridades de alarme.", Value: money.Reais(18000)},
			{Title: "Relatórios de consumo", Deliverable: "Consumo por turno, por utilidade e por linha.", Value: money.Reais(14000), DueIn: 4},
			{Title: "Operação assistida", Deliverable: "Uma semana em campo, com ajuste de alarmes.", Value: money.Reais(10000), DueIn: 20},
		}},
		steps: turns(began(4450, 4230, 4060), funded(3950, 1), []turn{
			{ago: 3920, act: start},
			{ago: 2560, act: deliver(1, "Telas validadas com os três turnos. O plano de alarmes está na revisão 2.")},
			{ago: 2430, act: approve(1)},
		}, funded(2340, 2), []turn{
			{ago: 650, act: deliver(2, "Relatórios por turno e por linha, em PDF e planilha.")},
			{ago: 520, act: adjust(2, "O consumo de água gelada da linha 3 não bate com o medidor: falta o fator de escala.")},
		}),
	}
}

// makerStories are contracts of the demonstration's professional, and two that are settled
// directly.
func makerStories() []*story {
	return []*story{fillers(), furnace(), backups(), energy(), oee()}
}

// fillers is finished, paid and reviewed.
func fillers() *story {
	return &story{
		project: project{owner: 0, title: "Padronização dos programas das enchedoras", budget: "R$ 48.000 – R$ 60.000", minCents: 4800000, maxCents: 6000000,
			deadline: "80 dias", level: "Especialista", skills: []string{"programacao-clp", "engenharia-automacao"},
			description: "Levar as três enchedoras ao mesmo padrão de blocos, nomes e alarmes, com biblioteca comum em TIA Portal."},
		letter: "Biblioteca de blocos revisada com a manutenção na primeira etapa. Cada enchedora vira em uma parada de domingo.",
		terms: terms{days: 55, parts: []part{
			{Title: "Biblioteca comum", Deliverable: "Blocos, nomes e alarmes aprovados pela manutenção.", Value: money.Reais(21000)},
			{Title: "Enchedoras 1 e 2", Deliverable: "Programas convertidos e em produção.", Value: money.Reais(22000)},
			{Title: "Enchedora 3 e treinamento", Deliverable: "Programa em produção e duas turmas treinadas.", Value: money.Reais(11000)},
		}},
		steps: turns(began(13450, 13140, 12830), funded(12750, 1), []turn{
			{ago: 12660, act: start},
			{ago: 11240, act: deliver(1, "Biblioteca com 42 blocos, revisada em duas oficinas com a manutenção.")},
			{ago: 11030, act: approve(1)},
		}, funded(10940, 2), []turn{
			{ago: 9260, act: deliver(2, "Enchedoras 1 e 2 produzindo desde domingo, sem chamado.")},
			{ago: 9020, act: approve(2)},
		}, funded(8950, 3), []turn{
			{ago: 8640, act: deliver(3, "Enchedora 3 em produção. Duas turmas treinadas, com material gravado.")},
			{ago: 8530, act: both(approve(3), assessed(
				opinion{5, "As três enchedoras falam a mesma língua. O turno da noite resolve alarmes sem ligar para a engenharia.", [4]int{5, 5, 5, 5}},
				opinion{5, "Paradas confirmadas com antecedência, pagamento em garantia desde o início e decisões no mesmo dia.", [4]int{5, 5, 5, 5}}))},
		}),
	}
}

// furnace is delivered and waits for acceptance.
func furnace() *story {
	return &story{
		project: project{owner: 1, title: "Retrofit do forno de indução 2", budget: "R$ 40.000 – R$ 52.000", minCents: 4000000, maxCents: 5200000,
			deadline: "45 dias", level: "Especialista", skills: []string{"retrofit", "programacao-clp"},
			description: "Substituir o CLP e a IHM do forno de 2 toneladas, com registro de temperatura por corrida e intertravamento da refrigeração."},
		letter: "Intertravamentos ensaiados com água antes da primeira corrida. O registro por corrida sai em planilha e no supervisório.",
		terms: terms{days: 35, travel: money.Reais(2800), parts: []part{
			{Title: "Projeto e bancada", Deliverable: "Programa ensaiado e matriz de causa e efeito assinada.", Value: money.Reais(18500)},
			{Title: "Troca e partida", Deliverable: "Forno em produção e três corridas acompanhadas.", Value: money.Reais(27500)},
		}},
		steps: turns(began(4840, 4650, 4330), funded(4240, 1), funded(4230, 2), funded(4220, 3), []turn{
			{ago: 4150, act: start},
			{ago: 3030, act: deliver(1, "Matriz de causa e efeito assinada. Programa ensaiado com a bancada de água.")},
			{ago: 2840, act: approve(1)},
			{ago: 890, act: deliver(2, "Forno em produção desde segunda. Três corridas acompanhadas, relatório anexado.")},
			{ago: 880, act: deliver(3, "Duas viagens, quatro diárias.")},
		}),
	}
}

// backups has a direct payment that the professional contests.
func backups() *story {
	return &story{
		project: project{owner: 0, title: "Backup e inventário dos CLPs da fábrica", budget: "R$ 6.000 – R$ 9.000", minCents: 600000, maxCents: 900000,
			deadline: "20 dias", level: "Sênior", skills: []string{"programacao-clp", "redes-industriais"},
			description: "Levantar 38 CLPs e IHMs, com versão, endereço e backup restaurado em bancada."},
		letter: "Inventário com foto e versão de cada equipamento, e backup restaurado uma vez em bancada.", isDirect: true,
		terms: terms{price: money.Reais(7600)},
		steps: turns(began(4150, 3940, 3760), []turn{
			{ago: 3630, act: start},
			{ago: 2450, act: deliver(1, "Inventário dos 38 equipamentos e backups conferidos em bancada.")},
			{ago: 2240, act: approve(1)},
			invoiced(2140, 1, "NFS-e 27.pdf", "27", "7F3K-Q2MD"),
			proven(1250, 1, "Comprovante da remessa.pdf", "Torno e Solda Paulista, usinagem", "Pago com a remessa da quinzena."),
			{ago: 930, act: contested(1, "O valor não entrou na conta. O comprovante é de outro fornecedor.")},
		}),
	}
}

// energy has a direct payment that the professional has not confirmed yet.
func energy() *story {
	return &story{
		project: project{owner: 0, title: "Painel de medição de energia das utilidades", budget: "R$ 11.000 – R$ 15.000", minCents: 1100000, maxCents: 1500000,
			deadline: "30 dias", level: "Pleno", skills: []string{"projeto-eletrico"},
			description: "Projeto em EPLAN de um painel com 14 multimedidores, lista de materiais e de cabos, com ART."},
		professional: 6, letter: "Diagramas e listas prontos para compra em três semanas, com ART inclusa.", isDirect: true,
		terms: terms{price: money.Reais(12400), days: 20},
		steps: turns(began(3350, 3140, 3030), []turn{
			{ago: 2940, act: start},
			{ago: 1440, act: deliver(1, "Projeto em revisão 1, lista de materiais e ART.")},
			{ago: 1330, act: approve(1)},
			{ago: 340, act: claimed(1, "Pago por TED na segunda-feira.")},
		}),
	}
}

// oee waits for its professional's account.
func oee() *story {
	return &story{
		project: project{owner: 9, title: "Integração do OEE com o ERP", budget: "R$ 22.000 – R$ 28.000", minCents: 2200000, maxCents: 2800000,
			deadline: "40 dias", level: "Pleno", skills: []string{"iiot", "dados-industriais"},
			description: "Levar paradas e produção das 12 injetoras ao TOTVS, por turno e por ordem, com conferência diária."},
		professional: 7, letter: "Conector com fila local: nada se perde se o ERP cair. Conferência diária automática por ordem.",
		terms: terms{days: 30, parts: []part{
			{Title: "Mapa de dados", Deliverable: "Campos, regras e exemplos aprovados pelo PCP.", Value: money.Reais(8000), DueIn: 12},
			{Title: "Conector em produção", Deliverable: "Duas semanas sem divergência.", Value: money.Reais(16500), DueIn: 34},
		}},
		steps: began(1250, 1040, 730),
	}
}
