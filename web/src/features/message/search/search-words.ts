import { toApiError } from '@/api/errors'

const LETTERS_MIN = 2
const WORDS_MAX = 8

/** Why words cannot be looked for, before the server is asked; undefined where they can be, or are none yet. */
export function unsearchable(words: string): string | undefined {
  if (words === '') return undefined
  if (words.length < LETTERS_MIN) return `Escreva pelo menos ${String(LETTERS_MIN)} letras para buscar.`
  if (words.split(/\s+/).length > WORDS_MAX)
    return `A busca olha até ${String(WORDS_MAX)} palavras de uma vez. Apague algumas.`
  return undefined
}

/** Why a search failed, and what to do about it. */
export function searchFailure(cause: unknown): string {
  const { code, status, message } = toApiError(cause)
  if (status === 429) return 'Foram muitas buscas em pouco tempo. Aguarde um minuto e tente novamente.'
  if (code === 'request_timeout')
    return 'A busca demorou demais. Tente com uma palavra mais longa ou mais exata.'
  if (code === 'unexpected_failure') return 'O servidor não conseguiu fazer esta busca. Tente novamente.'
  return message
}
