package volume

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
