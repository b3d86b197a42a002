import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { request } from '@/api/request/request'
import { builtInUrl, storeSiteImage } from '@/features/site-image/queries'
import { Flowchart, SiteImage } from '@/features/site-image/site-image'

vi.mock('@/api/request/request', () => ({ request: vi.fn() }))

const UPLOADED = {
  key: 'landingHero',
  name: 'Início: destaque principal',
  url: '/storage/v1/object/public/public-uploads/site-images/landingHero-1',
}

beforeEach(() => {
  vi.mocked(request).mockReturnValue(new Promise(() => {}))
})
afterEach(() => localStorage.clear())

function setup({ priority = false } = {}) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { container } = render(
    <QueryClientProvider client={queryClient}>
      <SiteImage name="landingHero" alt="Robô" sizes="50vw" priority={priority} />
      <Flowchart alt="Fluxograma" />
    </QueryClientProvider>,
  )
  const image = () => screen.getByRole('img', { name: 'Robô' })
  return { queryClient, container, image }
}

test('shows our picture in two formats and widths before anything has arrived', () => {
  const { image, container } = setup()
  expect(image().getAttribute('srcset')).toBe(
    '/imagens/landingHero-640.webp 640w, /imagens/landingHero-1280.webp 1280w',
  )
  expect(container.querySelector('source[type="image/avif"]')?.getAttribute('srcset')).toBe(
    '/imagens/landingHero-640.avif 640w, /imagens/landingHero-1280.avif 1280w',
  )
})

test('keeps its place: width, height, and lazy unless it is the main picture', () => {
  const { image } = setup()
  const attributes = ['width', 'height', 'loading', 'fetchpriority'].map((name) => image().getAttribute(name))
  expect(attributes).toEqual(['1280', '960', 'lazy', 'auto'])
})

test('the main picture is fetched first', () => {
  const { image } = setup({ priority: true })
  expect([image().getAttribute('loading'), image().getAttribute('fetchpriority')]).toEqual(['eager', 'high'])
})

test('the first paint uses the pictures of the last visit', () => {
  localStorage.setItem('site_images', JSON.stringify({ landingHero: UPLOADED }))
  const { image } = setup()
  expect([image().getAttribute('src'), image().getAttribute('srcset')]).toEqual([UPLOADED.url, null])
})

test('invalid stored data is ignored', () => {
  localStorage.setItem('site_images', '{"landingHero":{"url":7}}')
  expect(setup().image().getAttribute('src')).toBe(builtInUrl('landingHero'))
})

test('what the server answers is shown and kept for the next visit', async () => {
  vi.mocked(request).mockResolvedValue([UPLOADED])
  const { image } = setup()
  await vi.waitFor(() => expect(image().getAttribute('src')).toBe(UPLOADED.url))
  expect(JSON.parse(localStorage.getItem('site_images') ?? '')).toEqual({ landingHero: UPLOADED })
})

test('a replaced picture appears on the open page and stays in storage', async () => {
  const { queryClient, image } = setup()
  act(() => storeSiteImage(queryClient, UPLOADED))
  await vi.waitFor(() => expect(image().getAttribute('src')).toBe(UPLOADED.url))
  expect(JSON.parse(localStorage.getItem('site_images') ?? '')).toEqual({ landingHero: UPLOADED })
})

test('an uploaded picture that fails to load is replaced by the built-in one', () => {
  localStorage.setItem('site_images', JSON.stringify({ landingHero: UPLOADED }))
  const { image } = setup()
  fireEvent.error(image())
  expect(image().getAttribute('src')).toBe(builtInUrl('landingHero'))
})

test('the flowchart has a drawing of its own for narrow screens', () => {
  const { container } = setup()
  expect(screen.getByRole('img', { name: 'Fluxograma' }).getAttribute('src')).toBe(
    '/imagens/howItWorksFlowchart.svg',
  )
  expect(container.querySelector('source[media]')?.getAttribute('srcset')).toBe(
    '/imagens/howItWorksFlowchart-narrow.svg',
  )
})
