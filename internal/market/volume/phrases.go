package volume

// kind is a kind of work as projects and professionals speak of it: {slot} is
// a word of the vocabulary, {8-40} a number between the two.
type kind struct {
	skills   []string
	titles   []string
	scopes   []string
	headline string
	trade    string
	lowest   int // reais, of the smallest budget
	highest  int
}

var kinds = []kind{
	{skills: []string{"programacao-clp", "retrofit", "comissionamento"}, lowest: 25_000, highest: 140_000,
		trade: "Programação de CLP", headline: "Migrações para {plc} com retorno ensaiado",
		titles: []string{"Migração de {plcOld} para {plc} na {area} {line}", "Conversão do programa de {plcOld} para {plc}, {area} em {city}", "Retrofit de comando: {plc} e {drive} na {area} {line}"},
		scopes: []string{"Substituir a CPU {plcOld} por {plc}, com {48-256} ED, {32-192} SD, {8-64} EA e {4-24} SA. Há {2-18} inversores {drive} em {network}.", "Converter {40-320} blocos do programa atual ({plcOld}) para {plc}, com bancada de testes e lista de I/O revisada."},
	},
	{skills: []string{"scada-supervisorio", "integracao-sistemas"}, lowest: 18_000, highest: 120_000,
		trade: "Supervisórios", headline: "{scada} com telas ISA-101",
		titles: []string{"Supervisório {scada} para {area} em {city}", "Migração de telas para {scada}: {area} {line}, {300-2400} tags", "Racionalização de alarmes em {scada} na {area}"},
		scopes: []string{"Aplicação {scada} com {300-2400} tags e {12-80} telas (ISA-101), alarmes, receitas e relatório por turno. Comunicação {network} com {2-16} controladores {plc}.", "Reduzir de {180-600} para menos de {40-120} os alarmes ativos por dia, conforme ISA-18.2, e reescrever as telas em {scada}."},
	},
	{skills: []string{"seguranca-maquinas", "projeto-eletrico", "instalacoes-eletricas"}, lowest: 15_000, highest: 180_000,
		trade: "Segurança de máquinas", headline: "NR-12 do HRN ao laudo com ART",
		titles: []string{"Adequação NR-12 de {3-24} máquinas da {area} em {city}", "Apreciação de riscos HRN da {area} {line}, {city}", "Projeto de segurança PL d com {safety} na {area} {line}"},
		scopes: []string{"Apreciação de riscos (HRN) de {3-24} máquinas, projeto com {safety}, instalação de cortinas de luz e bimanuais, validação conforme ISO 13849 e laudo com ART.", "Projeto elétrico de segurança em {safety}, cálculo no SISTEMA, montagem de {2-9} painéis e treinamento dos operadores."},
	},
	{skills: []string{"robotica-industrial", "programacao-clp"}, lowest: 40_000, highest: 220_000,
		trade: "Robótica", headline: "Células com {robot}, do estudo de ciclo ao TAC",
		titles: []string{"Célula com {robot} para {area} {line}", "Reprogramação de {robot} na {area} em {city}", "Segundo formato em célula {robot}: {6-20} ciclos por minuto, {area}"},
		scopes: []string{"Programar {1-4} robôs {robot}, {2-12} formatos, {6-20} ciclos por minuto, integração {network} com {plc}. Simulação antes do TAF.", "Rever trajetórias e garra do {robot}: o ciclo atual é de {9-40} segundos e a meta é {5-20}% menor, sem troca de mecânica."},
	},
	{skills: []string{"redes-industriais", "integracao-sistemas"}, lowest: 6_000, highest: 90_000,
		trade: "Redes industriais", headline: "Diagnóstico de {network} com medição",
		titles: []string{"Diagnóstico de {network} com quedas na {area} {line}", "Segmentação de rede OT (IEC 62443) da {area} em {city}", "Migração de DeviceNet para {network}: {area} {line}, {18-140} nós"},
		scopes: []string{"{2-6} segmentos {network} com {18-140} nós e {1-9} quedas por dia. Medição com analisador, relatório e plano de correção por prioridade.", "Inventário passivo de ativos, zonas e conduítes, regras de firewall e plano por fases para {18-140} equipamentos."},
	},
	{skills: []string{"controle-processos", "instrumentacao"}, lowest: 12_000, highest: 95_000,
		trade: "Controle de processos", headline: "Sintonia de malhas em {dcs}",
		titles: []string{"Sintonia de {12-90} malhas PID da {area} em {city}", "Controle avançado da {area} {line} em {dcs}", "Auditoria de {12-90} malhas em {dcs}: {area} {line}"},
		scopes: []string{"Levantamento, ensaio em degrau, sintonia e relatório de variabilidade antes e depois de {12-90} malhas em {dcs}.", "Identificar, sintonizar e documentar as malhas que ficam mais de {10-40}% do tempo em manual em {dcs}, com matriz de interação."},
	},
	{skills: []string{"instrumentacao", "calibracao", "tecnico-automacao"}, lowest: 5_000, highest: 70_000,
		trade: "Instrumentação", headline: "Calibração com rastreabilidade RBC",
		titles: []string{"Calibração de {30-320} instrumentos de {quantity} em {city}", "Loop check de {24-180} malhas da {area} {line}", "Troca de {6-48} transmissores de {quantity} na {area} {line}"},
		scopes: []string{"{30-320} instrumentos, a maioria de {quantity}. Padrões com rastreabilidade RBC, certificados em PDF e planilha consolidada no fim.", "Instalar, parametrizar (HART) e testar {6-48} transmissores de {quantity}, com folha assinada por malha."},
	},
	{skills: []string{"iiot", "dados-industriais", "integracao-sistemas"}, lowest: 15_000, highest: 110_000,
		trade: "Dados industriais", headline: "Do chão de fábrica ao painel com {cloud}",
		titles: []string{"Coleta de dados e OEE da {area} em {cloud}, {city}", "Painel de OEE para {6-40} máquinas: {area} {line}", "Historiador {cloud} para {area} em {city}"},
		scopes: []string{"Coletor de borda com MQTT/Sparkplug B para {6-40} máquinas, {cloud} e painel por turno. Os dados permanecem na planta.", "Ler {400-6000} variáveis de {plc} e {scada}, historiar em {cloud} e entregar {4-15} painéis definidos com a produção."},
	},
	{skills: []string{"projeto-eletrico", "projeto-automacao"}, lowest: 7_000, highest: 60_000,
		trade: "Projeto elétrico", headline: "{cad} com listas prontas para compra",
		titles: []string{"Projeto elétrico em {cad}: CCM de {8-36} gavetas, {city}", "Documentação como construído da {area} {line} em {cad}", "Painel de comando da {area} em {cad}, {city}"},
		scopes: []string{"{cad}, NBR IEC 61439-1/2, {8-36} gavetas com inversores {drive}, lista de materiais e de cabos, memorial de cálculo e ART.", "Levantar em campo e redesenhar em {cad} {60-400} folhas, com anilhas e régua de bornes conferidas ponto a ponto."},
	},
	{skills: []string{"visao-maquina", "programacao-clp"}, lowest: 20_000, highest: 95_000,
		trade: "Visão de máquina", headline: "Inspeção em linha com {vision}",
		titles: []string{"Inspeção por visão com {vision} na {area} {line}", "Leitura de lote e validade com {vision}: {60-600} peças por minuto, {city}", "Guiagem de {robot} por {vision} na {area}"},
		scopes: []string{"{60-600} peças por minuto, {vision}, presença, posição e leitura de código, rejeito automático e integração com {plc}. Falso rejeito menor que 0,5%.", "Dimensionar óptica e iluminação com amostras reais, programar {vision} e medir a taxa de acerto em {4-24} horas de produção."},
	},
	{skills: []string{"comissionamento", "tecnico-automacao", "manutencao-automacao"}, lowest: 10_000, highest: 85_000,
		trade: "Comissionamento", headline: "TAF, TAC e partida assistida",
		titles: []string{"Comissionamento da {area} {line} em {city}", "TAF e TAC da {area}: {24-180} malhas em {city}", "Partida assistida da {area} {line} com {plc}, {shift}"},
		scopes: []string{"Loop check de {24-180} malhas, teste ponto a ponto, intertravamentos por matriz de causa e efeito, punch list diária e operação assistida ({shift}).", "Acompanhar o TAF no fornecedor, refazer em campo e entregar com menos de {3-12} pendências, nenhuma impeditiva."},
	},
	{skills: []string{"manutencao-automacao", "instalacoes-eletricas", "pneumatica-hidraulica"}, lowest: 3_000, highest: 40_000,
		trade: "Manutenção de automação", headline: "Linha parada: diagnóstico no mesmo dia",
		titles: []string{"Contrato de manutenção de {plc} e {drive} em {city}", "Falha em {drive} na {area} {line}: diagnóstico urgente", "Backup e auditoria de {6-60} controladores da {area} em {city}"},
		scopes: []string{"{2-18} inversores {drive} e {1-8} controladores {plc} em regime de {shift}. Tempo de resposta de {2-8} horas, peças pela contratante.", "Diagnosticar falhas de comunicação {network} que param a produção a cada {15-90} minutos. Acesso remoto por VPN disponível."},
	},
}

