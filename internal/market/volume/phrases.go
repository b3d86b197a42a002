package volume

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
)

// kind is a kind of work, with its phrases for projects and professionals. {slot} is a word of the
// vocabulary, {8-40} a number in that range.
type kind struct {
	skills   []string
	jobs     []job
	headline string
	trade    string
	lowest   int // in reais, of the smallest budget
	highest  int
}

// job is one piece of work: a project's title and the first sentence of its description.
type job struct{ title, scope string }

var kinds = []kind{
	{skills: []string{"programacao-clp", "retrofit", "comissionamento"}, lowest: 25_000, highest: 140_000,
		trade: "Programação de CLP", headline: "Migrações para {plc} com retorno ensaiado",
		jobs: []job{
			{"Migração de {plcOld} para {plc} na {area} {line}",
				"Substituir a CPU {plcOld} por {plc}, com {48-256} ED, {32-192} SD, {8-64} EA e {4-24} SA. Há {2-18} inversores {drive} em {network}."},
			{"Conversão do programa de {plcOld} para {plc}, {area} em {city}",
				"Converter {40-320} blocos do programa atual ({plcOld}) para {plc}, com bancada de testes e lista de I/O revisada."},
			{"Retrofit de comando: {plc} e {drive} na {area} {line}",
				"Trocar o comando por {plc}, com IHM nova, {2-18} inversores {drive} em {network} e painel revisado."},
		},
	},
	{skills: []string{"scada-supervisorio", "integracao-sistemas"}, lowest: 18_000, highest: 120_000,
		trade: "Supervisórios", headline: "{scada} com telas ISA-101",
		jobs: []job{
			{"Supervisório {scada} para {area} em {city}",
				"Aplicação {scada} com {300-2400} tags e {12-80} telas (ISA-101), alarmes, receitas e relatório por turno. Comunicação {network} com {2-16} controladores {plc}."},
			{"Migração de telas para {scada}: {area} {line}, {300-2400} tags",
				"Refazer {12-80} telas em {scada} conforme ISA-101, importar {300-2400} tags e manter o histórico. Comunicação {network} com {plc}."},
			{"Racionalização de alarmes em {scada} na {area} {line}",
				"Reduzir de {180-600} para menos de {40-120} os alarmes por dia, conforme ISA-18.2, e reescrever as telas em {scada}."},
		},
	},
	{skills: []string{"seguranca-maquinas", "projeto-eletrico", "instalacoes-eletricas"}, lowest: 15_000, highest: 180_000,
		trade: "Segurança de máquinas", headline: "NR-12 do HRN ao laudo com ART",
		jobs: []job{
			{"Adequação NR-12 de {3-24} máquinas da {area} em {city}",
				"Apreciação de riscos (HRN) de {3-24} máquinas, projeto com {safety}, instalação de cortinas de luz e bimanuais, validação conforme ISO 13849 e laudo com ART."},
			{"Apreciação de riscos HRN da {area} {line}, {city}",
				"Inventário e apreciação de riscos (HRN) de {3-24} máquinas, com fotos, prioridade e estimativa de investimento por máquina."},
			{"Projeto de segurança PL d com {safety} na {area} {line}",
				"Projeto elétrico de segurança em {safety}, cálculo no SISTEMA, montagem de {2-9} painéis e treinamento dos operadores."},
		},
	},
	{skills: []string{"robotica-industrial", "programacao-clp"}, lowest: 40_000, highest: 220_000,
		trade: "Robótica", headline: "Células com {robot}, do estudo de ciclo ao TAC",
		jobs: []job{
			{"Célula com {robot} para {area} {line}",
				"Programar {2-4} robôs {robot}, {2-12} formatos, {6-20} ciclos por minuto, integração {network} com {plc}. Simulação antes do TAF."},
			{"Reprogramação de {robot} na {area} em {city}",
				"Rever trajetórias e garra do {robot}: o ciclo atual é de {9-40} segundos e a meta é {5-20}% menor, sem troca de mecânica."},
			{"Novo formato em célula {robot}: {6-20} ciclos por minuto, {area}",
				"Acrescentar {2-4} formatos à célula {robot}, a {6-20} ciclos por minuto, com troca pela IHM e integração {network} com {plc}."},
		},
	},
	{skills: []string{"redes-industriais", "integracao-sistemas"}, lowest: 6_000, highest: 90_000,
		trade: "Redes industriais", headline: "Diagnóstico de {network} com medição",
		jobs: []job{
			{"Diagnóstico de {network} com quedas na {area} {line}",
				"{2-6} segmentos {network} com {18-140} nós e {2-9} quedas por dia. Medição com analisador, relatório e plano de correção por prioridade."},
			{"Segmentação de rede OT (IEC 62443) da {area} em {city}",
				"Inventário passivo de {18-140} ativos, zonas e conduítes, regras de firewall e plano por fases sem parada de produção."},
			{"Migração de DeviceNet para {network}: {area} {line}, {18-140} nós",
				"Substituir DeviceNet por {network} em {18-140} nós, com {drive} e remotas novas, por trechos e com plano de retorno."},
		},
	},
	{skills: []string{"controle-processos", "instrumentacao"}, lowest: 12_000, highest: 95_000,
		trade: "Controle de processos", headline: "Sintonia de malhas em {dcs}",
		jobs: []job{
			{"Sintonia de {12-90} malhas PID da {area} em {city}",
				"Levantamento, ensaio em degrau, sintonia e relatório de variabilidade antes e depois de {12-90} malhas em {dcs}."},
			{"Controle avançado da {area} {line} em {dcs}",
				"Modelo, antecipação e desacoplamento de {2-8} variáveis em {dcs}, com operação assistida e treinamento dos operadores."},
			{"Auditoria de {12-90} malhas em {dcs}: {area} {line}",
				"Identificar as malhas que ficam mais de {10-40}% do tempo em manual em {dcs}, com causa, correção e ganho estimado de cada uma."},
		},
	},
	{skills: []string{"instrumentacao", "calibracao", "tecnico-automacao"}, lowest: 5_000, highest: 70_000,
		trade: "Instrumentação", headline: "Calibração com rastreabilidade RBC",
		jobs: []job{
			{"Calibração de {30-320} instrumentos de {quantity} em {city}",
				"{30-320} instrumentos de {quantity}. Padrões com rastreabilidade RBC, certificados em PDF e planilha consolidada no fim."},
			{"Loop check de {24-180} malhas da {area} {line}",
				"Testar ponto a ponto {24-180} malhas, do instrumento à tela em {scada}, com folha assinada por malha e lista de pendências."},
			{"Troca de {6-48} transmissores de {quantity} na {area} {line}",
				"Instalar, parametrizar (HART) e testar {6-48} transmissores de {quantity}, com folha de dados e de calibração de cada um."},
		},
	},
	{skills: []string{"iiot", "dados-industriais", "integracao-sistemas"}, lowest: 15_000, highest: 110_000,
		trade: "Dados industriais", headline: "Do chão de fábrica ao painel com {cloud}",
		jobs: []job{
			{"Coleta de dados e OEE da {area} em {cloud}, {city}",
				"Coletor de borda com MQTT/Sparkplug B, {cloud} e painel de OEE por turno. Os dados permanecem na planta."},
			{"Painel de OEE para {6-40} máquinas: {area} {line}",
				"Ler estado, contagem e refugo de {6-40} máquinas por {network}, gravar em {cloud} e entregar {4-15} painéis definidos com a produção."},
			{"Historiador {cloud} para {area} em {city}",
				"Historiar {400-6000} variáveis de {plc} e {scada} em {cloud}, com retenção de {2-10} anos e {4-15} painéis de partida."},
		},
	},
	{skills: []string{"projeto-eletrico", "projeto-automacao"}, lowest: 7_000, highest: 60_000,
		trade: "Projeto elétrico", headline: "{cad} com listas prontas para compra",
		jobs: []job{
			{"Projeto elétrico em {cad}: CCM de {8-36} gavetas, {city}",
				"{cad}, NBR IEC 61439-1/2, {8-36} gavetas com inversores {drive}, lista de materiais e de cabos, memorial de cálculo e ART."},
			{"Documentação como construído da {area} {line} em {cad}",
				"Levantar em campo e redesenhar em {cad} {60-400} folhas, com anilhas e régua de bornes conferidas ponto a ponto."},
			{"Painel de comando da {area} em {cad}, {city}",
				"Projeto em {cad} de {2-9} painéis com {plc}, {drive} e {safety}, leiaute térmico, lista de materiais e acompanhamento do TAF."},
		},
	},
	{skills: []string{"visao-maquina", "programacao-clp"}, lowest: 20_000, highest: 95_000,
		trade: "Visão de máquina", headline: "Inspeção em linha com {vision}",
		jobs: []job{
			{"Inspeção por visão com {vision} na {area} {line}",
				"{60-600} peças por minuto, {vision}, presença, posição e leitura de código, rejeito automático e integração com {plc}. Falso rejeito menor que 0,5%."},
			{"Leitura de lote e validade com {vision}: {60-600} peças por minuto, {city}",
				"OCR de lote e validade a {60-600} peças por minuto com {vision}. Óptica e iluminação dimensionadas com amostras reais, acerto medido em {4-24} horas."},
			{"Guiagem de {robot} por {vision} na {area} {line}",
				"Localizar peças com {vision} e corrigir a trajetória do {robot} em até {1-5} mm, com calibração que a manutenção saiba refazer."},
		},
	},
	{skills: []string{"comissionamento", "tecnico-automacao", "manutencao-automacao"}, lowest: 10_000, highest: 85_000,
		trade: "Comissionamento", headline: "TAF, TAC e partida assistida",
		jobs: []job{
			{"Comissionamento da {area} {line} em {city}",
				"Teste ponto a ponto, intertravamentos por matriz de causa e efeito, punch list diária e operação assistida ({shift})."},
			{"TAF e TAC da {area}: {24-180} malhas em {city}",
				"Acompanhar o TAF no fornecedor, refazer {24-180} malhas em campo e entregar com menos de {3-12} pendências, nenhuma impeditiva."},
			{"Partida assistida da {area} {line} com {plc}, {shift}",
				"Operação assistida por {5-20} dias em {shift}, ajustes no programa do {plc} e registro de cada mudança com motivo."},
		},
	},
	{skills: []string{"manutencao-automacao", "instalacoes-eletricas", "pneumatica-hidraulica"}, lowest: 3_000, highest: 40_000,
		trade: "Manutenção de automação", headline: "Linha parada: diagnóstico no mesmo dia",
		jobs: []job{
			{"Contrato de manutenção de {plc} e {drive} em {city}",
				"{2-18} inversores {drive} e {2-8} controladores {plc} em regime de {shift}. Tempo de resposta de {2-8} horas, peças pela contratante."},
			{"Falha intermitente em {drive} na {area} {line}",
				"Diagnosticar falhas de comunicação {network} que param a produção a cada {15-90} minutos. Acesso remoto por VPN disponível."},
			{"Backup e auditoria de {6-60} controladores da {area} em {city}",
				"Copiar, comparar e arquivar o programa de {6-60} controladores, a maioria {plcOld}, com versão, senha e bateria conferidas."},
		},
	},
}

