import { ESLint, Linter } from 'eslint'
import { expect, test } from 'vitest'

const eslint = new ESLint({ cwd: import.meta.dirname })

/** What the rules on syntax that are in force for a file say of a line. */
async function refusals(file, line) {
  const { rules } = await eslint.calculateConfigForFile(`${import.meta.dirname}/${file}`)
  const only = { 'no-restricted-syntax': rules['no-restricted-syntax'] }
  return new Linter().verify(line, { rules: only }).map(({ message }) => message)
}

// Reading the rules takes a while, once.
await eslint.calculateConfigForFile(`${import.meta.dirname}/src/lib/money.ts`)

const FLOATS = [
  'const value = parseFloat(text)',
  'const value = Number(row.value)',
  'const value = Number.parseFloat(text)',
  'const text = (proposal.value_cents / 100).toFixed(2)',
  'const reais = contract.value_cents / 100',
  'const cents = amount % 100',
  'const format = new Intl.NumberFormat("pt-BR", { style: "currency", currency: "BRL" })',
]

test.each(FLOATS)('no fraction touches money: %s', async (line) => {
  for (const file of [
    'src/features/proposal/propose/budget.ts',
    'src/pages/project.tsx',
    'src/api/keys.ts',
    'src/lib/format.ts',
  ])
    expect(await refusals(file, line), file).not.toEqual([])
  expect(await refusals('src/lib/money.ts', line)).toEqual([])
})

test.each([
  'const isFar = value_cents > budget_max_cents * 2',
  'const page = Number.parseInt(text, 10)',
  'const share = done / steps',
])('whole numbers are left alone: %s', async (line) => {
  expect(await refusals('src/features/proposal/propose/budget.ts', line)).toEqual([])
})
