package demo

import (
	"time"

	"automacao/internal/kernel/money"
)

// member is a member of the demonstration cast. The document is synthetic: companies have the root
// DEMO…, people a number from a reserved block.
type member struct {
	email      string
	name       string
	role       string
	document   string
	location   string
	headline   string
	title      string
	about      string
	experience string
	skills     []string
	// availability says whether a professional has time. works has one letter for each way of
	// working (see modes).
	availability string
	works        string
	masters      []mastery
}

// mastery is a technology that a professional masters: on which level, for how many years, and how
// many years ago they last used it.
type mastery struct {
	technology, level string
	years, idle       int
}

// Password is the password of every demonstration account.
const Password = "demo1234"

// The three accounts that the sign-in page lists in demo mode.
const (
	AdminEmail        = "admin@automacao.demo"
	ProfessionalEmail = "profissional@automacao.demo"
	CompanyEmail      = "empresa@automacao.demo"
)

var administrator = member{
	email: AdminEmail, name: "Administração da Plataforma", role: "admin", title: "Administração",
}

var companies = []member{
	{email: CompanyEmail, name: "Envasadora Serra Azul Bebidas", document: "DEMO0001000107", location: "Jundiaí/SP", headline: "Alimentos e bebidas",
		about: "Envasamos água mineral, refrigerantes e sucos em quatro linhas de até 36 mil garrafas por hora. A engenharia interna cuida da operação; contratamos especialistas para migrações, visão e paradas."},
	{email: "vale@automacao.demo", name: "Metalúrgica Vale do Itajaí", document: "DEMO0002000151", location: "Blumenau/SC", headline: "Metalurgia",
		about: "Usinagem e fundição de componentes para motores elétricos. Parque de 140 máquinas, da década de 1990 a centros CNC atuais."},
	{email: "boacolheita@automacao.demo", name: "Usina Boa Colheita Açúcar e Etanol", document: "DEMO0003000104", location: "Sertãozinho/SP", headline: "Açúcar e etanol",
		about: "Moagem de 4,2 milhões de toneladas por safra, cogeração de 45 MW. Janelas de obra na entressafra, de dezembro a março."},
	{email: "tresrios@automacao.demo", name: "Celulose Três Rios", document: "DEMO0004000140", location: "Três Lagoas/MS", headline: "Papel e celulose",
		about: "Celulose de eucalipto, 1,3 milhão de toneladas por ano. SDCD, 11 mil instrumentos e uma parada geral a cada quinze meses."},
	{email: "piratininga@automacao.demo", name: "Autopeças Piratininga", document: "DEMO0005000195", location: "Sorocaba/SP", headline: "Automotivo",
		about: "Estampados e conjuntos soldados para montadoras. Segurança de máquinas é meta da diretoria: todas as prensas adequadas à NR-12 até o fim do ano."},
	{email: "serradoferro@automacao.demo", name: "Mineração Serra do Ferro", document: "DEMO0006000130", location: "Itabira/MG", headline: "Mineração",
		about: "Lavra e beneficiamento de minério de ferro, com transportadores de longa distância e rede OT distribuída por 30 km."},
	{email: "planalto@automacao.demo", name: "Companhia de Saneamento do Planalto", document: "DEMO0007000184", location: "Anápolis/GO", headline: "Saneamento",
		about: "Água e esgoto para 380 mil pessoas: duas estações de tratamento, 41 elevatórias e 62 reservatórios telecomandados."},
	{email: "farmalab@automacao.demo", name: "Farmalab Recife", document: "DEMO0008000129", location: "Recife/PE", headline: "Farmacêutico",
		about: "Sólidos orais e líquidos estéreis. Ambiente validado, integração de segurança e de boas práticas antes do acesso."},
	{email: "camposgerais@automacao.demo", name: "Frigorífico Campos Gerais", document: "DEMO0009000173", location: "Ponta Grossa/PR", headline: "Frigorífico",
		about: "Abate e industrialização de aves, 180 mil por dia. Áreas frias, lavagem diária e turnos de 24 horas."},
	{email: "poliplast@automacao.demo", name: "PoliPlast Embalagens", document: "DEMO0010000106", location: "Camaçari/BA", headline: "Plásticos e embalagens",
		about: "Tampas e potes injetados para alimentos. Doze injetoras de três fabricantes e o desejo de saber o OEE de cada uma."},
	{email: "gaucha@automacao.demo", name: "Máquinas Gaúcha OEM", document: "DEMO0011000142", location: "Caxias do Sul/RS", headline: "Máquinas e equipamentos",
		about: "Fabricamos máquinas de corte e conformação sob encomenda. Terceirizamos parte da programação nos picos de entrega."},
	{email: "eletromanaus@automacao.demo", name: "Eletro Manaus Componentes", document: "DEMO0012000197", location: "Manaus/AM", headline: "Eletroeletrônico",
		about: "Placas e chicotes para linha branca no Polo Industrial de Manaus. Produção em três turnos."},
	{email: "cervejaria@automacao.demo", name: "Cervejaria Pedra Alta", document: "DEMO0013000131", location: "Petrópolis/RJ", headline: "Alimentos e bebidas",
		about: "Cerveja e chope em barril, com duas linhas de envase e sala de brassagem automatizada."},
}

