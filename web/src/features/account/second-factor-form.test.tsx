import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { toApiError } from '@/api/errors'
import { proveFactor } from '@/features/account/queries'
import { SecondFactorForm } from '@/features/account/second-factor-form'
import { renderAt } from '@/lib/test-render'

vi.mock('@/features/account/queries')

const PHONE = { id: 'celular', name: 'Celular' }

async function send(label: string, typed: string) {
  await userEvent.clear(screen.getByLabelText(label))
  await userEvent.type(screen.getByLabelText(label), typed)
  await userEvent.click(screen.getByRole('button', { name: 'Confirmar' }))
}

test('asks for the six digits and says what is wrong with them', async () => {
  vi.mocked(proveFactor).mockRejectedValueOnce(toApiError({ code: 'mfa_verification_failed', status: 422 }))
  renderAt(<SecondFactorForm factors={[PHONE]} />)
  await send('Código de verificação', '12')
  expect(screen.getByText('Digite os 6 números que o aplicativo mostra.')).toBeTruthy()
  expect(proveFactor).not.toHaveBeenCalled()
  await send('Código de verificação', '123 456')
  expect(await screen.findByText('O código de verificação não confere.')).toBeTruthy()
  expect(vi.mocked(proveFactor).mock.calls[0]?.[0]).toEqual({ factorId: 'celular', code: '123456' })
})

test('who lost the phone types a recovery code', async () => {
  renderAt(<SecondFactorForm factors={[PHONE]} />)
  await userEvent.click(screen.getByRole('button', { name: 'Estou sem o celular' }))
  await send('Código de recuperação', 'ab12-cd34')
  expect(screen.getByText(/Digite o código inteiro/)).toBeTruthy()
  await send('Código de recuperação', 'ab12-cd34-ef56-gh78')
  expect(vi.mocked(proveFactor).mock.lastCall?.[0]).toEqual({
    factorId: 'celular',
    code: 'ab12-cd34-ef56-gh78',
  })
})

test('who has two phones says which', async () => {
  renderAt(<SecondFactorForm factors={[PHONE, { id: 'tablet', name: 'Tablet' }]} />)
  await userEvent.selectOptions(screen.getByLabelText('Aplicativo'), 'Tablet')
  await send('Código de verificação', '654321')
  expect(vi.mocked(proveFactor).mock.lastCall?.[0]).toEqual({ factorId: 'tablet', code: '654321' })
})
