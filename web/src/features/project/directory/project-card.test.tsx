import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { serve } from '@/api/test-server'
import { ProjectCard } from '@/features/project/directory/project-card'
import type { Project } from '@/features/project/queries'
import { ENVASE, SKILLS } from '@/features/project/test-project'
import { renderAt } from '@/lib/test-render'

beforeEach(() => {
  serve({ skills: SKILLS })
})

async function show(changes: Partial<Project> = {}) {
  renderAt(<ProjectCard project={{ ...ENVASE, ...changes }} />)
  await screen.findByText('Retrofit')
}

function chips() {
  return screen.getAllByRole('listitem').map((item) => item.textContent)
}

test('shows four of its skills and how many more there are', async () => {
  await show()
  expect(chips()).toEqual(['Retrofit', 'CLP', 'SCADA', 'Redes', '+2 outras'])
})

test('four skills are all of them', async () => {
  await show({ skills: ENVASE.skills.slice(0, 4) })
  expect(chips()).toEqual(['Retrofit', 'CLP', 'SCADA', 'Redes'])
})

test('leads to the project', async () => {
  await show()
  expect(screen.getByRole('link', { name: ENVASE.title }).getAttribute('href')).toBe(
    `/projetos/migracao-da-linha-de-envase-${ENVASE.id}`,
  )
})

test('a hidden company is confidential', async () => {
  await show({ company: null })
  expect(screen.getByText('Empresa Confidencial')).toBeTruthy()
})

test('says who asks, for what, for how much and until when', async () => {
  await show()
  expect(screen.getByText('Envasadora Serra Azul')).toBeTruthy()
  expect(screen.getByText(/Substituir a CPU 315/)).toBeTruthy()
  expect(screen.getAllByRole('definition').map((fact) => fact.textContent)).toEqual([
    'R$ 45.000 – R$ 60.000',
    '45 dias',
    'Jundiaí/SP · Presencial',
    '2 propostas',
  ])
})