var professionals = []member{
	{email: ProfessionalEmail, name: "Marina Alves Teixeira", document: "90000001147", location: "Campinas/SP", experience: "Especialista", availability: "available", works: "phr",
		title: "Engenheira de Automação · Siemens", headline: "Migrações TIA Portal e WinCC em paradas curtas",
		skills:  []string{"engenharia-automacao", "programacao-clp", "scada-supervisorio", "comissionamento"},
		masters: []mastery{{"s7-1500", "Especialista", 9, 0}, {"tia-portal", "Especialista", 12, 0}, {"s7-300", "Especialista", 15, 1}, {"wincc-unified", "Especialista", 4, 0}, {"profinet", "Avançado", 10, 0}, {"sinamics", "Avançado", 8, 0}, {"texto-estruturado", "Especialista", 12, 0}},
		about:   "Quinze anos em linhas de envase e processos contínuos. TIA Portal, WinCC Unified e PROFINET. Entrego programa comentado, lista de I/O final e plano de contingência escrito antes da virada."},
	{email: "rafael@automacao.demo", name: "Rafael Nogueira Pinto", document: "90000001228", location: "Joinville/SC", experience: "Sênior", availability: "available", works: "p",
		title: "Programador de CLP e robôs", headline: "Studio 5000, FANUC e segurança integrada",
		skills:  []string{"programacao-clp", "robotica-industrial", "seguranca-maquinas"},
		masters: []mastery{{"studio-5000", "Especialista", 11, 0}, {"guardlogix", "Avançado", 7, 0}, {"compactlogix", "Avançado", 9, 0}, {"fanuc", "Especialista", 8, 0}, {"roboguide", "Avançado", 6, 0}, {"ethernet-ip", "Avançado", 9, 0}},
		about:   "Células de solda e paletização com FANUC e GuardLogix. Simulo em ROBOGUIDE antes do TAF e acompanho o startup em campo."},
	{email: "claudia@automacao.demo", name: "Cláudia Reis Monteiro", document: "90000001309", location: "Belo Horizonte/MG", experience: "Especialista", availability: "limited", works: "hr",
		title: "Engenheira de controle de processos", headline: "Sintonia de malhas e controle avançado",
		skills:  []string{"controle-processos", "instrumentacao", "dados-industriais"},
		masters: []mastery{{"deltav", "Especialista", 12, 0}, {"centum-vp", "Avançado", 6, 1}, {"pi-system", "Avançado", 10, 0}, {"matlab", "Avançado", 14, 0}},
		about:   "DeltaV, CENTUM VP e PI System. Ensaio em degrau, sintonia e relatório de variabilidade antes e depois, malha por malha."},
	{email: "anderson@automacao.demo", name: "Anderson Luiz Barbosa", document: "90000001490", location: "Ribeirão Preto/SP", experience: "Pleno", availability: "available", works: "p",
		title: "Técnico em instrumentação (instrumentista)", headline: "Calibração em campo, HART e loop check",
		skills:  []string{"instrumentacao", "calibracao", "comissionamento"},
		masters: []mastery{{"hart", "Avançado", 10, 0}, {"presys", "Avançado", 8, 0}, {"profibus-pa", "Intermediário", 5, 2}, {"fluke-754", "Avançado", 7, 0}},
		about:   "Dez safras de entressafra. Padrões Presys com certificado RBC em dia, NR-10, NR-33 e NR-35 válidas."},
	{email: "patricia@automacao.demo", name: "Patrícia Gomes Sakamoto", document: "90000001570", location: "Curitiba/PR", experience: "Sênior", availability: "limited", works: "ph",
		title: "Especialista em segurança de máquinas NR-12", headline: "Apreciação de riscos, PL d e laudo com ART",
		skills:  []string{"seguranca-maquinas", "projeto-eletrico", "retrofit"},
		masters: []mastery{{"pilz-pnoz", "Especialista", 9, 0}, {"sistema-ifa", "Especialista", 8, 0}, {"iso-13849", "Especialista", 10, 0}, {"nr-12", "Especialista", 12, 0}, {"s7-1500f", "Intermediário", 3, 1}},
		about:   "Da apreciação HRN ao laudo: projeto de segurança em Pilz, cálculo no SISTEMA, validação conforme ISO 13849 e ART."},
	{email: "thiago@automacao.demo", name: "Thiago Moura Cavalcanti", document: "90000001651", location: "Recife/PE", experience: "Sênior", availability: "available", works: "hr",
		title: "Desenvolvedor SCADA", headline: "Elipse E3 e Ignition, telas que o operador entende",
		skills:  []string{"scada-supervisorio", "iiot", "integracao-sistemas"},
		masters: []mastery{{"elipse-e3", "Especialista", 10, 0}, {"ignition", "Avançado", 5, 0}, {"mqtt", "Avançado", 5, 0}, {"sparkplug-b", "Avançado", 3, 0}, {"modbus-tcp", "Especialista", 10, 0}, {"isa-101", "Avançado", 6, 0}},
		about:   "Supervisórios de saneamento e alimentos com ISA-101 e plano de alarmes. MQTT e Sparkplug B para levar dados à nuvem sem abrir a rede."},
	{email: "julio@automacao.demo", name: "Júlio César Fontana", document: "90000001732", location: "Caxias do Sul/RS", experience: "Pleno", availability: "available", works: "r",
		title: "Projetista elétrico EPLAN", headline: "CCM e painéis conforme NBR IEC 61439",
		skills:  []string{"projeto-eletrico", "projeto-automacao"},
		masters: []mastery{{"eplan-p8", "Avançado", 6, 0}, {"iec-61439", "Avançado", 5, 0}, {"autocad-electrical", "Intermediário", 4, 3}},
		about:   "EPLAN P8 com listas de materiais e cabos prontas para compra, memorial de cálculo e coordenação de proteção."},
	{email: "beatriz@automacao.demo", name: "Beatriz Santana Lopes", document: "90000001813", location: "Salvador/BA", experience: "Pleno", availability: "available", works: "r",
		title: "Analista de dados industriais", headline: "OEE, CEP e séries temporais que viram decisão",
		skills:  []string{"dados-industriais", "iiot"},
		masters: []mastery{{"python", "Avançado", 5, 0}, {"power-bi", "Avançado", 4, 0}, {"pi-system", "Intermediário", 3, 0}, {"influxdb", "Intermediário", 2, 0}, {"sql-server", "Avançado", 5, 0}},
		about:   "Python, Power BI e historiadores. Começo pela pergunta da produção e termino com um painel que o turno usa."},
	{email: "edson@automacao.demo", name: "Edson Carvalho Duarte", document: "90000001902", location: "Três Lagoas/MS", experience: "Especialista", availability: "unavailable", works: "p",
		title: "Comissionamento e startup", headline: "TAF, TAC e partida de plantas de celulose",
		skills:  []string{"comissionamento", "manutencao-automacao", "redes-industriais"},
		masters: []mastery{{"profitrace", "Especialista", 9, 0}, {"profibus-dp", "Especialista", 14, 0}, {"abb-800xa", "Avançado", 8, 1}, {"foundation-fieldbus", "Avançado", 10, 2}},
		about:   "Seis partidas de fábrica. Loop check, teste ponto a ponto, diagnóstico de PROFIBUS com ProfiTrace e operação assistida."},
	{email: "renata@automacao.demo", name: "Renata Furlan Bianchi", document: "90000002038", location: "São Bernardo do Campo/SP", experience: "Sênior", availability: "available", works: "ph",
		title: "Visão de máquina", headline: "Inspeção em linha com Cognex e HALCON",
		skills:  []string{"visao-maquina", "robotica-industrial"},
		masters: []mastery{{"cognex-in-sight", "Especialista", 8, 0}, {"halcon", "Avançado", 6, 0}, {"opencv", "Avançado", 5, 0}, {"gige-vision", "Avançado", 7, 0}},
		about:   "Óptica, iluminação e algoritmo escolhidos com amostras reais. Taxa de falso rejeito medida e escrita no contrato."},
	{email: "wellington@automacao.demo", name: "Wellington Souza Prado", document: "90000002119", location: "Manaus/AM", experience: "Pleno", availability: "available", works: "p",
		title: "Técnico de manutenção de automação", headline: "Linha parada em Manaus: chego no mesmo dia",
		skills:  []string{"manutencao-automacao", "instalacoes-eletricas", "pneumatica-hidraulica"},
		masters: []mastery{{"weg-cfw", "Avançado", 8, 0}, {"danfoss-vlt", "Avançado", 6, 0}, {"festo", "Intermediário", 5, 0}, {"s7-1200", "Intermediário", 3, 0}},
		about:   "Inversores WEG e Danfoss, terminais Festo, backup de programas. Plantão de 24 horas no polo industrial."},
	{email: "sergio@automacao.demo", name: "Sérgio Takahashi", document: "90000002208", location: "Anápolis/GO", experience: "Especialista", availability: "limited", works: "phr",
		title: "Especialista em redes industriais", headline: "PROFIBUS, EtherNet/IP e segmentação IEC 62443",
		skills:  []string{"redes-industriais", "integracao-sistemas", "programacao-clp"},
		masters: []mastery{{"profibus-dp", "Especialista", 16, 0}, {"ethernet-ip", "Especialista", 11, 0}, {"iec-62443", "Especialista", 6, 0}, {"profinet", "Especialista", 12, 0}, {"wireshark", "Avançado", 12, 0}, {"controllogix", "Avançado", 9, 1}},
		about:   "Diagnóstico com medição, não com palpite. Zonas, conduítes e regras de firewall que a manutenção consegue manter."},
	{email: "wagner@automacao.demo", name: "Wagner Teles Rocha", document: "90000002380", location: "Guarulhos/SP", experience: "Pleno", works: "p",
		title: "Instalador de redes e painéis", headline: "Cabeamento industrial e montagem de painéis",
		skills: []string{"instalacoes-eletricas", "redes-industriais"},
		about:  "Lançamento de cabos, certificação de rede e montagem de painéis em campo."},
}

