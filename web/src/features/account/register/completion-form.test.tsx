import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { CompletionForm } from '@/features/account/register/completion-form'
import { renderAt } from '@/lib/test-render'
import { currentToast } from '@/lib/toast'

const DONE = { complete_registration: { body: { id: 'u1', role: 'company' } } }

function open(said: Parameters<typeof CompletionForm>[0]['said'], answers: Parameters<typeof serve>[0]) {
  serve({ ...answers, 'rpc/complete_registration': answers?.complete_registration ?? 200 })
  renderAt(<CompletionForm userId="u1" said={said} />)
}

const send = () => userEvent.click(screen.getByRole('button', { name: 'Concluir cadastro' }))

test('a person who gave name and role is asked only for the document and the terms, with the checks of a registration', async () => {
  open({ name: 'Vale Verde', role: 'company', skills: [] }, DONE)
  expect(screen.queryByRole('radio')).toBeNull()
  await send()
  expect(screen.getAllByRole('link', { name: /obrigatório|aceitar/ }).map((one) => one.textContent)).toEqual([
    'Documento é obrigatório',
    'Você deve aceitar os termos',
  ])
  await userEvent.type(screen.getByLabelText('CNPJ'), '11.222.333/0001-81')
  await userEvent.click(screen.getByRole('checkbox'))
  await send()
  await vi.waitFor(() => expect(askedOf('rpc/complete_registration')).toHaveLength(1))
  expect(askedOf('rpc/complete_registration')[0]?.body).toEqual({
    name: 'Vale Verde',
    role: 'company',
    document: '11.222.333/0001-81',
    terms: true,
  })
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Cadastro realizado com sucesso!'))
})

test('a person who came by an identity provider also chooses a role, and a refusal says why', async () => {
  const refused = { body: { code: 'cpf_taken', message: 'Este CPF já está cadastrado.' }, status: 409 }
  open({ name: '', role: null, skills: [] }, { complete_registration: refused })
  expect(screen.getAllByRole('radio')).toHaveLength(2)
  await userEvent.type(screen.getByLabelText('Nome Completo'), 'Nina Prado')
  await userEvent.type(screen.getByLabelText('CPF'), '900.000.012-28')
  await userEvent.click(screen.getByRole('checkbox'))
  await send()
  await vi.waitFor(() => expect(currentToast()?.description).toBe('Este CPF já está cadastrado.'))
  expect(currentToast()?.title).toBe('Falha no cadastro')
})
