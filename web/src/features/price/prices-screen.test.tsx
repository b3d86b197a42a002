import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { PricesScreen } from './prices-screen'
import { askedOf, serve } from '@/api/test-server'
import { renderAt } from '@/lib/test-render'

const PRICE = { model: 'retrofit-clp', name: 'Retrofit de CLP', n: 6, p25: 20_000, p50: 30_000, p75: 50_000 }

test('a model shows its quartiles, and a state is asked for by its code', async () => {
  serve({ 'rpc/list_reference_prices': ({ query }) => (query.uf === undefined ? [PRICE] : []) })
  renderAt(<PricesScreen />)
  const line = within(await screen.findByRole('listitem'))
  expect(line.getByRole('heading').textContent).toBe('Retrofit de CLP')
  expect(line.getByText(/20\.000.* a .*50\.000/)).toBeTruthy()
  expect(line.getByText(/Metade fechou abaixo de .*30\.000/)).toBeTruthy()
  await userEvent.selectOptions(screen.getByLabelText('Estado'), 'MG')
  expect(await screen.findByText('Ainda não há contratos suficientes')).toBeTruthy()
  expect(askedOf('rpc/list_reference_prices').map(({ query }) => query.uf)).toEqual([undefined, 'MG'])
})

test('a state that is none is the whole country', async () => {
  serve({ 'rpc/list_reference_prices': [PRICE] })
  renderAt(<PricesScreen />, { entries: ['/precos?estado=XX'] })
  await vi.waitFor(() => expect(screen.getByRole('listitem')).toBeTruthy())
  expect(askedOf('rpc/list_reference_prices').map(({ query }) => query.uf)).toEqual([undefined])
})
