import { expect, test } from 'vitest'
import { checkPassword } from '@/features/settings/account/password-form'
import { masked } from '@/features/settings/numbers/numbers'
import { DEFAULTS } from '@/features/settings/queries'
import type { Proof } from '@/lib/person/proof'

const values = { next: 'nova-senha', again: 'nova-senha', endOthers: true }
const PROOF: Proof = { way: 'password', text: 'antiga' }

test('a valid change has no error', () => {
  expect(checkPassword(values, PROOF, 6)).toEqual({})
})

test('every field says what is wrong with it', () => {
  expect(checkPassword({ ...values, next: 'curta', again: 'outra' }, { ...PROOF, text: '' }, 6)).toEqual({
    proof: 'Informe sua senha atual.',
    next: 'A senha deve ter no mínimo 6 caracteres',
    again: 'As senhas não conferem.',
  })
})

test('the operator may ask for longer passwords', () => {
  expect(checkPassword(values, PROOF, 12).next).toBe('A senha deve ter no mínimo 12 caracteres')
})

test('messages, proposals, invitations and searches are on and the newsletter is off until somebody chooses', () => {
  expect(DEFAULTS).toEqual({
    new_messages: true,
    new_proposals: true,
    new_invitations: true,
    newsletter: false,
    saved_searches: true,
  })
})

test('only the end of a document is shown', () => {
  expect(masked('90000001147')).toBe('•••••••1147')
})
