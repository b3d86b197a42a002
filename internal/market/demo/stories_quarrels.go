package demo

import "automacao/internal/kernel/money"

// quarrels are contracts with a dispute, one for each of its states.
func quarrels() []*story {
	return []*story{boxer(), vision(), pipeline(), evisceration(), boiler(), turbine(), lime()}
}

// boxer waits for the company's answer.
func boxer() *story {
	return &story{
		project: project{owner: 0, title: "Adequação NR-12 da encaixotadora", budget: "R$ 34.000 – R$ 42.000", minCents: 3400000, maxCents: 4200000,
			deadline: "50 dias", level: "Sênior", skills: []string{"seguranca-maquinas", "projeto-eletrico"},
			description: "Apreciação de riscos, projeto PL d, instalação de proteções e laudo com ART da encaixotadora da linha 1."},
		professional: 4, letter: "Apreciação HRN na primeira semana e instalação em dois fins de semana. Laudo com ART incluso.",
		terms: terms{days: 40, parts: []part{
			{Title: "Apreciação de riscos", Deliverable: "HRN com fotos e plano por prioridade.", Value: money.Reais(9000)},
			{Title: "Projeto e instalação", Deliverable: "Proteções instaladas e funções ensaiadas.", Value: money.Reais(22000)},
			{Title: "Validação e laudo", Deliverable: "Laudo com ART.", Value: money.Reais(8000), DueIn: 15},
		}},
		steps: turns(began(5050, 4840, 4630), funded(4540, 1), []turn{
			{ago: 4450, act: start},
			{ago: 3840, act: deliver(1, "HRN dos onze pontos, com fotos e plano de adequação.")},
			{ago: 3720, act: approve(1)},
		}, funded(3640, 2), []turn{
			{ago: 940, act: deliver(2, "Proteções instaladas e PL d calculado no SISTEMA.")},
			{ago: 630, act: adjust(2, "Queremos a porta traseira com bloqueio, além do sensor.")},
			{ago: 140, act: quarrel(2, byMaker, 100, "A porta com bloqueio não está no projeto aprovado em setembro. O que foi combinado está instalado e ensaiado.")},
		}),
	}
}

// vision is being negotiated, with two offers.
func vision() *story {
	return &story{
		project: project{owner: 0, title: "Inspeção de nível e tampa na linha 3", budget: "R$ 48.000 – R$ 58.000", minCents: 4800000, maxCents: 5800000,
			deadline: "55 dias", level: "Sênior", skills: []string{"visao-maquina", "programacao-clp"},
			description: "Duas câmeras para nível e presença de tampa, 400 garrafas por minuto, com rejeito e estatística por turno."},
		professional: 9, letter: "Óptica dimensionada com 200 amostras de cada produto. Falso rejeito medido em oito horas de produção.",
		terms: terms{days: 45, parts: []part{
			{Title: "Câmeras e óptica", Deliverable: "Estações montadas e taxa de falso rejeito abaixo de 0,3%.", Value: money.Reais(30000)},
			{Title: "Integração e estatística", Deliverable: "Rejeito no CLP e relatório por turno.", Value: money.Reais(22000), DueIn: 22},
		}},
		steps: turns(began(4650, 4440, 4230), funded(4140, 1), []turn{
			{ago: 4050, act: start},
			{ago: 1340, act: deliver(1, "Duas estações montadas. Falso rejeito de 0,28% em oito horas.")},
			{ago: 940, act: quarrel(1, byCompany, 40, "Com a garrafa de vidro âmbar o falso rejeito passa de 1,1%. A estação 2 não serve para esse produto.")},
			{ago: 830, act: replied(byMaker, "O vidro âmbar não estava entre as amostras enviadas. Com os produtos do escopo a taxa foi medida e está no relatório.")},
			{ago: 640, act: divided(byMaker, 85, "Assumo a troca do filtro da estação 2 sem custo.")},
			{ago: 430, act: divided(byCompany, 65, "Aceitamos se o ensaio com âmbar entrar na próxima etapa.")},
		}),
	}
}

