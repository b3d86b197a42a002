import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import OptionPopover from '@/ui/option-popover'

const OPTIONS = [
  { value: 'clp', label: 'Programação industrial', count: 7 },
  { value: 'robotica', label: 'Robótica industrial' },
]

function show() {
  const onChoose = vi.fn()
  render(
    <OptionPopover
      open
      anchor={{ current: null }}
      options={OPTIONS}
      isChosen={(option) => option === 'clp'}
      onChoose={onChoose}
      onOpenChange={() => undefined}
    />,
  )
  return onChoose
}

test('the list is at most 300 px high and scrolls', () => {
  show()
  const classes = screen.getByRole('listbox').classList
  expect([classes.contains('max-h-[300px]'), classes.contains('overflow-y-auto')]).toEqual([true, true])
})

test('says what is chosen and how many results are behind it', () => {
  show()
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
    'Programação industrialselecionado7',
    'Robótica industrial',
  ])
})

test('a search without a result says so', async () => {
  show()
  await userEvent.type(screen.getByPlaceholderText('Buscar…'), 'soldagem')
  expect(screen.getByText('Nada encontrado.')).toBeTruthy()
})

test('every typed word counts, in any order, and Enter chooses', async () => {
  const onChoose = show()
  await userEvent.type(screen.getByPlaceholderText('Buscar…'), 'industrial robotica')
  expect(screen.getAllByRole('option')).toHaveLength(1)
  await userEvent.keyboard('{Enter}')
  expect(onChoose).toHaveBeenCalledWith('robotica')
})