// project is a publication of the company at index owner.
type project struct {
	owner          int
	title          string
	description    string
	budget         string
	minCents       money.Money
	maxCents       money.Money
	deadline       string
	level          string
	skills         []string
	technologies   []string
	leastLevels    map[string]string
	isConfidential bool
	// mode is how the project is done; if it is empty, workMode derives it from the skills.
	// startsIn and dueIn are in days from now; 0 leaves the date open.
	mode            string
	startsIn, dueIn int
}

var projects = []project{
	{owner: 0, title: "Migração de S7-300 para S7-1500 na linha de envase", budget: "R$ 45.000 – R$ 60.000", minCents: 4500000, maxCents: 6000000,
		deadline: "45 dias; virada na parada de fim de ano", level: "Especialista", skills: []string{"programacao-clp", "retrofit", "comissionamento"},
		mode: "on_site", startsIn: 10,
		technologies: []string{"s7-300", "s7-1500", "tia-portal", "step-7", "profibus-dp"}, leastLevels: map[string]string{"tia-portal": "Avançado"},
		description: "Substituir a CPU 315-2DP por 1515-2 PN (TIA Portal V19), com 2 remotas ET 200M, 128 ED, 96 SD, 16 EA, 8 SA e 6 inversores via PROFIBUS.\n\nO programa-fonte está disponível (STEP 7 V5.6). Entregar programa comentado, lista de I/O em revisão final, TAF em bancada e operação assistida de 3 turnos."},
	{owner: 6, title: "Supervisório da estação de tratamento de água", budget: "R$ 38.000 – R$ 52.000", minCents: 3800000, maxCents: 5200000,
		deadline: "60 dias", level: "Sênior", skills: []string{"scada-supervisorio", "instrumentacao", "redes-industriais"},
		mode: "hybrid", startsIn: 14,
		technologies: []string{"elipse-e3", "modbus-tcp", "isa-101"}, leastLevels: map[string]string{"elipse-e3": "Avançado"},
		description: "Aplicação Elipse E3 com 900 tags e 35 telas (ISA-101), alarmes, relatórios diários de vazão e cloro residual, comunicação Modbus TCP com 7 CLPs e rádio em 4 elevatórias.\n\nA licença é fornecida pela contratante."},
	{owner: 4, title: "Adequação NR-12 de 8 prensas excêntricas", budget: "R$ 90.000 – R$ 130.000", minCents: 9000000, maxCents: 13000000,
		deadline: "90 dias", level: "Sênior", skills: []string{"seguranca-maquinas", "projeto-eletrico", "instalacoes-eletricas"},
		mode: "on_site", startsIn: 21, dueIn: 110,
		technologies: []string{"nr-12", "iso-13849"}, leastLevels: map[string]string{"nr-12": "Especialista"},
		description: "Apreciação de riscos (HRN), projeto elétrico com PL d / categoria 3, instalação de cortinas de luz e comando bimanual, validação e laudo com ART.\n\nMaterial fornecido pela contratante conforme lista do projeto."},
	{owner: 8, title: "Célula robotizada de paletização", budget: "R$ 70.000 – R$ 95.000 (mão de obra)", minCents: 7000000, maxCents: 9500000,
		deadline: "75 dias", level: "Sênior", skills: []string{"robotica-industrial", "programacao-clp", "seguranca-maquinas"},
		mode: "on_site", startsIn: 28,
		technologies: []string{"fanuc", "roboguide", "ethernet-ip", "compactlogix"}, leastLevels: map[string]string{"fanuc": "Avançado"},
		description: "Programação de 1 robô FANUC M-410, 12 caixas por minuto, 4 formatos, integração EtherNet/IP com CompactLogix, em área fria (4 °C).\n\nSimulação em ROBOGUIDE antes do TAF."},
	{owner: 3, title: "Diagnóstico de falhas intermitentes em rede PROFIBUS", budget: "R$ 8.000 – R$ 12.000", minCents: 800000, maxCents: 1200000,
		deadline: "10 dias", level: "Especialista", skills: []string{"redes-industriais"},
		mode: "on_site", startsIn: 9, dueIn: 24,
		technologies: []string{"profibus-dp", "profitrace"}, leastLevels: map[string]string{"profibus-dp": "Especialista"},
		description: "2 segmentos DP com 58 nós e quedas diárias. Medição com analisador, relatório com osciloscopia e plano de correção.\n\nExige NR-10 e NR-35 válidos."},
	{owner: 2, title: "Sintonia de 40 malhas PID da caldeira e evaporação", budget: "R$ 25.000 – R$ 35.000", minCents: 2500000, maxCents: 3500000,
		deadline: "30 dias na entressafra", level: "Especialista", skills: []string{"controle-processos", "instrumentacao"},
		mode: "on_site", startsIn: 18,
		technologies: []string{"centum-vp"},
		description:  "Levantamento, ensaio em degrau, sintonia e relatório antes/depois (variabilidade e tempo em manual). SDCD Yokogawa CENTUM VP.\n\nExige NR-13 (ciência) e NR-33 autorizado para parte do campo."},
	{owner: 9, title: "Coleta de dados e painel de OEE para 12 injetoras", budget: "R$ 30.000 – R$ 42.000", minCents: 3000000, maxCents: 4200000,
		deadline: "45 dias", level: "Pleno", skills: []string{"iiot", "dados-industriais", "integracao-sistemas"},
		mode: "hybrid", startsIn: 12, dueIn: 57,
		technologies: []string{"mqtt", "sparkplug-b", "influxdb", "euromap"},
		description:  "Gateway de borda, MQTT/Sparkplug B, banco de séries temporais e painel por turno. Injetoras de 3 fabricantes (Euromap 63/77 em 5 delas).\n\nOs dados permanecem na planta."},
	{owner: 1, title: "Projeto elétrico de CCM com 18 gavetas", budget: "R$ 18.000 – R$ 26.000", minCents: 1800000, maxCents: 2600000,
		deadline: "30 dias", level: "Pleno", skills: []string{"projeto-eletrico", "projeto-automacao"},
		mode: "remote", startsIn: 5, dueIn: 35,
		technologies: []string{"eplan-p8", "iec-61439"}, leastLevels: map[string]string{"eplan-p8": "Intermediário"},
		description: "EPLAN P8, NBR IEC 61439-1/2, inversores de 2,2 a 55 kW, soft-starter de 110 kW, lista de materiais e de cabos, memorial de cálculo e ART."},
	{owner: 7, title: "Calibração de 120 instrumentos na parada anual", budget: "R$ 22.000 – R$ 30.000", minCents: 2200000, maxCents: 3000000,
		deadline: "5 dias corridos", level: "Pleno", skills: []string{"calibracao", "instrumentacao"},
		mode: "on_site", startsIn: 30, dueIn: 35,
		technologies: []string{"presys", "fluke-754"},
		description:  "Pressão (70), temperatura (40) e vazão (10). Padrões com rastreabilidade RBC, certificados em PDF e planilha consolidada.\n\nSala limpa: integração de 4 h antes do acesso."},
	{owner: 11, title: "Chamado urgente: linha parada, inversor em falha de comunicação", budget: "Hora técnica + mínimo de 4 h",
		deadline: "Hoje", level: "Pleno", skills: []string{"manutencao-automacao", "redes-industriais"},
		mode:         "hybrid",
		technologies: []string{"ethernet-ip", "powerflex"},
		description:  "3 inversores caem da rede EtherNet/IP a cada 20 minutos. Acesso remoto por VPN disponível; técnico da planta acompanha."},
	{owner: 0, title: "Inspeção por visão de rótulo e lote", budget: "R$ 35.000 – R$ 50.000", minCents: 3500000, maxCents: 5000000,
		deadline: "60 dias", level: "Sênior", skills: []string{"visao-maquina", "programacao-clp"},
		mode: "hybrid", startsIn: 20, dueIn: 80,
		technologies: []string{"cognex-in-sight", "s7-1500"},
		description:  "200 garrafas por minuto, OCR de lote e validade, presença e posição do rótulo, rejeito por sopro, integração com CLP S7-1500.\n\nTaxa de falso rejeito menor que 0,5%."},
	{owner: 10, title: "Programa de CLP para máquina de corte (OEM)", budget: "R$ 15.000 – R$ 22.000", minCents: 1500000, maxCents: 2200000,
		deadline: "40 dias", level: "Intermediário", skills: []string{"programacao-clp", "pneumatica-hidraulica"},
		mode: "remote", startsIn: 10, dueIn: 50,
		technologies: []string{"codesys", "weg-plc500", "ethercat", "festo"}, leastLevels: map[string]string{"codesys": "Intermediário"},
		description: "CODESYS (WEG PLC500), 3 eixos servo EtherCAT, IHM de 10\", 20 receitas, eletropneumática Festo.\n\nTrabalho remoto com 1 semana de try-out presencial."},
	{owner: 5, title: "Plano de segmentação de rede OT (IEC 62443)", budget: "R$ 60.000 – R$ 85.000", minCents: 6000000, maxCents: 8500000,
		deadline: "60 dias", level: "Especialista", skills: []string{"redes-industriais", "integracao-sistemas"}, isConfidential: true,
		mode: "hybrid", startsIn: 15, dueIn: 75,
		technologies: []string{"iec-62443", "wireshark"}, leastLevels: map[string]string{"iec-62443": "Avançado"},
		description: "Inventário de ativos, zonas e conduítes, regras de firewall e plano por fases sem parada de produção.\n\nSob NDA: a empresa é revelada no aceite."},
	{owner: 3, title: "Comissionamento de skid de dosagem química", budget: "R$ 28.000 – R$ 38.000", minCents: 2800000, maxCents: 3800000,
		deadline: "20 dias", level: "Sênior", skills: []string{"comissionamento", "instrumentacao", "tecnico-automacao"},
		mode: "on_site", startsIn: 12, dueIn: 32,
		technologies: []string{"hart", "foundation-fieldbus"},
		description:  "Loop check de 64 malhas, teste ponto a ponto, intertravamentos por matriz de causa e efeito, punch list e operação assistida (2 turnos)."},
}

