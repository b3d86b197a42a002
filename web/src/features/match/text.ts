import type { Weight } from '@/features/match/queries'

/** The criteria, as screens name them. */
export const CRITERIA: Record<Weight['kind'], string> = {
  skills: 'Habilidades',
  technologies: 'Tecnologias',
  level: 'Nível',
  distance: 'Distância',
  availability: 'Disponibilidade',
  documents: 'Normas e treinamentos',
  history: 'Histórico aqui',
}

/** What each criterion looks at. */
export const EXPLAINED: Record<Weight['kind'], string> = {
  skills: 'As habilidades que o projeto pede e o perfil tem.',
  technologies: 'O mesmo produto vale mais que a mesma família, e esta mais que o mesmo fabricante.',
  level: 'O nível de experiência pedido, ou acima dele.',
  distance:
    'Mesma cidade, mesmo estado ou estado vizinho. Não medimos quilômetros. Não conta em trabalho remoto.',
  availability: 'Agenda informada no perfil e atendimento na modalidade do projeto.',
  documents: 'Normas pedidas, como NR-10, e as que o escopo exige: altura pede NR-35.',
  history: 'Clientes atendidos pela plataforma, até cinco, e nota das avaliações.',
}

export const PROMISE =
  'Ninguém paga para aparecer antes. Plano, taxa e valores movimentados não entram na conta. Empates entre projetos ficam do mais novo ao mais antigo; entre profissionais, por sorteio, refeito a cada projeto.'
