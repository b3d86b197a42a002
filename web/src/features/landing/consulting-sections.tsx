import { Section } from './sections'

const CONSULTING: readonly { title: string; text: string; result: string }[] = [
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

const REASONS: readonly { title: string; text: string }[] = [
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
    text: 'Relatório com lista de I/O, desenhos e estimativas serve de base para a próxima contratação.',
  },
  {
    title: 'Sigilo quando é preciso',
    text: 'Publique como Empresa Confidencial e revele o nome só a quem interessar.',
  },
]

/** What a consultant answers, and what stays with the company. */
export function ConsultingCards() {
  return (
    <Section title="Seis perguntas que valem um especialista">
      <ul className="grid grid-cols-1 gap-4 md:grid-cols-2 xl:grid-cols-3">
        {CONSULTING.map((card) => (
          <li key={card.title} className="flex flex-col gap-2 rounded border border-line bg-raised p-5">
            <h3 className="text-lg font-semibold">{card.title}</h3>
            <p className="text-sm text-muted">{card.text}</p>
            <p className="mt-auto border-t border-line pt-3 text-sm">
              <span className="text-muted">Você recebe: </span>
              {card.result}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

export function WhyChooseUs() {
  return (
    <Section
      split
      title="Por que nos escolher"
      lead="Consultoria boa termina em decisão. Estas são as condições para chegar a ela."
    >
      <ul className="flex flex-col">
        {REASONS.map((reason) => (
          <li key={reason.title} className="grid gap-x-8 gap-y-1 border-t border-line py-4 sm:grid-cols-5">
            <h3 className="text-base font-semibold sm:col-span-2">{reason.title}</h3>
            <p className="text-sm text-muted sm:col-span-3">{reason.text}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