// offer answers the project at index project.
type offer struct {
	project      int
	professional int
	value        money.Money
	letter       string
}

var proposals = []offer{
	{0, 0, money.Reais(52000), "Já migrei três linhas de envase de S7-300 para S7-1500 em paradas de 72 horas. Proponho TAF em bancada com o programa convertido duas semanas antes e plano de retorno escrito. O valor inclui a operação assistida de três turnos."},
	{0, 11, money.Reais(58500), "Além da migração, entrego o diagnóstico da rede PROFIBUS dos inversores antes da virada, para que nenhuma falha antiga apareça como nova."},
	{1, 5, money.Reais(44800), "Tenho biblioteca E3 pronta para saneamento, com telas ISA-101 e relatórios de vazão e cloro. Comunicação Modbus TCP e rádio testada em campo."},
	{2, 4, money.Reais(118000), "Apreciação HRN das oito prensas em duas semanas, projeto PL d em Pilz, validação no SISTEMA e laudo com ART. Cronograma por prensa para não parar a estamparia."},
	{3, 1, money.Reais(86000), "Simulo os quatro formatos em ROBOGUIDE e trago o ciclo medido antes do TAF. Experiência com área fria e lavagem diária."},
	{4, 8, money.Reais(9800), "Levo ProfiTrace e osciloscópio. Em um dia de medição por segmento entrego o relatório e a lista de correções por prioridade."},
	{4, 11, money.Reais(11200), "Diagnóstico com medição em todos os 58 nós e treinamento de meio dia para a equipe de manutenção."},
	{6, 7, money.Reais(36500), "Coletor de borda com Sparkplug B, banco na planta e painel por turno definido com a produção na primeira semana."},
	{7, 6, money.Reais(21500), "EPLAN P8 com listas prontas para compra, coordenação de proteção e ART inclusas."},
	{8, 3, money.Reais(27400), "Equipe de dois instrumentistas, padrões RBC em dia e certificados em PDF no mesmo dia."},
	{10, 9, money.Reais(47000), "Peço 50 amostras por produto para dimensionar óptica e iluminação. Taxa de falso rejeito medida em 8 horas de produção."},
	{11, 0, money.Reais(19800), "CODESYS com biblioteca própria de eixos EtherCAT e telas já prontas para receitas. O try-out presencial está incluso."},
	{12, 11, money.Reais(78000), "Inventário passivo, sem varredura que derrube equipamento. Zonas e conduítes por área, regras revisadas com a manutenção."},
	{13, 8, money.Reais(33900), "Duas pessoas em dois turnos, folhas de loop check assinadas por malha e punch list diária."},
}

