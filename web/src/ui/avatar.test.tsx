import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { kindOf, firstLettersOf, initialsOf } from '@/lib/person/person'
import { Avatar, GROUNDS } from '@/ui/avatar'

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

test('unread messages show a pulsing dot and a text', () => {
  const { container, rerender } = render(<Avatar {...MARINA} imageUrl="/marina.webp" seed={null} />)
  const dot = () => container.querySelector('.animate-pulse-dot')
  expect([dot(), screen.queryByText('Há mensagens não lidas')]).toEqual([null, null])
  rerender(<Avatar {...MARINA} imageUrl="/marina.webp" seed={null} hasUnread />)
  expect(dot()?.getAttribute('aria-hidden')).toBe('true')
  expect(screen.getByText('Há mensagens não lidas').className).toBe('sr-only')
})

test('people are round and companies square, with a mark of their own', () => {
  const { container } = render(
    <>
      <Avatar name="Serra Azul" imageUrl={null} seed="s" />
      <Avatar name="Serra Azul" imageUrl={null} seed="s" kind="company" />
    </>,
  )
  const [person, company] = [...container.querySelectorAll('img')]
  expect(person?.parentElement?.classList.contains('rounded-full')).toBe(true)
  expect(company?.parentElement?.classList.contains('rounded-full')).toBe(false)
  expect(person?.getAttribute('src')).not.toBe(company?.getAttribute('src'))
})

test.each([
  [{ role: 'company', is_party: true }, 'company'],
  [{ role: 'company', is_party: false }, 'person'],
  [{ role: 'company' }, 'company'],
  [{ role: 'professional', is_party: true }, 'person'],
  [null, 'person'],
])('%j is drawn as a %s', (profile, kind) => expect(kindOf(profile)).toBe(kind))

test.each([
  ['Marina Alves', 'MA'],
  ['Ana Paula de Souza', 'AS'],
  ['Envasadora', 'EN'],
  ['  ', ''],
])('%s is %s', (name, initials) => expect(initialsOf(name)).toBe(initials))

test.each(GROUNDS)('white letters on %s have 4.5:1', (ground) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(ground.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  expect(1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)).toBeGreaterThanOrEqual(4.5)
})

test.each([
  ['Serra Azul', 'SE'],
  ['(Novo) Cliente', 'NO'],
  ['🇧🇷 Brasil', '🇧🇷B'],
  ['👩‍🔧', '👩‍🔧'],
  ['  ', ''],
])('%s without a picture is %s', (name, letters) => expect(firstLettersOf(name)).toBe(letters))