// pipeline waits for the administrator's decision.
func pipeline() *story {
	return &story{
		project: project{owner: 6, title: "Telemetria da adutora Sul", budget: "R$ 30.000 – R$ 36.000", minCents: 3000000, maxCents: 3600000,
			deadline: "60 dias", level: "Sênior", skills: []string{"redes-industriais", "instrumentacao"},
			description: "Cinco remotas por rádio com pressão e vazão, alarme de rompimento e integração ao supervisório."},
		letter: "Estudo de visada antes da compra das antenas e remotas montadas em painel com proteção contra surtos.",
		terms: terms{days: 50, travel: money.Reais(4500), parts: []part{
			{Title: "Estudo de rádio e painéis", Deliverable: "Visada medida e cinco painéis montados.", Value: money.Reais(12000)},
			{Title: "Instalação das remotas", Deliverable: "Cinco pontos em operação, com sinal registrado por sete dias.", Value: money.Reais(20500)},
		}},
		steps: turns(began(7250, 7040, 6830), funded(6740, 1), []turn{
			{ago: 6650, act: start},
			{ago: 5440, act: deliver(1, "Visada medida nos cinco pontos. Painéis prontos na oficina.")},
			{ago: 5230, act: approve(1)},
		}, funded(5140, 2), []turn{
			{ago: 2640, act: deliver(2, "Cinco pontos em operação. Registro de sinal dos sete dias anexado.")},
			{ago: 1830, act: quarrel(2, byCompany, 50, "O ponto da serra perde o sinal nas madrugadas de chuva. Para nós a instalação está pela metade.")},
			{ago: 1540, act: replied(byMaker, "O registro mostra 99,4% no período combinado. A árvore no caminho cresceu depois do estudo e consta no relatório.")},
			{ago: 1130, act: divided(byCompany, 60, "")},
			{ago: 540, act: mediated(byMaker, "Os dados estão no relatório e não chegamos a um número. Peço que a administração decida.")},
		}),
	}
}

// evisceration was decided and appealed.
func evisceration() *story {
	return &story{
		project: project{owner: 8, title: "Rede PROFINET da evisceração", budget: "R$ 24.000 – R$ 30.000", minCents: 2400000, maxCents: 3000000,
			deadline: "35 dias", level: "Especialista", skills: []string{"redes-industriais"},
			description: "Trocar 26 conversores por nós PROFINET em área lavada, com topologia em anel e diagnóstico na IHM."},
		professional: 11, letter: "Anel com redundância de mídia e conectores IP67 para lavagem diária. Medição antes e depois.",
		terms: terms{price: money.Reais(27000), days: 30},
		steps: turns(began(6650, 6440, 6230), funded(6140, 1), []turn{
			{ago: 6050, act: start},
			{ago: 4040, act: deliver(1, "26 nós trocados e anel ensaiado com a linha em produção.")},
			{ago: 3230, act: quarrel(1, byCompany, 30, "Quatro conectores deixaram entrar água na primeira semana de lavagem.")},
			{ago: 2940, act: replied(byMaker, "Os quatro foram abertos pela manutenção para trocar cabos. As fotos mostram o vedante fora do lugar.")},
			{ago: 2040, act: mediated(byCompany, "Não houve acordo sobre a causa da água nos conectores.")},
			{ago: 640, act: decided(80, "O anel e 22 nós estão como combinado. Dos quatro conectores não se prova a causa: a perda é dividida, e o profissional troca o vedante.")},
			{ago: 430, act: appealed(byCompany, "O laudo do fabricante chegou depois da decisão e fala em montagem errada.")},
		}),
	}
}

