import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Avatar } from '@/ui/avatar'

const MARINA = { name: 'Marina Alves', alt: 'Foto de Marina' }

async function sources() {
  const images = await screen.findAllByAltText<HTMLImageElement>('Foto de Marina')
  return images.map((image) => image.getAttribute('src') ?? '')
}

function letters() {
  return screen.getByRole('img', { name: 'Foto de Marina' }).textContent
}

test('the own image comes first', async () => {
  render(<Avatar {...MARINA} imageUrl="/marina.webp" seed="marina" />)
  expect(await sources()).toEqual(['/marina.webp'])
})

test('without an image one is drawn from the seed, the same one for the same seed', async () => {
  render(
    ['marina', 'marina', 'rafael'].map((seed, index) => (
      <Avatar key={index} {...MARINA} imageUrl={null} seed={seed} />
    )),
  )
  const [first, again, other] = await sources()
  expect(first).toMatch(/^data:image\/svg/)
  expect([again === first, other === first]).toEqual([true, false])
})

test('without a seed either, the first two letters of the name stand in', () => {
  render(<Avatar {...MARINA} imageUrl={null} seed="" />)
  expect(letters()).toBe('MA')
})

test('letters beside the name are not read out', () => {
  render(<Avatar name="Marina Alves" imageUrl={null} seed={null} />)
  expect(screen.getByText('MA').getAttribute('aria-hidden')).toBe('true')
})

test('a broken image gives way to the drawn one', async () => {
  render(<Avatar {...MARINA} imageUrl="/quebrada.webp" seed="marina" />)
  fireEvent.error(screen.getByAltText('Foto de Marina'))
  expect(await sources()).toEqual([expect.stringMatching(/^data:image\/svg/)])
})

test('a broken image without a seed gives way to the letters', () => {
  render(<Avatar {...MARINA} imageUrl="/quebrada.webp" seed={null} />)
  fireEvent.error(screen.getByAltText('Foto de Marina'))
  expect(letters()).toBe('MA')
})

test('a new image gets its chance after a broken one', async () => {
  const { rerender } = render(<Avatar {...MARINA} imageUrl="/quebrada.webp" seed={null} />)
  fireEvent.error(screen.getByAltText('Foto de Marina'))
  rerender(<Avatar {...MARINA} imageUrl="/nova.webp" seed={null} />)
  expect(await sources()).toEqual(['/nova.webp'])
})

test('unread messages pulse, and are said in words', () => {
  const { container, rerender } = render(<Avatar {...MARINA} imageUrl="/marina.webp" seed={null} />)
  const dot = () => container.querySelector('.animate-pulse-dot')
  expect([dot(), screen.queryByText('Há mensagens não lidas')]).toEqual([null, null])
  rerender(<Avatar {...MARINA} imageUrl="/marina.webp" seed={null} hasUnread />)
  expect(dot()?.getAttribute('aria-hidden')).toBe('true')
  expect(screen.getByText('Há mensagens não lidas').className).toBe('sr-only')
})
