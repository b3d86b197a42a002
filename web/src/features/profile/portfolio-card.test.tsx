import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { PortfolioCard } from '@/features/profile/portfolio-card'
import { ENVASE_ENTRY } from '@/features/profile/test-profiles'

function show(image_urls: string[] = []) {
  const { container } = render(<PortfolioCard item={{ ...ENVASE_ENTRY, image_urls }} />)
  return () => container.querySelector('img')?.getAttribute('src')
}

test('shows title, role, description and technologies', () => {
  show()
  expect(screen.getByRole('heading').textContent).toBe('Linha de envase')
  expect(screen.getByText('Programadora de CLP')).toBeTruthy()
  expect(screen.getByText('Reescrita do sequenciador.')).toBeTruthy()
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['TIA Portal', 'PROFINET'])
})

test('without a picture the default one stands in', () => {
  expect(show()()).toBe('/imagens/portfolio-default-640.webp')
})

test('one picture needs no steps', () => {
  expect(show(['/1.webp'])()).toBe('/1.webp')
  expect(screen.getByRole('img', { name: 'Linha de envase' })).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('several pictures are a step apart, round and round', async () => {
  const source = show(['/1.webp', '/2.webp'])
  expect(screen.getByRole('img', { name: 'Linha de envase, imagem 1 de 2' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Imagem anterior de Linha de envase' }))
  expect(source()).toBe('/2.webp')
  await userEvent.click(screen.getByRole('button', { name: 'Próxima imagem de Linha de envase' }))
  expect(source()).toBe('/1.webp')
})
