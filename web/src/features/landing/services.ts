import type { Offer } from '@/features/landing/solutions'

export const SERVICES: readonly Offer[] = [
  {
    title: 'Programação de CLP e IHM',
    text: 'Ladder, ST e SFC em TIA Portal, Studio 5000, Control Expert, CODESYS ou TwinCAT.',
    items: ['Programa-fonte comentado', 'Lista de E/S revisada'],
    skills: ['programacao-clp'],
  },
  {
    title: 'Supervisório e historiador',
    text: 'Telas, alarmes, relatórios e coleta de dados de processo, com OPC UA e SQL.',
    items: ['Aplicação e licenças documentadas', 'Treinamento da operação'],
    skills: ['scada-supervisorio'],
  },
  {
    title: 'Projeto elétrico e painéis',
    text: 'Diagramas em EPLAN ou AutoCAD Electrical, CCM e painéis pela NBR IEC 61439.',
    items: ['Listas de materiais e de cabos', 'Memorial de cálculo e ART'],
    skills: ['projeto-eletrico', 'projeto-automacao'],
  },
  {
    title: 'Instrumentação e calibração',
    text: 'Especificação, montagem e calibração de pressão, temperatura, vazão e nível.',
    items: ['Loop check assinado', 'Certificados com rastreabilidade'],
    skills: ['instrumentacao', 'calibracao'],
  },
  {
    title: 'Robótica industrial',
    text: 'Paletização, solda e manipulação com ABB, FANUC, KUKA, Yaskawa e cobots.',
    items: ['Simulação e tempo de ciclo', 'Programa, TAF e TAC'],
    skills: ['robotica-industrial'],
  },
  {
    title: 'Redes industriais',
    text: 'Projeto, certificação e diagnóstico de PROFINET, PROFIBUS, EtherNet/IP e EtherCAT.',
    items: ['Medições e plano de correção', 'Segmentação da rede de automação'],
    skills: ['redes-industriais'],
  },
  {
    title: 'Segurança de máquinas (NR-12)',
    text: 'Apreciação de riscos pela NBR ISO 12100, projeto com PL definido e validação.',
    items: ['Relatório de apreciação (HRN)', 'Laudo de conformidade e ART'],
    skills: ['seguranca-maquinas'],
  },
  {
    title: 'Comissionamento e manutenção',
    text: 'Testes ponto a ponto, partida, operação assistida e diagnóstico de linha parada.',
    items: ['Lista de pendências encerrada', 'Backup de CLP, IHM e inversores'],
    skills: ['comissionamento', 'manutencao-automacao'],
  },
]
