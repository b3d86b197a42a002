import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import type { Money } from '@/lib/money'
import { renderAt } from '@/lib/test-render'
import { z } from '@/lib/zod'
import { Button } from '@/ui/button'
import { Codes } from '@/ui/codes'
import { MultiSelect } from '@/ui/combobox'
import { DocumentInput } from '@/ui/document-input'
import { ErrorSummary } from '@/ui/error-summary'
import { Field } from '@/ui/field'
import { FileDrop } from '@/ui/file-drop'
import { Input } from '@/ui/input'
import { MoneyInput } from '@/ui/money-input'
import { PasswordInput } from '@/ui/password-input'
import { UnderConstruction } from '@/ui/under-construction'
import { useForm } from '@/ui/use-form'

const SKILLS = ['Programadores de CLP', 'Robótica industrial', 'Visão de máquina'].map((label) => ({
  value: label,
  label,
}))

function Skills({ onChange }: { onChange: (value: string[]) => void }) {
  const [value, setValue] = useState<string[]>([])
  return (
    <Field name="skills" label="Habilidades">
      <MultiSelect
        options={SKILLS}
        value={value}
        placeholder="Selecione"
        onValueChange={(next) => {
          setValue(next)
          onChange(next)
        }}
      />
    </Field>
  )
}

test('a multi-select is searched without accents, and its chips take choices back', async () => {
  const user = userEvent.setup()
  const onChange = vi.fn()
  render(<Skills onChange={onChange} />)
  await user.click(screen.getByRole('button', { name: /Habilidades/ }))
  await user.type(await screen.findByPlaceholderText('Buscar…'), 'robotica')
  expect(screen.getAllByRole('option')).toHaveLength(1)
  await user.click(screen.getByRole('option', { name: /Robótica industrial/ }))
  expect(onChange).toHaveBeenLastCalledWith(['Robótica industrial'])
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Remover Robótica industrial' }))
  expect(onChange).toHaveBeenLastCalledWith([])
})

function Cnpj() {
  const [value, setValue] = useState('')
  return (
    <Field name="document" label="CNPJ">
      <DocumentInput kind="cnpj" value={value} onValueChange={setValue} />
    </Field>
  )
}

test('the CNPJ mask takes letters, pasted separators and corrections in the middle', async () => {
  const user = userEvent.setup()
  render(<Cnpj />)
  const input = screen.getByLabelText<HTMLInputElement>('CNPJ')
  await user.type(input, '12abc34501de35')
  expect(input.value).toBe('12.ABC.345/01DE-35')
  await user.clear(input)
  await user.paste(' 90021382/0001-22 ')
  await user.tab()
  expect(input.value).toBe('90.021.382/0001-22')
  input.focus()
  input.setSelectionRange(4, 4)
  await user.keyboard('{Backspace}9')
  expect([input.value, input.selectionStart]).toEqual(['90.921.382/0001-22', 4])
})

function Value({ onChange }: { onChange: (amount: Money | null) => void }) {
  const [value, setValue] = useState<Money | null>(null)
  return (
    <Field name="value" label="Valor">
      <MoneyInput
        value={value}
        onValueChange={(amount) => {
          setValue(amount)
          onChange(amount)
        }}
      />
    </Field>
  )
}

test('money is read as typed and written out on leaving', async () => {
  const user = userEvent.setup()
  const onChange = vi.fn()
  render(<Value onChange={onChange} />)
  const input = screen.getByLabelText<HTMLInputElement>('Valor')
  await user.type(input, '18500,5')
  expect([input.value, onChange.mock.lastCall]).toEqual(['18500,5', [1850050]])
  await user.tab()
  expect(input.value).toBe('18.500,50')
})

test('a field describes its control’s error in the words of the summary', async () => {
  const user = userEvent.setup()
  render(
    <>
      <ErrorSummary errors={{ name: { message: 'Nome é obrigatório' } }} submitCount={1} />
      <Field name="name" label="Nome Completo" error="Nome é obrigatório" hint="Como no documento">
        <Input />
      </Field>
    </>,
  )
  const input = screen.getByRole('textbox', {
    name: 'Nome Completo',
    description: /Como no documento.*Nome é obrigatório/,
  })
  expect([input.getAttribute('aria-invalid'), document.activeElement?.getAttribute('role')]).toEqual([
    'true',
    'alert',
  ])
  await user.click(screen.getByRole('link', { name: 'Nome é obrigatório' }))
  expect(document.activeElement).toBe(input)
})

