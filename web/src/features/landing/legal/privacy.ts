import type { LegalSection } from '@/features/landing/legal/legal-document'

export const PRIVACY: readonly LegalSection[] = [
  {
    id: 'coleta',
    title: 'Coleta de informações',
    blocks: [
      'Tratamos apenas os dados de que a plataforma precisa para funcionar:',
      [
        'Cadastro: nome, e-mail, senha, tipo de conta e CPF ou CNPJ.',
        'Perfil: título, apresentação, localização, habilidades, imagens e portfólio, quando você os preenche.',
        'Uso: projetos, propostas, mensagens, avaliações, favoritos, anotações e buscas salvas que você cria.',
        'Acesso: endereço IP, data e hora, navegador e sessões abertas.',
      ],
      'Imagens enviadas são convertidas ao chegar; coordenadas e outros metadados da foto são descartados. As fotos anexadas a um contrato ficam como foram enviadas, porque servem de prova.',
    ],
  },
  {
    id: 'uso',
    title: 'Uso das informações',
    blocks: [
      [
        'Manter sua conta, exibir seu perfil e ligar projetos a propostas: execução de contrato (LGPD, art. 7º, V).',
        'Conferir CPF ou CNPJ e guardar registros de acesso: obrigação legal e segurança (art. 7º, II e IX).',
        'Contar visualizações e propostas e prevenir fraude: legítimo interesse (art. 7º, IX).',
        'Enviar o boletim semanal: somente com seu consentimento (art. 7º, I), que você retira em Configurações.',
      ],
      'Não vendemos dados, não fazemos publicidade dirigida e não tomamos decisões automatizadas que afetem seus direitos.',
    ],
  },
  {
    id: 'compartilhamento',
    title: 'Compartilhamento de informações',
    blocks: [
      'Seu perfil profissional e os projetos publicados são públicos. E-mail, CPF e CNPJ não são: só você e os administradores os veem.',
      [
        'A empresa dona do projeto vê as propostas que ele recebe.',
        'Mensagens são visíveis a quem participa da conversa.',
        'Fornecedores de hospedagem e de e-mail tratam dados em nosso nome, somente para esses fins.',
        'Autoridades recebem dados quando a lei ou uma ordem judicial obriga.',
      ],
    ],
  },
  {
    id: 'seguranca',
    title: 'Segurança',
    blocks: [
      'Senhas são guardadas apenas como resumo Argon2id. Permissões são conferidas no próprio banco de dados, linha por linha e coluna por coluna.',
      'Guardamos seus dados enquanto a conta existir; depois, só o que a lei manda guardar, como os registros de acesso (Marco Civil da Internet, art. 15). Se um incidente puder causar risco ou dano relevante, avisaremos você e a ANPD, como pede o art. 48 da LGPD.',
      'Ao excluir a conta, seu nome sai do perfil, das perguntas e cartas de apresentação que você escreveu e dos avisos que outros receberam, e os arquivos que não entraram em contrato, conversa ou projeto são apagados. Fica o que você escreveu em conversas, que também são da outra pessoa, e o que faz parte de um contrato: termos, histórico, motivos e arquivos. A outra parte precisa deles para cumprir obrigações e exercer direitos (LGPD, art. 7º, VI, e art. 16, I).',
      'Contratos, aditivos, listas de aceite, disputas e recibos são impressos com o nome e o documento que cada parte tinha no dia: uma mudança de nome ou a exclusão da conta não os altera. Em caso de exclusão, esses nomes, documentos e arquivos são apagados cinco anos depois do fim do contrato.',
    ],
  },
  {
    id: 'direitos',
    title: 'Seus direitos',
    blocks: [
      'O art. 18 da LGPD garante a você, a qualquer momento:',
      [
        'confirmação de que tratamos seus dados;',
        'acesso aos dados;',
        'correção de dados incompletos, inexatos ou desatualizados;',
        'anonimização, bloqueio ou eliminação do que for desnecessário, excessivo ou tratado em desacordo com a lei;',
        'portabilidade a outro fornecedor;',
        'eliminação dos dados tratados com seu consentimento;',
        'informação sobre com quem compartilhamos dados;',
        'informação sobre a possibilidade de não consentir e as consequências disso;',
        'revogação do consentimento;',
        'oposição a tratamento feito em descumprimento da lei e petição à ANPD.',
      ],
      'Baixar seus dados e excluir a conta são ações suas, em Configurações. Os demais pedidos vão ao encarregado; a declaração completa de acesso é entregue em até 15 dias (art. 19).',
    ],
  },
  {
    id: 'cookies',
    title: 'Cookies e armazenamento local',
    blocks: [
      'Não usamos cookies de rastreamento, pixels nem estatísticas de terceiros. O armazenamento local do seu navegador guarda somente o necessário:',
      [
        'sua sessão, enquanto você estiver conectado;',
        'o tema escolhido e preferências de teclado;',
        'rascunhos de formulários e mensagens ainda não enviados;',
        'os endereços das imagens do site, para a página abrir mais rápido.',
      ],
      'Limpar os dados do site no navegador apaga tudo isso e encerra a sessão neste aparelho.',
    ],
  },
  {
    id: 'contato',
    title: 'Contato do encarregado',
    blocks: [
      'Fale com o encarregado pelo tratamento de dados pessoais (DPO) para exercer seus direitos ou tirar dúvidas. Escreva do e-mail da sua conta: é assim que confirmamos que o pedido é seu.',
    ],
  },
]
