import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { ShareButton } from '@/ui/share-button'
import Toaster from '@/ui/toaster'

const PAGE = { title: 'Retrofit', url: `${window.location.origin}/projetos/retrofit-p1` }

afterEach(() => {
  Reflect.deleteProperty(navigator, 'share')
})

function shareBy(share: (page: ShareData) => Promise<void>) {
  Object.defineProperty(navigator, 'share', { value: share, configurable: true })
}

async function press() {
  const user = userEvent.setup()
  render(
    <>
      <ShareButton title="Retrofit" path="/projetos/retrofit-p1" />
      <Toaster />
    </>,
  )
  await user.click(screen.getByRole('button', { name: 'Compartilhar' }))
}

test('a device that shares is given title and address', async () => {
  const share = vi.fn(() => Promise.resolve())
  shareBy(share)
  await press()
  expect(share).toHaveBeenCalledExactlyOnceWith(PAGE)
})

test('who closes the sheet is left in peace', async () => {
  shareBy(() => Promise.reject(new DOMException('closed', 'AbortError')))
  await press()
  expect(screen.queryByText('Endereço copiado')).toBeNull()
})

test('elsewhere the address is copied, and said to be', async () => {
  await press()
  expect(await screen.findByText('Endereço copiado')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe(PAGE.url)
})
