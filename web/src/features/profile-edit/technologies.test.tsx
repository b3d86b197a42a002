import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { Technologies } from '@/features/profile-edit/technologies'
import { renderAt } from '@/lib/test-render'
import { currentToast } from '@/lib/toast'

const CATALOGUE = [
  { slug: 's7-1500', name: 'S7-1500', vendor: 'Siemens' },
  { slug: 'elipse-e3', name: 'Elipse E3', vendor: 'Elipse Software' },
]
const KNOWN = { technology: 's7-1500', level: 'Especialista', years: 8, last_used_year: 2026 }

test('what a professional masters is listed with level, years and last use', async () => {
  serve({ technologies: CATALOGUE, profile_technologies: [KNOWN] })
  renderAt(<Technologies profileId="marina" />)
  expect(await screen.findByText('S7-1500')).toBeTruthy()
  expect(screen.getByText('Especialista · 8 anos · último uso em 2026')).toBeTruthy()
})

test('a technology is added with what is said of it, and removed by its name', async () => {
  serve({ technologies: CATALOGUE, profile_technologies: [KNOWN] })
  renderAt(<Technologies profileId="marina" />)
  await screen.findByText('S7-1500')
  await userEvent.click(screen.getByRole('button', { name: /Tecnologia/ }))
  await userEvent.click(await screen.findByRole('option', { name: /Elipse E3/ }))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Nível' }), 'Avançado')
  await userEvent.type(screen.getByRole('textbox', { name: 'Anos' }), '3')
  await userEvent.click(screen.getByRole('button', { name: 'Adicionar' }))
  await waitFor(() =>
    expect(askedOf('profile_technologies').find(({ method }) => method === 'POST')?.body).toEqual({
      technology: 'elipse-e3',
      level: 'Avançado',
      years: 3,
      last_used_year: null,
      profile_id: 'marina',
    }),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Remover S7-1500' }))
  await waitFor(() =>
    expect(askedOf('profile_technologies').find(({ method }) => method === 'DELETE')?.query).toMatchObject({
      profile_id: 'eq.marina',
      technology: 'eq.s7-1500',
    }),
  )
})

test('what the server refuses is said', async () => {
  serve({
    technologies: CATALOGUE,
    profile_technologies: ({ method }) => (method === 'DELETE' ? 403 : [KNOWN]),
  })
  renderAt(<Technologies profileId="marina" />)
  await userEvent.click(await screen.findByRole('button', { name: 'Remover S7-1500' }))
  await waitFor(() => expect(currentToast()?.title).toBe('Tecnologia não salva'))
})
