import { STEPS } from '@/features/proposal/steps'

/** The ways of writing other terms: whose they are follows from the step. */
export type TermsKind = 'revise' | 'answer' | 'renew' | 'counter'

type Kind = {
  title: string
  description: string
  send: string
  done: { title: string; description: string }
  refused: string
  take: typeof STEPS.revise
}

export const KINDS: Readonly<Record<TermsKind, Kind>> = {
  revise: {
    title: 'Revisar proposta',
    description: 'Os novos termos valem assim que enviados; a empresa é avisada e lê os dois.',
    send: 'Enviar novos termos',
    done: { title: 'Proposta revisada', description: 'A empresa foi avisada.' },
    refused: 'Proposta não revisada',
    take: STEPS.revise,
  },
  answer: {
    title: 'Responder com meus termos',
    description: 'Sua resposta recusa a contraproposta e põe estes termos no lugar dos seus.',
    send: 'Enviar resposta',
    done: { title: 'Resposta enviada', description: 'A empresa foi avisada.' },
    refused: 'Resposta não enviada',
    take: STEPS.revise,
  },
  renew: {
    title: 'Renovar proposta',
    description: 'Com uma nova validade, a proposta volta a pendente.',
    send: 'Renovar proposta',
    done: { title: 'Proposta renovada', description: 'A empresa foi avisada.' },
    refused: 'Proposta não renovada',
    take: STEPS.revise,
  },
  counter: {
    title: 'Contrapropor',
    description: 'Nada muda até o profissional aceitar. Uma contraproposta aberta é substituída por esta.',
    send: 'Enviar contraproposta',
    done: { title: 'Contraproposta enviada', description: 'O profissional foi avisado.' },
    refused: 'Contraproposta não enviada',
    take: STEPS.counter,
  },
}