// What every kind of work may ask for besides.
var (
	conditions = []string{"Execução {window}, em {city}.", "Trabalho em {shift}, {window}.", "Exige {norm} válidos e integração de {2-8} horas.", "Visita técnica antes da proposta, em {city}.", "Planta de {sector}, com acesso a partir das {6-9}h."}
	deliveries = []string{"Entregar programa comentado, lista de I/O em revisão final e operação assistida de {1-5} turnos.", "Documentação em português, backup dos programas e treinamento de {4-16} horas.", "Aceite por protocolo de TAF e TAC; {1-3} meses de garantia do serviço.", "Relatório final com fotos, medições e pendências por prioridade.", "Pagamento por marco: {20-40}% na ordem, o restante no aceite."}
	materials  = []string{"Material fornecido pela contratante.", "Material a cotar em separado.", "Licenças de software fornecidas pela contratante.", "Ferramentas, padrões e EPI por conta do contratado.", "Há desenhos e programa-fonte disponíveis."}
	deadlines  = []string{"{10-120} dias", "{10-120} dias, {window}", "{2-16} semanas", "{2-8} dias corridos {window}"}
	letters    = []string{"Fiz serviço igual na {area} de uma planta de {sector} em {city}. Entrego em {10-60} dias, com TAF em bancada e plano de retorno escrito.", "Equipe de {2-5} pessoas, {norm} em dia. O valor inclui documentação e {1-4} turnos de operação assistida.", "Proponho uma visita de meio dia antes do início. Prazo de {10-60} dias, marcos de {20-40}% e garantia de {3-12} meses.", "Tenho biblioteca pronta e testada, o que encurta o prazo para {10-60} dias. Referências em {city} sob pedido."}
	abouts     = []string{"{4-28} anos em {sector}, com {plc} e {scada}. Entrego programa comentado e treino a manutenção antes de sair.", "Atendo {city} e região. {norm} em dia, seguro de responsabilidade e ART quando o serviço pede.", "Comecei na manutenção de {area} e hoje faço projeto e partida. {network}, {drive} e diagnóstico com medição.", "{4-28} anos de campo, {6-90} partidas de planta. Prefiro escopo claro, marcos curtos e aceite por protocolo."}
	factories  = []string{"Planta de {sector} com {40-900} pessoas em {shift}. A engenharia interna cuida da operação; contratamos especialistas para projetos e paradas.", "{2-9} linhas, {plc} e {scada}. Serviços contratados por marco, com aceite da manutenção.", "Produção em {shift}. Parque instalado de {20-400} máquinas, das antigas com {plcOld} às atuais com {plc}."}
)

