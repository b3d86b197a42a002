import { ACCEPTANCE_DAYS, BOUNDS } from '@/api/limits'
import type { LegalSection } from '@/features/landing/legal/legal-document'

const DIRECT_TERMS: readonly LegalSection[] = [
  {
    id: 'aceitacao',
    title: 'Aceitação e definições',
    blocks: [
      'Estes termos regem o uso da plataforma Automação - Indústria. Ao criar uma conta você declara que leu e aceita estes termos e a Política de Privacidade.',
      [
        'Empresa: quem publica projetos e contrata, identificada por CNPJ.',
        'Profissional: quem envia propostas e executa os serviços, identificado por CPF.',
        'Projeto: a descrição de um serviço de automação, com escopo, orçamento e prazo.',
        'Proposta: o valor e a carta de apresentação que um profissional envia a um projeto.',
      ],
    ],
  },
  {
    id: 'conta',
    title: 'Cadastro e conta',
    blocks: [
      'Você deve ter 18 anos ou mais e informar dados verdadeiros e atuais. Quem cadastra uma empresa declara ter poderes para representá-la.',
      `A conta é pessoal. Guarde sua senha, não a compartilhe e avise-nos se suspeitar de uso indevido. Cada profissional declara até ${BOUNDS.profiles.skills} habilidades e responde pelo que declara.`,
    ],
  },
  {
    id: 'projetos-e-propostas',
    title: 'Projetos e propostas',
    blocks: [
      'A empresa descreve o escopo com honestidade: o que existe, o que deve ser entregue, condições de acesso à planta, riscos conhecidos e critérios de aceite. O profissional propõe apenas o que tem competência e habilitação para executar.',
      'Publicar um projeto não obriga a contratar, e enviar uma proposta não garante a escolha. Informações recebidas em um projeto ou em uma conversa servem só para avaliar e executar aquele serviço.',
    ],
  },
  {
    id: 'contratacao',
    title: 'Contratação e responsabilidade técnica',
    blocks: [
      'O contrato de prestação de serviços é firmado diretamente entre empresa e profissional. A plataforma aproxima as partes e registra o que combinam nela; não executa serviços, não fiscaliza obras e não cria vínculo de emprego.',
      'Cabe às partes, conforme o serviço:',
      [
        'emitir ART ou TRT quando a atividade exigir responsável técnico;',
        'cumprir as normas regulamentadoras aplicáveis, como NR-10, NR-12, NR-33 e NR-35, com treinamentos válidos;',
        'respeitar integração, permissão de trabalho e bloqueio de energias (LOTO) da planta;',
        'manter cópia de segurança de CLP, IHM e supervisório antes de qualquer intervenção.',
      ],
    ],
  },
  {
    id: 'pagamentos',
    title: 'Pagamentos e tributos',
    blocks: [
      'Valores são expressos em reais. Pagamento, marcos, deslocamento, retenções e nota fiscal são combinados e acertados diretamente entre empresa e profissional.',
      'A plataforma não recebe nem guarda valores das partes e não cobra taxa por esse acerto. Se um serviço de pagamento vier a ser oferecido, suas condições serão publicadas antes e dependerão do seu aceite.',
    ],
  },
  {
    id: 'conteudo',
    title: 'Conteúdo e confidencialidade',
    blocks: [
      'O que você publica continua seu. Você nos autoriza a armazenar e exibir esse conteúdo para operar a plataforma, e declara ter direito de publicá-lo: fotos de planta, desenhos e nomes de clientes exigem autorização de quem os detém.',
      'Programas, diagramas e documentos do serviço pertencem a quem o contrato entre as partes disser. Projetos publicados como Empresa Confidencial não mostram o nome da empresa ao público.',
    ],
  },
  {
    id: 'conduta',
    title: 'Conduta, suspensão e responsabilidade',
    blocks: [
      'Não são permitidos: perfis ou projetos falsos, certificados adulterados, avaliações combinadas, assédio, spam, violação de sigilo, coleta automatizada de dados pessoais e tentativas de burlar a segurança.',
      'Contas que violem estes termos podem ser bloqueadas. Você pode encerrar a sua a qualquer momento em Configurações.',
      'Respondemos pelos serviços da plataforma nos limites da lei, incluindo o Código de Defesa do Consumidor e o Marco Civil da Internet. Não respondemos pela execução dos serviços contratados entre as partes. Aplica-se a lei brasileira. Mudanças relevantes nestes termos são comunicadas antes de valer.',
    ],
  },
  {
    id: 'contato',
    title: 'Contato',
    blocks: ['Dúvidas, denúncias e notificações sobre estes termos:'],
  },
]

/** The terms of service; where an institution holds the money, they name it. */
export function terms(institution: string | null): readonly LegalSection[] {
  if (institution === null) return DIRECT_TERMS
  return DIRECT_TERMS.map((section) =>
    section.id === 'pagamentos' ? { ...section, blocks: guarantee(institution) } : section,
  )
}

function guarantee(institution: string): LegalSection['blocks'] {
  return [
    `Valores são expressos em reais. A plataforma não recebe nem guarda valores das partes: cada marco é pago por Pix em conta do profissional aberta e verificada por ${institution}, que mantém o valor bloqueado até a liberação.`,
    [
      `O marco é liberado quando a empresa aprova a entrega ou não responde em ${String(ACCEPTANCE_DAYS)} dias, por distrato aceito pelas duas partes ou por decisão de uma disputa.`,
      'A taxa da plataforma é informada antes do envio da proposta, fica fixa no contrato e é descontada do valor liberado ao profissional.',
      'Retenções e nota fiscal são responsabilidade das partes; a empresa informa o que a lei manda reter.',
      'Pix contestado por fraude ou falha operacional, ou devolvido pela instituição, antes da liberação: o marco volta a aguardar pagamento e o trabalho pode parar.',
      'Pix contestado ou devolvido depois da liberação: o valor é debitado do profissional até o saldo que houver e o que faltar é devido por ele à empresa; a plataforma não cobre a diferença e entrega às partes e à instituição o histórico do contrato.',
      'Contratos sem valor em garantia são acertados diretamente entre as partes.',
    ],
  ]
}