// line is a message from the member at from to the member at to, both by e-mail address.
type line struct {
	ago               time.Duration
	from, to, content string
}

var conversations = []line{
	{98 * time.Hour, ProfessionalEmail, CompanyEmail, "Boa tarde! O programa-fonte do CLP atual está disponível ou faremos upload da CPU?"},
	{97 * time.Hour, CompanyEmail, ProfessionalEmail, "Boa tarde, Marina. Temos o fonte em STEP 7 V5.6, comentado. Envio amanhã cedo."},
	{50 * time.Hour, CompanyEmail, ProfessionalEmail, "A parada de fim de ano está confirmada, das 6h de sábado às 18h de terça. Consegue estar em campo?"},
	{2970 * time.Minute, ProfessionalEmail, CompanyEmail, "Consigo, com mais um programador. Reservo a equipe assim que o projeto for fechado."},
	{122 * time.Hour, "thiago@automacao.demo", "planalto@automacao.demo", "As quatro elevatórias já têm rádio instalado ou entra no escopo?"},
	{98 * time.Hour, "planalto@automacao.demo", "thiago@automacao.demo", "Já têm. Segue a lista de I/O revisada (rev. B): entraram 6 EA do novo skid."},
	{74 * time.Hour, "patricia@automacao.demo", "piratininga@automacao.demo", "Existe apreciação de riscos anterior de alguma das prensas?"},
	{73 * time.Hour, "piratininga@automacao.demo", "patricia@automacao.demo", "De duas, feitas em 2019. Mando junto com as fotos."},
	{28 * time.Hour, "edson@automacao.demo", "tresrios@automacao.demo", "O TAF ficou com 3 pendências, nenhuma impeditiva. Posso agendar o TAC?"},
	{26 * time.Hour, "sergio@automacao.demo", CompanyEmail, "Se quiserem, faço uma medição rápida da rede PROFIBUS antes de decidir o escopo."},
}

