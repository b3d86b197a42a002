import { CardLink, ItemList, professionalsWho } from './picture-card'
import type { Offer } from './solutions'

export const SERVICES: readonly Offer[] = [
  {
    title: 'Programação de CLP e IHM',
    text: 'Ladder, ST e SFC em TIA Portal, Studio 5000, Control Expert, CODESYS ou TwinCAT.',
    items: ['Programa-fonte comentado', 'Lista de I/O revisada'],
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

/** A service as a card: what it is, what is handed over, who does it. */
export function OfferCard({ offer, level = 2 }: { offer: Offer; level?: 2 | 3 }) {
  const Heading = `h${level}` as const
  return (
    <li className="relative flex flex-col gap-2 rounded border border-line bg-raised p-5 transition-colors duration-150 focus-within:border-control hover:border-control">
      <Heading className="text-lg font-semibold">{offer.title}</Heading>
      <p className="text-sm text-muted">{offer.text}</p>
      <ItemList items={offer.items} />
      <CardLink to={professionalsWho(...offer.skills)}>
        Ver profissionais<span className="sr-only"> de {offer.title}</span>
      </CardLink>
    </li>
  )
}