test('a refused file is explained in Portuguese with the phrase of the library', async () => {
  const user = userEvent.setup({ applyAccept: false })
  const onFiles = vi.fn()
  render(<FileDrop label="Escolher imagem" onFiles={onFiles} />)
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (input === null) throw new Error('no file input')
  await user.upload(input, new File(['x'], 'nota.pdf', { type: 'application/pdf' }))
  expect(await screen.findByText('O arquivo precisa ser uma imagem (File type must be image/*)')).toBeTruthy()
  expect(onFiles).not.toHaveBeenCalled()
  const picture = new File(['x'], 'foto.png', { type: 'image/png' })
  await user.upload(input, picture)
  await vi.waitFor(() => expect(onFiles).toHaveBeenCalledWith([picture]))
})

test.each([
  [
    'too large',
    [new File(['12345'], 'foto.png', { type: 'image/png' })],
    '“foto.png” é maior que 4 bytes (File is larger than 4 bytes)',
  ],
  [
    'empty',
    [new File([], 'foto.png', { type: 'image/png' })],
    '“foto.png” está vazio (File is smaller than 1 bytes)',
  ],
  [
    'one too many',
    ['a.png', 'b.png'].map((name) => new File(['x'], name, { type: 'image/png' })),
    'Envie um arquivo de cada vez (Too many files)',
  ],
])('what is %s replaces nothing and is explained', async (_, files, sentence) => {
  const onFiles = vi.fn()
  const { container } = render(<FileDrop label="Escolher imagem" maxSize_bytes={4} onFiles={onFiles} />)
  const input = container.querySelector('input[type=file]')
  if (!input) throw new Error('no file input')
  fireEvent.change(input, { target: { files } })
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(onFiles).not.toHaveBeenCalled()
})

test('a shown password is neither corrected nor spell-checked', async () => {
  render(<PasswordInput aria-label="Senha" />)
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar senha' }))
  const input = screen.getByLabelText('Senha')
  expect(input.getAttribute('type')).toBe('text')
  expect(['autocapitalize', 'autocorrect', 'spellcheck'].map((name) => input.getAttribute(name))).toEqual([
    'none',
    'off',
    'false',
  ])
})

test('the summary follows the order of the fields, with checks across fields last', async () => {
  render(<TwoFields />)
  await userEvent.click(screen.getByRole('button', { name: 'Enviar' }))
  const links = await screen.findAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual(['Documento é obrigatório', 'Aceite os termos'])
})

const TWO = z
  .object({ document: z.string(), terms: z.boolean().check(z.refine(Boolean, 'Aceite os termos')) })
  .check((all) => {
    if (all.value.document === '')
      all.issues.push({ code: 'custom', message: 'Documento é obrigatório', path: ['document'], input: '' })
  })

function TwoFields() {
  const form = useForm(TWO, { document: '', terms: false })
  return (
    <form onSubmit={(event) => void form.handleSubmit(() => undefined)(event)}>
      <ErrorSummary errors={form.formState.errors} submitCount={form.formState.submitCount} />
      <button type="submit">Enviar</button>
    </form>
  )
}

test('a busy button keeps the focus and does not submit again, not even by Enter', async () => {
  const sent = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  const form = (loading: boolean) => (
    <form onSubmit={sent}>
      <input aria-label="Nome" />
      <Button type="submit" loading={loading}>
        Salvar
      </Button>
    </form>
  )
  const { rerender } = render(form(false))
  const button = screen.getByRole('button', { name: 'Salvar' })
  await userEvent.click(button)
  rerender(form(true))
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(button)
  await userEvent.type(screen.getByLabelText('Nome'), 'Marina{Enter}')
  expect(sent).toHaveBeenCalledTimes(1)
  rerender(form(false))
  await userEvent.type(screen.getByLabelText('Nome'), '{Enter}')
  expect(sent).toHaveBeenCalledTimes(2)
})

function whole(text: string) {
  const { container } = render(<Codes text={text} />)
  expect(container.textContent).toBe(text)
  return [...container.querySelectorAll('span')].map((span) => span.textContent)
}

test('a code stays whole, and is copied as it was written', () => {
  expect(whole('Migração de S7-300 para S7-1500, NR-12 e 6ES7315-2EH14-0AB0')).toEqual([
    'S7-300',
    'S7-1500',
    'NR-12',
    '6ES7315-2EH14-0AB0',
  ])
})

test('words and dates may break as they do', () => {
  expect(whole('start-up em 2026-12-29, água-mineral')).toEqual([])
  expect(whole('')).toEqual([])
})

test('what is longer than a narrow screen may break', () => {
  expect(whole('A1-B2-C3-D4-E5-F6-G7-H8-I9-J10')).toEqual([])
})

test('names the page and leads back to the home page', () => {
  renderAt(<UnderConstruction title="Relatórios" />)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Relatórios')
  expect(screen.getByText('Esta página está em construção.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Voltar para a página inicial' }).getAttribute('href')).toBe('/')
})

test('a given action replaces the default one', () => {
  renderAt(<UnderConstruction title="Relatórios" action={<button>Explorar projetos</button>} />)
  expect(screen.getByRole('button', { name: 'Explorar projetos' })).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})