// questions and answers alternate in a conversation.
var (
	questions = []string{"O programa-fonte do {plc} está disponível ou faremos upload da CPU?", "Qual é a janela para a {area} {line}? Consigo equipe {window}.", "Mandei a lista de I/O com {2-40} pontos a mais que a revisão anterior. Confere?", "A rede {network} tem desenho atualizado?", "Posso agendar a visita para as {8-16}h?", "O TAF ficou com {1-6} pendências, nenhuma impeditiva. Marcamos o TAC?", "Quantos turnos de operação assistida entram no preço?", "O {drive} da {area} já veio parametrizado?", "Precisa de {norm} para todos da equipe?", "Enviei o relatório com as {4-60} malhas. Alguma dúvida?"}
	answers   = []string{"Temos o fonte, comentado. Envio amanhã cedo.", "Confirmado: {window}. A portaria já tem os nomes.", "Conferido. Entraram {2-12} pontos do skid novo, pode seguir.", "Desenho de {2012-2025}, com duas alterações que marco em vermelho.", "Pode ser. Procure a manutenção na portaria {1-4}.", "Pode marcar. Separamos {1-3} pessoas da operação para acompanhar.", "{1-6} turnos. Se passar disso, acertamos por hora técnica.", "Ainda não. O manual e o arquivo de parâmetros seguem por e-mail.", "Só para quem entra em campo; integração de {2-8} horas na véspera.", "Recebido. Volto com os comentários até as {14-18}h."}
)