// Additional phrases that fit every kind of work.
var (
	conditions = []string{"Execução {window}, em {city}.", "Trabalho em {shift}, {window}.", "Exige {norm} válidos e integração de {2-8} horas.", "Visita técnica antes da proposta, em {city}.", "Planta de {sector}, com acesso a partir das {6-9}h."}
	deliveries = []string{"Entregar programa comentado, lista de I/O em revisão final e operação assistida de {2-5} turnos.", "Documentação em português, backup dos programas e treinamento de {4-16} horas.", "Aceite por protocolo de TAF e TAC; {2-3} meses de garantia do serviço.", "Relatório final com fotos, medições e pendências por prioridade.", "Pagamento por marco: {share}% na ordem, o restante no aceite."}
	materials  = []string{"Material fornecido pela contratante.", "Material a cotar em separado.", "Licenças de software fornecidas pela contratante.", "Ferramentas, padrões e EPI por conta do contratado.", "Há desenhos e programa-fonte disponíveis."}
	deadlines  = []string{"{10-120} dias", "{10-120} dias, {window}", "{2-16} semanas", "{2-8} dias corridos {window}"}
	letters    = []string{"Fiz serviço igual na {area} de uma planta de {sector} em {city}. Entrego em {10-60} dias, com TAF em bancada e plano de retorno escrito.", "Equipe de {2-5} pessoas, {norm} em dia. O valor inclui documentação e {2-4} turnos de operação assistida.", "Proponho uma visita de meio dia antes do início. Prazo de {10-60} dias, marcos de {share}% e garantia de {3-12} meses.", "Tenho biblioteca pronta e testada, o que encurta o prazo para {10-60} dias. Referências em {city} sob pedido."}
	abouts     = []string{"{4-28} anos em {sector}, com {plc} e {scada}. Entrego programa comentado e treino a manutenção antes de sair.", "Atendo {city} e região. {norm} em dia, seguro de responsabilidade e ART quando o serviço pede.", "Comecei na manutenção de {area} e hoje faço projeto e partida. {network}, {drive} e diagnóstico com medição.", "{4-28} anos de campo, {6-90} partidas de planta. Prefiro escopo claro, marcos curtos e aceite por protocolo."}
	factories  = []string{"Planta de {sector} com {40-900} pessoas em {shift}. A engenharia interna cuida da operação; contratamos especialistas para projetos e paradas.", "{2-9} linhas, {plc} e {scada}. Serviços contratados por marco, com aceite da manutenção.", "Produção em {shift}. Parque instalado de {20-400} máquinas, das antigas com {plcOld} às atuais com {plc}."}
)

