import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toast } from '@/ui/toast'
import Toaster from '@/ui/toaster'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function setup() {
  render(<Toaster />)
  return { show: (content: Parameters<typeof toast>[0]) => act(() => toast(content)) }
}

test('shows title and description in the region Notification', () => {
  const { show } = setup()
  show({ title: 'Perfil Atualizado!', description: 'Suas informações foram salvas com sucesso.' })
  expect(screen.getByRole('region', { name: /Notification/ }).textContent).toContain('Perfil Atualizado!')
})

test('a newer notice replaces the older', () => {
  const { show } = setup()
  show({ title: 'Primeira' })
  show({ title: 'Segunda' })
  expect([screen.queryByText('Primeira'), screen.queryAllByText('Segunda').length > 0]).toEqual([null, true])
})

test('leaves after five seconds, not before', () => {
  const { show } = setup()
  show({ title: 'Sucesso' })
  act(() => {
    vi.advanceTimersByTime(4900)
  })
  expect(screen.getByText('Sucesso')).toBeTruthy()
  act(() => {
    vi.advanceTimersByTime(200)
  })
  expect(screen.queryByText('Sucesso')).toBeNull()
})

test('can be closed, and its action does what it says', () => {
  const { show } = setup()
  const onClick = vi.fn()
  show({ title: 'Mensagem Enviada!', action: { label: 'Abrir conversa', onClick } })
  fireEvent.click(screen.getByRole('button', { name: 'Abrir conversa' }))
  expect(onClick).toHaveBeenCalledOnce()
  show({ title: 'Outra' })
  fireEvent.click(screen.getByRole('button', { name: 'Fechar' }))
  expect(screen.queryByText('Outra')).toBeNull()
})

test('F8 moves the focus to the region', () => {
  const { show } = setup()
  show({ title: 'Sucesso' })
  fireEvent.keyDown(document, { code: 'F8', key: 'F8' })
  expect(document.activeElement?.closest('[role=region]')).toBe(
    screen.getByRole('region', { name: /Notification/ }),
  )
})
