import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { serve } from '@/api/test-server'
import { DebtMark } from '@/features/review/record/debt-mark'
import { renderAt } from '@/lib/test-render'

test.each([
  [{ debts: 1, oldest_days: 34 }, '1 pagamento vencido, há 34 dias'],
  [{ debts: 2, oldest_days: 1 }, '2 pagamentos vencidos, o mais antigo há 1 dia'],
])('what is owed past its date is said with its age', async (record, said) => {
  serve({ 'rpc/debt_records': [{ profile_id: 'serra', ...record }] })
  renderAt(<DebtMark companyId="serra" />)
  expect(await screen.findByText(said)).toBeTruthy()
})