// exchanges are the parts of a conversation: a question and its answer.
var exchanges = [][2]string{
	{"O programa-fonte do {plc} está disponível ou faremos upload da CPU?", "Temos o fonte, comentado. Envio amanhã cedo."},
	{"Qual é a janela para a {area} {line}? Consigo equipe {window}.", "Confirmado: {window}. A portaria já tem os nomes."},
	{"Mandei a lista de I/O com {2-40} pontos a mais que a revisão anterior. Confere?", "Conferido. Entraram {2-12} pontos do skid novo, pode seguir."},
	{"A rede {network} tem desenho atualizado?", "Desenho de {2012-2025}, com duas alterações que marco em vermelho."},
	{"Posso agendar a visita para as {8-16}h?", "Pode ser. Procure a manutenção na portaria {1-4}."},
	{"O TAF ficou com {2-6} pendências, nenhuma impeditiva. Marcamos o TAC?", "Pode marcar. Separamos {2-3} pessoas da operação para acompanhar."},
	{"Quantos turnos de operação assistida entram no preço?", "{2-6} turnos. Se passar disso, acertamos por hora técnica."},
	{"O {drive} da {area} já veio parametrizado?", "Ainda não. O manual e o arquivo de parâmetros seguem por e-mail."},
	{"Precisa de {norm} para todos da equipe?", "Só para quem entra em campo; integração de {2-8} horas na véspera."},
	{"Enviei o relatório com as {4-60} malhas. Alguma dúvida?", "Recebido. Volto com os comentários até as {14-18}h."},
}