// work is a portfolio item of the professional at index owner.
type work struct {
	owner        int
	title        string
	role         string
	description  string
	technologies []string
}

var portfolio = []work{
	{0, "Linha de envase 24 válvulas: reprogramação do sequenciamento", "Programadora de CLP", "Reescrita do sequenciador em SCL e sincronismo dos eixos. O ciclo caiu de 42 para 36 segundos, sem troca de hardware.", []string{"TIA Portal", "S7-1500", "PROFINET", "Sinamics"}},
	{4, "Adequação NR-12 de 14 prensas excêntricas", "Especialista em segurança", "Apreciação HRN, projeto PL d, validação e laudo com ART de 14 prensas em cinco meses, uma por fim de semana.", []string{"HRN", "PL d", "Pilz PNOZ", "SISTEMA"}},
	{5, "Supervisório de ETA com 1.200 tags", "Desenvolvedor SCADA", "Telas ISA-101, alarmes racionalizados de 340 para 96 e relatórios que a vigilância sanitária aceita.", []string{"Elipse E3", "Modbus TCP", "SQL Server"}},
	{1, "Célula de paletização com 2 robôs", "Programador de robôs", "Dois FANUC M-410 com despaletização e formação de mosaico, 18 caixas por minuto em três formatos.", []string{"FANUC M-410", "ROBOGUIDE", "EtherNet/IP"}},
	{11, "Migração SLC 500 para CompactLogix em parada de 48 h", "Líder técnico", "Conversão, bancada de testes e virada em 41 horas, com plano de retorno ensaiado.", []string{"Studio 5000", "SLC 500", "EtherNet/IP"}},
}
