/** What the site shows of a line of work: its text, what is handed over and who does it. */
export type Offer = {
  title: string
  text: string
  items: readonly string[]
  skills: readonly string[]
}

export const SOLUTIONS = [
  {
    image: 'solutionsCard1',
    alt: 'Linha de envase com enchedora, garrafas na esteira e caixas prontas',
    title: 'Linhas de envase',
    text: 'Sequenciamento de enchedora, rotuladora e paletizador, receitas por formato e sincronismo de esteiras, com estados PackML que o operador entende.',
    items: [
      'Receitas e troca de formato na IHM',
      'Intertravamentos por matriz de causa e efeito',
      'OEE por turno e por causa de parada',
    ],
    skills: ['programacao-clp', 'pneumatica-hidraulica'],
  },
  {
    image: 'solutionsCard2',
    alt: 'Sala de controle com telas de supervisório e gráficos de tendência',
    title: 'Supervisório',
    text: 'Telas calmas em ISA-101, alarmes racionalizados pela ISA-18.2 e histórico confiável em Elipse E3, WinCC, FactoryTalk View ou Ignition.',
    items: [
      'Biblioteca de telas e faceplates',
      'Plano de alarmes com prioridade e resposta',
      'Relatórios e redundância de servidores',
    ],
    skills: ['scada-supervisorio'],
  },
  {
    image: 'solutionsCard3',
    alt: 'Skid de processo com tanque, bombas, válvula de controle e transmissores',
    title: 'Instrumentação e processo',
    text: 'Da folha de dados ao loop check: transmissores HART e 4–20 mA, válvulas de controle, área classificada e sintonia das malhas que hoje rodam em manual.',
    items: [
      'Lista de instrumentos e hook-up',
      'Loop check e calibração rastreável',
      'Sintonia PID com relatório antes e depois',
    ],
    skills: ['instrumentacao', 'controle-processos'],
  },
  {
    image: 'solutionsCard4',
    alt: 'Armário de rede industrial aberto, com switches e cabos identificados',
    title: 'Redes industriais',
    text: 'PROFIBUS, PROFINET, EtherNet/IP e EtherCAT: projeto, medição física e diagnóstico das quedas que ninguém consegue repetir.',
    items: [
      'Medição de segmentos e relatório',
      'Zonas e conduítes pela IEC 62443',
      'Topologia e endereçamento documentados',
    ],
    skills: ['redes-industriais'],
  },
  {
    image: 'solutionsCard5',
    alt: 'Estação de visão de máquina inspecionando peças e separando as reprovadas',
    title: 'Visão de máquina',
    text: 'Inspeção de rótulo, lote e validade, medição dimensional e guiamento de robôs, com a taxa de falso rejeito escrita no escopo.',
    items: [
      'Ensaio com peças boas e ruins',
      'Óptica e iluminação especificadas',
      'Rejeito integrado ao CLP da linha',
    ],
    skills: ['visao-maquina'],
  },
  {
    image: 'solutionsCard6',
    alt: 'Painel elétrico antigo ao lado do painel modernizado',
    title: 'Retrofit e modernização',
    text: 'S7-300 → S7-1500, SLC 500 → CompactLogix, Quantum → M580: engenharia reversa, TAF em bancada e virada dentro da parada.',
    items: [
      'Levantamento e lista de I/O conferida',
      'Plano de virada e de retorno',
      'Operação assistida nos primeiros turnos',
    ],
    skills: ['retrofit'],
  },
] as const satisfies readonly (Offer & { image: string; alt: string })[]