// document fills phrases that belong together: a slot that occurs again gets the same word.
type document struct {
	random *rand.Rand
	chosen map[string]string
}

func newDocument(random *rand.Rand) *document {
	return &document{random: random, chosen: map[string]string{}}
}

var slot = regexp.MustCompile(`\{[^}]+\}`)

// choose returns one of the phrases with its slots filled.
func (d *document) choose(phrases []string) string { return d.fill(pick(d.random, phrases)) }

// fill returns a phrase with its slots filled.
func (d *document) fill(phrase string) string {
	return slot.ReplaceAllStringFunc(phrase, func(found string) string {
		name := found[1 : len(found)-1]
		if word, ok := d.chosen[name]; ok {
			return word
		}
		word := d.word(name)
		d.chosen[name] = word
		return word
	})
}

func (d *document) word(name string) string {
	if from, ok := words[name]; ok {
		return pick(d.random, from)
	}
	low, high, _ := strings.Cut(name, "-")
	lowest, errLow := strconv.Atoi(low)
	highest, errHigh := strconv.Atoi(high)
	if errLow != nil || errHigh != nil {
		panic(fmt.Sprintf("the vocabulary has no %q", name))
	}
	return strconv.Itoa(lowest + d.random.IntN(highest-lowest+1))
}

// words fill the {slots} of the phrases. Within one document a slot keeps its word, so that title
// and description match.
var words = map[string][]string{
	"plcOld":   {"S7-300", "S7-400", "SLC 500", "PLC-5", "Modicon Quantum", "CQM1H", "Series 90-30", "FX2N", "TSX Premium", "Altus AL-2002"},
	"plc":      {"S7-1500", "S7-1200", "CompactLogix 5380", "ControlLogix 5580", "Modicon M580", "NX1P2", "WEG PLC500", "FX5U", "Altus Nexto", "CODESYS em X20"},
	"scada":    {"Elipse E3", "WinCC Unified", "Ignition", "FactoryTalk View SE", "AVEVA InTouch", "Plant SCADA", "zenon", "ScadaBR"},
	"dcs":      {"DeltaV", "CENTUM VP", "Experion PKS", "800xA", "Valmet DNA", "PCS 7"},
	"network":  {"PROFIBUS DP", "PROFINET", "EtherNet/IP", "EtherCAT", "Modbus TCP", "DeviceNet", "Foundation Fieldbus", "AS-i"},
	"robot":    {"FANUC M-410", "FANUC R-2000", "KUKA KR 210", "ABB IRB 6700", "Yaskawa GP180", "UR20", "Kawasaki CP180", "Stäubli TX2-90"},
	"drive":    {"WEG CFW11", "Danfoss FC-302", "PowerFlex 755", "Sinamics G120", "Altivar 930", "ABB ACS880"},
	"vision":   {"Cognex In-Sight", "Keyence CV-X", "HALCON", "Basler com OpenCV", "Sick InspectorP", "Omron FH"},
	"safety":   {"Pilz PNOZmulti", "Sick Flexi Soft", "GuardLogix", "S7-1500F", "Schmersal PSC1", "Omron G9SP"},
	"cad":      {"EPLAN P8", "AutoCAD Electrical", "SEE Electrical", "WSCAD", "E3.series"},
	"cloud":    {"InfluxDB e Grafana", "PI System", "TimescaleDB e Power BI", "Azure IoT", "AWS SiteWise", "Ignition Edge"},
	"area":     {"linha de envase", "caldeira de biomassa", "moagem", "forno de reaquecimento", "estação de tratamento de água", "torre de resfriamento", "extrusão", "prensa de estampagem", "sala de pintura", "evaporação", "fermentação", "branqueamento", "secagem de grãos", "britagem", "flotação", "ensacamento", "paletização", "câmara fria", "autoclaves", "dosagem química", "pasteurização", "utilidades", "tancagem", "linha de solda", "tratamento térmico", "laminação a frio", "cortadeira de papel", "rotulagem", "embalagem secundária", "transportadores de correia"},
	"line":     {"1", "2", "3", "4", "5", "6", "7", "8", "A", "B", "C", "D"},
	"sector":   {"alimentos e bebidas", "metalurgia", "açúcar e etanol", "papel e celulose", "autopeças", "mineração", "saneamento", "farmacêutico", "frigorífico", "plásticos", "química", "cimento", "têxtil", "óleo e gás", "fertilizantes", "cerâmica"},
	"city":     {"Campinas/SP", "Jundiaí/SP", "Sorocaba/SP", "Sertãozinho/SP", "Ribeirão Preto/SP", "São José dos Campos/SP", "Piracicaba/SP", "Cubatão/SP", "São Bernardo do Campo/SP", "Belo Horizonte/MG", "Betim/MG", "Itabira/MG", "Ipatinga/MG", "Uberlândia/MG", "Extrema/MG", "Duque de Caxias/RJ", "Resende/RJ", "Macaé/RJ", "Serra/ES", "Aracruz/ES", "Curitiba/PR", "Araucária/PR", "Ponta Grossa/PR", "Londrina/PR", "Cascavel/PR", "Joinville/SC", "Blumenau/SC", "Jaraguá do Sul/SC", "Chapecó/SC", "Caxias do Sul/RS", "Gravataí/RS", "Triunfo/RS", "Rio Grande/RS", "Três Lagoas/MS", "Dourados/MS", "Rondonópolis/MT", "Sorriso/MT", "Anápolis/GO", "Catalão/GO", "Rio Verde/GO", "Camaçari/BA", "Feira de Santana/BA", "Mucuri/BA", "Recife/PE", "Goiana/PE", "Maracanaú/CE", "São Gonçalo do Amarante/CE", "Imperatriz/MA", "São Luís/MA", "Parauapebas/PA", "Barcarena/PA", "Manaus/AM", "Palmas/TO", "João Pessoa/PB", "Mossoró/RN", "Aracaju/SE", "Maceió/AL", "Teresina/PI", "Porto Velho/RO", "Brasília/DF"},
	"quantity": {"pressão", "temperatura", "vazão", "nível", "pH e condutividade", "pesagem"},
	"norm":     {"NR-10 e NR-35", "NR-10 e NR-12", "NR-33 e NR-35", "NR-10 SEP", "NR-13 (ciência)", "NR-10 e NR-20"},
	"shift":    {"dois turnos", "três turnos", "quatro turnos de revezamento", "turno administrativo", "plantão de 12 horas"},
	"share":    {"20", "25", "30", "35", "40"},
	"window":   {"na parada anual", "na entressafra", "em fim de semana prolongado", "em parada de 48 horas", "em parada de 72 horas", "sem parada de produção", "nas férias coletivas", "em madrugadas, por trecho"},
}

