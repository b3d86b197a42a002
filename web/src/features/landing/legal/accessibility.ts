import type { LegalSection } from '@/features/landing/legal/legal-document'

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
        'Diálogos, menus e listas abertos, e formulários recusados com seus erros, com a mesma ferramenta, nos dois temas.',
        'Telas com 360 pixels de largura, com o texto no tamanho comum e a 200%, sem rolagem lateral da página. A 200%, títulos grandes e números da barra inferior crescem menos que o restante.',
        'Nomes de botões, links e campos, e alvos de toque de ao menos 24 por 24 pixels (fora links no meio de frases).',
        'Cadastro, envio de proposta, comparação e aceite só com o teclado, com o foco visível a cada passo.',
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
        'O texto ampliado acima de 200% não foi verificado.',
        'Cores forçadas pelo sistema (alto contraste) e impressão foram vistas nas telas principais, não em todas.',
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
