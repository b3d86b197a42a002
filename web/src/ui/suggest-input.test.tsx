import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Field } from '@/ui/field'
import { SuggestInput } from '@/ui/suggest-input'

const CITIES = ['Bonito/BA', 'Bonito/MS', 'Bonito/PE'].map((city) => ({ value: city, label: city }))

function City({ onChoose }: { onChoose: (value: string) => void }) {
  const [value, setValue] = useState('')
  return (
    <Field name="city" label="Cidade">
      <SuggestInput
        value={value}
        onValueChange={setValue}
        suggestions={value === '' ? [] : CITIES}
        onChoose={(city) => {
          setValue(city)
          onChoose(city)
        }}
      />
    </Field>
  )
}

test('arrow keys move among suggestions, Enter accepts one and Escape closes the list', async () => {
  const onChoose = vi.fn()
  render(<City onChoose={onChoose} />)
  const input = screen.getByRole('combobox', { name: 'Cidade' })
  expect(screen.queryByRole('listbox')).toBeNull()
  await userEvent.type(input, 'bon')
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
    'Bonito/BA',
    'Bonito/MS',
    'Bonito/PE',
  ])
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(input.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id)
  await userEvent.keyboard('{Enter}')
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('Bonito/MS')
  expect(screen.getByDisplayValue('Bonito/MS')).toBe(input)
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('a click accepts a suggestion, and blur closes the list', async () => {
  const onChoose = vi.fn()
  render(<City onChoose={onChoose} />)
  await userEvent.type(screen.getByRole('combobox'), 'b')
  await userEvent.click(screen.getByRole('option', { name: 'Bonito/PE' }))
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('Bonito/PE')
  await userEvent.type(screen.getByRole('combobox'), '{Backspace}')
  expect(screen.getByRole('listbox')).toBeTruthy()
  await userEvent.tab()
  expect(screen.queryByRole('listbox')).toBeNull()
})