var firstNames = []string{"Adriana", "Alexandre", "Aline", "Amanda", "Anderson", "André", "Antônio", "Beatriz", "Bruno", "Camila", "Carla", "Carlos", "Cláudia", "Cristiano", "Daniel", "Débora", "Diego", "Edson", "Eduardo", "Elaine", "Everton", "Fabiana", "Fábio", "Felipe", "Fernanda", "Flávio", "Gabriel", "Gisele", "Guilherme", "Gustavo", "Helena", "Henrique", "Igor", "Isabela", "Ivan", "Jéssica", "João", "Jorge", "José", "Juliana", "Júlio", "Karina", "Larissa", "Leandro", "Leonardo", "Letícia", "Luana", "Lucas", "Luciana", "Luiz", "Marcelo", "Márcia", "Marcos", "Mariana", "Marina", "Mateus", "Maurício", "Mônica", "Natália", "Otávio", "Patrícia", "Paulo", "Pedro", "Priscila", "Rafael", "Raquel", "Regina", "Renata", "Ricardo", "Roberto", "Rodrigo", "Rogério", "Sabrina", "Sandra", "Sérgio", "Sílvia", "Simone", "Tatiane", "Thiago", "Valéria", "Vanessa", "Vinícius", "Vitor", "Wagner", "Wellington", "William"}

