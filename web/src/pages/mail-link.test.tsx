import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAt } from '@/lib/test-render'
import { MailLinkPage } from '@/pages/mail-link'

const open = (hash: string) =>
  renderAt(<MailLinkPage />, { path: '/auth/confirmar', entries: [`/auth/confirmar${hash}`] })

test('says what the mail is about and posts its proof only by the button', () => {
  const { container } = open('#token=pkce_abc&type=recovery&redirect_to=http%3A%2F%2Flocalhost%2Fauth')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Criar uma nova senha')
  const form = container.querySelector('form')
  expect(form?.getAttribute('action')).toBe('/auth/v1/verify')
  expect(form?.method).toBe('post')
  expect(form && Object.fromEntries(new FormData(form))).toEqual({
    token: 'pkce_abc',
    type: 'recovery',
    redirect_to: 'http://localhost/auth',
  })
  expect(screen.getByRole('button', { name: 'Continuar' })).toBeTruthy()
})

test.each([
  ['signup', 'Confirmar e-mail'],
  ['magiclink', 'Entrar'],
  ['email_change', 'Confirmar troca'],
])('a link of kind %s has its own words', (type, action) => {
  open(`#token=abc&type=${type}`)
  expect(screen.getByRole('button', { name: action })).toBeTruthy()
})

test.each(['', '#type=recovery', '#token=abc', '#token=abc&type=toString'])(
  'a cut link %s is said to be one',
  (hash) => {
    open(hash)
    expect(screen.getByRole('heading', { name: 'Este link está incompleto' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Ir para o acesso' }).getAttribute('href')).toBe('/auth')
  },
)
