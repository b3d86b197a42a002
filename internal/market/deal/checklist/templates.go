package checklist

// templates are the items that a list starts with, by the kind of project. Both sides may change
// them before they agree.
var templates = map[string][]Item{
	"machine": {
		{"Lista de I/O conferida", "Todos os sinais testados ponto a ponto", true},
		{"Intertravamentos e funções de segurança", "Atuam como no projeto, com o PL requerido", true},
		{"Ciclo automático", "Peças por minuto combinadas, sem falha", true},
		{"Receitas e telas da IHM", "Abrem, gravam e mostram o que foi pedido", false},
		{"Alarmes", "Mensagens claras, com causa e local", false},
		{"Programa comentado e backup", "Entregues e restaurados uma vez", true},
		{"Manual", "Entregue em português", false},
	},
	"retrofit": {
		{"Programa convertido", "Mesma sequência do CLP anterior, comparada passo a passo", true},
		{"Comunicação", "Rede, IHM e supervisório sem erro", true},
		{"Plano de contingência", "Volta ao CLP anterior ensaiada", true},
		{"Virada na janela de parada", "Máquina produz dentro da janela combinada", true},
		{"Tags e comentários", "Nomes do cliente mantidos", false},
		{"Backup do programa", "Entregue e restaurado uma vez", true},
	},
	"scada": {
		{"Telas", "Navegação e valores conferidos com o campo", true},
		{"Alarmes", "Prioridades e textos como no plano de alarmes", true},
		{"Relatórios e históricos", "Valores batem com o processo", false},
		{"Redundância", "Troca sem perda de dados", true},
		{"Usuários e senhas", "Níveis de acesso como combinado", false},
		{"Treinamento", "Operadores treinados, com lista de presença", false},
	},
	"nr12": {
		{"Paradas de emergência", "Cada uma para a máquina no tempo previsto", true},
		{"Proteções e intertravamentos", "Nenhum acesso à zona de risco em movimento", true},
		{"Categoria e PL", "Validados como na apreciação de risco", true},
		{"Sinalização e manual", "Afixados, em português", false},
		{"Laudo e ART", "Entregues e assinados", true},
	},
	"robot": {
		{"Área de segurança", "Scanner, cortinas e portas param o robô", true},
		{"Ciclo", "Tempo combinado, em dez ciclos seguidos", true},
		{"Garra e payload", "Peça não cai em parada de emergência", true},
		{"Posições e limites", "Sem colisão em velocidade total", true},
		{"Programa e backup", "Entregues e restaurados uma vez", true},
		{"Treinamento", "Operação e manutenção treinadas", false},
	},
	"network": {
		{"Medições", "Todos os nós medidos, com data e local", true},
		{"Causa encontrada", "Descrita e demonstrada", true},
		{"Plano de ação", "Com prioridade, custo e prazo", false},
		{"Relatório", "Entregue em PDF", true},
	},
	"urgent": {
		{"Equipamento produz", "Uma hora sem a falha", true},
		{"Causa explicada", "Por escrito", false},
		{"Backup depois da correção", "Entregue", true},
	},
	"calibration": {
		{"Certificados", "Um por instrumento, com incerteza", true},
		{"Etiquetas", "Afixadas, com a próxima data", false},
		{"Planilha", "Confere com os certificados", false},
	},
	"iiot": {
		{"Coleta", "Todos os ativos, na frequência combinada", true},
		{"Sem perda de dados", "Queda de rede ensaiada", true},
		{"Painel", "OEE confere com a conta manual", true},
		{"Documentação", "Entregue", false},
	},
	"electrical": {
		{"Diagramas", "Conferem com o painel montado", true},
		{"Lista de materiais", "Códigos e quantidades conferidos", false},
		{"Ensaios do painel", "Continuidade, isolação e proteção registrados", true},
		{"ART", "Entregue", true},
	},
}
