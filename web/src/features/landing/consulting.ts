export const CONSULTING: readonly { title: string; text: string; result: string }[] = [
  {
    title: 'Plano diretor de automação',
    text: 'Inventário de CLPs, IHMs, redes e versões, criticidade por linha e uma sequência de investimentos que a produção aceita.',
    result: 'Roteiro de 3 a 5 anos, com custo e parada de cada etapa',
  },
  {
    title: 'Apreciação de riscos NR-12',
    text: 'Máquina por máquina, pela NBR ISO 12100: perigos, HRN, PL requerido e a medida de proteção que não derruba a produtividade.',
    result: 'Relatório de apreciação e especificação da adequação',
  },
  {
    title: 'Obsolescência e retrofit',
    text: 'O que está fora de linha, o que ainda se repara e o que precisa de migração antes da próxima falha. S5, S7-300, PLC-5, SLC 500, Quantum.',
    result: 'Matriz de risco e plano de virada por parada',
  },
  {
    title: 'Cibersegurança de automação',
    text: 'Zonas e conduítes pela IEC 62443, acesso remoto de fornecedores, cópias de segurança e resposta a incidentes sem parar a planta.',
    result: 'Diagnóstico e plano por fases',
  },
  {
    title: 'Desempenho de malhas e alarmes',
    text: 'Quantas malhas estão em manual, quais oscilam, quais alarmes ninguém lê. Sintonia PID e racionalização pela ISA-18.2.',
    result: 'Relatório com variabilidade antes e depois',
  },
  {
    title: 'Dados industriais e OEE',
    text: 'De onde tirar cada sinal, como calcular o OEE sem discussão entre turnos e onde guardar as séries: MQTT, OPC UA, historiador.',
    result: 'Arquitetura de coleta e piloto em uma linha',
  },
]

export const REASONS: readonly { title: string; text: string }[] = [
  {
    title: 'Independência de fabricante',
    text: 'O consultor é escolhido por você, não por quem vende a CPU.',
  },
  {
    title: 'Experiência à vista',
    text: 'Portfólio com papel, tecnologias e imagens, e avaliações de quem já contratou.',
  },
  {
    title: 'Escopo antes do preço',
    text: 'O que será visitado, medido e entregue é escrito na publicação do projeto.',
  },
  {
    title: 'Resultado que se executa',
    text: 'Relatório com lista de E/S, desenhos e estimativas serve de base para a próxima contratação.',
  },
  {
    title: 'Sigilo quando é preciso',
    text: 'Publique como Empresa Confidencial e revele o nome só a quem interessar.',
  },
]
