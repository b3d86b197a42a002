type MailLink = { title: string; sentence: string; action: string }

const EMAIL: MailLink = {
  title: 'Confirmar seu e-mail',
  sentence: 'Falta um passo: confirme que este endereço é seu.',
  action: 'Confirmar e-mail',
}

/** The texts of links in mails, by the protocol's type of link. */
export const MAIL_LINKS = new Map<string, MailLink>(
  Object.entries({
    signup: EMAIL,
    invite: EMAIL,
    recovery: {
      title: 'Criar uma nova senha',
      sentence: 'Você pediu uma nova senha. Se não foi você, feche esta página: nada muda.',
      action: 'Continuar',
    },
    magiclink: {
      title: 'Entrar na sua conta',
      sentence: 'Você pediu um link para entrar. Se não foi você, feche esta página: nada muda.',
      action: 'Entrar',
    },
    email_change: {
      title: 'Confirmar a troca de e-mail',
      sentence:
        'A troca vale quando os dois endereços, o atual e o novo, confirmarem. Se não foi você, feche esta página: nada muda.',
      action: 'Confirmar troca',
    },
  }),
)