var surnames = []string{"Albuquerque", "Almeida", "Alves", "Andrade", "Araújo", "Azevedo", "Barbosa", "Barros", "Batista", "Bianchi", "Borges", "Braga", "Brito", "Campos", "Cardoso", "Carvalho", "Castro", "Cavalcanti", "Coelho", "Correia", "Costa", "Cunha", "Dias", "Duarte", "Farias", "Fernandes", "Ferreira", "Fontana", "Fonseca", "Freitas", "Garcia", "Gomes", "Gonçalves", "Guimarães", "Kobayashi", "Leite", "Lima", "Lopes", "Macedo", "Machado", "Marques", "Martins", "Medeiros", "Melo", "Mendes", "Miranda", "Monteiro", "Moraes", "Moreira", "Moura", "Müller", "Nascimento", "Nogueira", "Nunes", "Oliveira", "Pacheco", "Pereira", "Pinto", "Prado", "Queiroz", "Ramos", "Reis", "Ribeiro", "Rocha", "Rodrigues", "Sakamoto", "Santana", "Santos", "Schmidt", "Silva", "Silveira", "Soares", "Souza", "Takahashi", "Tavares", "Teixeira", "Vasconcelos", "Vieira", "Zanetti"}

var (
	companyKinds  = []string{"Metalúrgica", "Usina", "Indústria de Alimentos", "Celulose", "Autopeças", "Mineração", "Química", "Cerâmica", "Frigorífico", "Laticínios", "Tecelagem", "Cimentos", "Embalagens", "Fundição", "Bebidas", "Fertilizantes", "Farmacêutica", "Plásticos", "Siderúrgica", "Saneamento", "Máquinas", "Óleos Vegetais"}
	companyPlaces = []string{"Alto da Serra", "Araucária", "Baía Norte", "Boa Esperança", "Campo Limpo", "Cedro", "Cerrado", "Córrego Fundo", "Dois Irmãos", "Estrela do Sul", "Ibirapitanga", "Ipê Amarelo", "Itapeva", "Jacarandá", "Lagoa Dourada", "Mantiqueira", "Monte Claro", "Morro Azul", "Nova Aliança", "Pedra Branca", "Planalto Central", "Ponte Alta", "Porto Velho do Sul", "Ribeirão das Pedras", "Rio Manso", "Santa Bárbara", "São Bento", "Serra Verde", "Três Marias", "Vale do Aço", "Vale Formoso", "Vila Rica"}
	companyForms  = []string{"S.A.", "Ltda.", "Indústria e Comércio", "do Brasil", "Participações", "& Filhos"}
)

var levels = []string{"Júnior", "Pleno", "Pleno", "Intermediário", "Sênior", "Sênior", "Especialista"}
