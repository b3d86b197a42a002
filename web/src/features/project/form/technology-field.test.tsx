import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { EMPTY_PROJECT, projectSchema } from '@/features/project/form/schema'
import { TechnologyField } from '@/features/project/form/technology-field'
import { renderAt } from '@/lib/test-render'
import { useForm } from '@/ui/use-form'

const S7 = { slug: 's7-1500', name: 'S7-1500', vendor: 'Siemens' }

function Form() {
  const form = useForm(projectSchema, { ...EMPTY_PROJECT, title: 'Migração para S7-1500' })
  return <TechnologyField form={form} />
}

test('what the text names is added by one press, and offered no more', async () => {
  serve({ technologies: [S7], 'rpc/suggest_technologies': { body: [{ ...S7, family: 'S7' }] } })
  renderAt(<Form />)
  await userEvent.click(await screen.findByRole('button', { name: 'Adicionar S7-1500' }))
  expect(await screen.findByText('S7-1500 · Siemens')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Adicionar S7-1500' })).toBeNull()
  expect(askedOf('rpc/suggest_technologies')[0]?.body).toEqual({ text: 'Migração para S7-1500 ' })
})
