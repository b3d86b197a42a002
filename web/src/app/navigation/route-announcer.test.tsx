import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { RouteAnnouncer } from '@/app/navigation/route-announcer'
import { Shortcuts } from '@/app/palette/shortcuts'
import { renderAt } from '@/lib/test-render'

function Home() {
  return (
    <>
      <h1 tabIndex={-1}>Início</h1>
      <Link to="/projetos">Ver projetos</Link>
    </>
  )
}

function Projects() {
  return (
    <>
      <h1 tabIndex={-1}>Projetos</h1>
      <input type="search" aria-label="Buscar projetos" />
    </>
  )
}

/** A page that puts the focus where its reader goes on. */
function Found({ takeFocus }: { takeFocus: (field: HTMLInputElement | null) => void }) {
  return (
    <>
      <h1 tabIndex={-1}>Profissionais</h1>
      <input type="search" aria-label="Buscar profissionais" ref={takeFocus} />
    </>
  )
}

function setup() {
  renderAt(
    <>
      <RouteAnnouncer />
      <Shortcuts />
      <main>
        <Routes>
          <Route path="/" element={<Home />} />
          <Route path="/projetos" element={<Projects />} />
          <Route path="/encontrar-profissional" element={<Found takeFocus={(field) => field?.focus()} />} />
        </Routes>
      </main>
    </>,
  )
}

test('another page has the focus on its heading, and the slash finds its search', async () => {
  setup()
  await userEvent.click(screen.getByRole('link', { name: 'Ver projetos' }))
  expect(document.activeElement).toBe(await screen.findByRole('heading', { name: 'Projetos' }))
  await userEvent.keyboard('/')
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Buscar projetos' }))
})

test('g and a letter lead to a page, and what takes the focus there keeps it', async () => {
  setup()
  await userEvent.keyboard('ge')
  const search = await screen.findByRole('searchbox', { name: 'Buscar profissionais' })
  expect(document.activeElement).toBe(search)
})
