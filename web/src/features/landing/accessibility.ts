import type { LegalSection } from '@/features/landing/legal-document'

/** The conformance statement. It says what is tested, and no more. */
export const ACCESSIBILITY: readonly LegalSection[] = [
  {
    id: 'conformidade',
    title: 'Situação de conformidade',
    blocks: [
      'Nossa referência é a ABNT NBR 17225:2025 (acessibilidade em conteúdo e aplicações web), apoiada nas WCAG 2.2, níveis A e AA. Declaramos conformidade parcial: o que verificamos está abaixo, e o que ainda não verificamos também.',
    ],
  },
  {
    id: 'testado',
    title: 'O que é testado',
    blocks: [
      'A cada versão, de forma automática:',
      [
        'Todas as telas públicas e de cada tipo de conta, com a ferramenta axe-core, sem violações aceitas.',
        'O contraste de cada par de cores, nos temas claro e escuro: 4,5:1 para textos e 3:1 para controles.',
        'Telas com 360 pixels de largura, sem rolagem lateral da página.',
        'Nomes de botões, links e campos.',
      ],
      'Animações param quando o sistema pede menos movimento.',
    ],
  },
  {
    id: 'limites',
    title: 'O que ainda não foi verificado',
    blocks: [
      [
        'Não houve avaliação por pessoas com deficiência nem por entidade independente.',
        'Não fizemos testes manuais completos com leitores de tela como NVDA, JAWS, VoiceOver e TalkBack.',
        'O texto ampliado a 200% não foi verificado em todas as telas em celulares.',
        'Imagens e arquivos enviados por usuários podem não ter descrição.',
      ],
    ],
  },
  {
    id: 'contato',
    title: 'Relatar uma barreira',
    blocks: [
      'Se algo impede ou dificulta o seu uso, escreva e diga o endereço da página, o que tentou fazer e, se puder, o navegador e a tecnologia assistiva.',
    ],
  },
]