// boiler was decided, and both sides may still appeal.
func boiler() *story {
	return &story{
		project: project{owner: 2, title: "Troca do supervisório da caldeira 2", budget: "R$ 42.000 – R$ 52.000", minCents: 4200000, maxCents: 5200000,
			deadline: "60 dias na entressafra", level: "Especialista", skills: []string{"scada-supervisorio", "controle-processos"},
			description: "Levar 1.100 tags a um novo supervisório, com telas ISA-101, alarmes racionalizados e histórico de cinco anos."},
		letter: "Migro o histórico em lotes conferidos e racionalizo os alarmes em oficina com os operadores.",
		terms: terms{days: 45, parts: []part{
			{Title: "Telas e alarmes", Deliverable: "Telas aprovadas pelos quatro operadores.", Value: money.Reais(26000)},
			{Title: "Migração do histórico", Deliverable: "Cinco anos conferidos por amostragem.", Value: money.Reais(21000)},
		}},
		steps: turns(began(6450, 6240, 6030), funded(5940, 1), []turn{
			{ago: 5850, act: start},
			{ago: 4440, act: deliver(1, "Telas aprovadas. Alarmes de 870 para 214.")},
			{ago: 4230, act: approve(1)},
		}, funded(4140, 2), []turn{
			{ago: 2650, act: deliver(2, "Histórico migrado, com relatório de conferência por mês.")},
			{ago: 2050, act: quarrel(2, byCompany, 55, "Faltam quatro meses de 2023 na migração.")},
			{ago: 1840, act: replied(byMaker, "Esses meses não existem no banco de origem: o servidor ficou parado. Está na página 3 do relatório.")},
			{ago: 1340, act: mediated(byCompany, "Não conseguimos conferir se os dados existiam.")},
			{ago: 130, act: decided(90, "O relatório mostra que a origem não tem os quatro meses. O profissional deveria ter avisado antes da migração: um décimo volta à empresa.")},
		}),
	}
}

// turbine was decided, and both sides accepted the decision.
func turbine() *story {
	return &story{
		project: project{owner: 3, title: "Diagnóstico da malha de vapor da turbina", budget: "R$ 16.000 – R$ 22.000", minCents: 1600000, maxCents: 2200000,
			deadline: "20 dias", level: "Especialista", skills: []string{"comissionamento", "controle-processos"},
			description: "Levantar a causa da oscilação de pressão, com ensaio em degrau e relatório de ajustes."},
		professional: 8, letter: "Ensaio em degrau com a turbina em carga parcial e ajuste malha por malha.",
		terms: terms{price: money.Reais(18000), days: 15},
		steps: turns(began(5850, 5640, 5430), funded(5340, 1), []turn{
			{ago: 5250, act: start},
			{ago: 4240, act: deliver(1, "Relatório com a causa e ajuste de sete malhas.")},
			{ago: 3830, act: quarrel(1, byCompany, 50, "A oscilação voltou em carga plena.")},
			{ago: 3640, act: replied(byMaker, "Em carga plena a válvula está no fim do curso, como avisei no relatório.")},
			{ago: 3240, act: mediated(byMaker, "A válvula não faz parte do escopo.")},
			{ago: 2830, act: decided(70, "O ajuste foi feito e documentado. O ensaio em carga plena estava no escopo e não foi repetido.")},
			{ago: 2740, act: bowed(byCompany)},
			{ago: 2630, act: bowed(byMaker)},
		}),
	}
}

// lime ended by an accepted offer.
func lime() *story {
	return &story{
		project: project{owner: 5, title: "Balança dosadora de cal", budget: "R$ 12.000 – R$ 16.000", minCents: 1200000, maxCents: 1600000,
			deadline: "25 dias", level: "Sênior", skills: []string{"programacao-clp", "instrumentacao"},
			description: "Controle de vazão por perda de peso, com calibração e tela na sala de controle."},
		letter: "Calibração com massa padrão e ensaio de oito horas na vazão nominal.",
		terms:  terms{price: money.Reais(14500), days: 20},
		steps: turns(began(11650, 11440, 11230), funded(11140, 1), []turn{
			{ago: 11050, act: start},
			{ago: 9850, act: deliver(1, "Dosagem dentro de 1,2% na vazão nominal.")},
			{ago: 9530, act: quarrel(1, byCompany, 70, "Na vazão mínima o erro passa de 4%.")},
			{ago: 9350, act: replied(byMaker, "A vazão mínima ficou fora do ensaio porque o silo estava vazio.")},
			{ago: 9240, act: divided(byMaker, 90, "Volto para repetir o ensaio na mínima.")},
			{ago: 9130, act: acceptedSplit(byCompany)},
		}),
	}
}
