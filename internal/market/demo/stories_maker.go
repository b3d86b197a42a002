package demo

import "automacao/internal/kernel/money"

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
