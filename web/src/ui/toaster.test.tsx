import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toast } from '@/lib/toast'
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

function swipe(title: string, distance_px: number) {
  const notice = screen.getByText(title).closest('li')
  if (notice === null) throw new Error('no notice')
  fireEvent.pointerDown(notice, { button: 0, clientX: 0, clientY: 0 })
  fireEvent.pointerMove(notice, { clientX: 20, clientY: 0 })
  fireEvent.pointerMove(notice, { clientX: distance_px, clientY: 0 })
  fireEvent.pointerUp(notice, { clientX: distance_px, clientY: 0 })
}

test('a swipe to the right dismisses it past 50 px, not before', () => {
  const { show } = setup()
  show({ title: 'Sucesso' })
  swipe('Sucesso', 50)
  expect(screen.getByText('Sucesso')).toBeTruthy()
  swipe('Sucesso', 51)
  expect(screen.queryByText('Sucesso')).toBeNull()
})

test('a swipe to the left does not dismiss it', () => {
  const { show } = setup()
  show({ title: 'Sucesso' })
  swipe('Sucesso', -80)
  expect(screen.getByText('Sucesso')).toBeTruthy()
})

test.each([
  ['default', 'border-line', false],
  ['destructive', 'border-danger', true],
] as const)('the look %s has its border, and an icon where something failed', (variant, border, hasIcon) => {
  const { show } = setup()
  show({ variant, title: 'Aviso' })
  const notice = screen.getByText('Aviso').closest('li')
  expect([notice?.classList.contains(border), notice?.querySelector('.text-danger') !== null]).toEqual([
    true,
    hasIcon,
  ])
})
