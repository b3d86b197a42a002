import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import { useLeave, useLeaveEverywhere } from '@/app/navigation/use-leave'
import { renderAt } from '@/lib/test-render'
import { currentToast } from '@/lib/toast'

const ended: string[] = []
const hasLine = { now: true }
const endOthers = vi.hoisted(() => vi.fn())
vi.mock('@/api/session/end-session', () => ({ endOtherSessions: endOthers }))
vi.mock('@/api/session/session', () => ({
  useSignOut: () => async (farewell: () => Promise<unknown>) => {
    await farewell()
    ended.push('este')
    return hasLine.now
  },
}))

function Buttons() {
  const leave = useLeave()
  const leaveEverywhere = useLeaveEverywhere()
  return (
    <>
      <button onClick={() => void leave()}>Sair</button>
      <button onClick={() => void leaveEverywhere()}>Sair de todos os dispositivos</button>
    </>
  )
}

beforeEach(() => {
  ended.length = 0
  hasLine.now = true
  endOthers.mockReset().mockImplementation(() => {
    ended.push('outros')
    return Promise.resolve(null)
  })
})

test('Sair ends this device only', async () => {
  const { pathname } = renderAt(<Buttons />, { entries: ['/dashboard'] })
  await userEvent.click(screen.getByRole('button', { name: 'Sair' }))
  expect([ended, pathname()]).toEqual([['este'], '/'])
})

test('Sair without a line says that the server does not know yet', async () => {
  hasLine.now = false
  const { pathname } = renderAt(<Buttons />, { entries: ['/dashboard'] })
  await userEvent.click(screen.getByRole('button', { name: 'Sair' }))
  expect([ended, pathname()]).toEqual([['este'], '/'])
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Você saiu deste dispositivo'))
})

test('the second line ends all, this one last', async () => {
  const { pathname } = renderAt(<Buttons />, { entries: ['/dashboard'] })
  await userEvent.click(screen.getByRole('button', { name: 'Sair de todos os dispositivos' }))
  expect([ended, pathname()]).toEqual([['outros', 'este'], '/'])
})

test('who could not end the others stays signed in and is told', async () => {
  endOthers.mockRejectedValue(new ApiError('offline', 0))
  const { pathname } = renderAt(<Buttons />, { entries: ['/dashboard'] })
  await userEvent.click(screen.getByRole('button', { name: 'Sair de todos os dispositivos' }))
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Não foi possível sair dos outros dispositivos'))
  expect([ended, pathname()]).toEqual([[], '/dashboard'])
})
