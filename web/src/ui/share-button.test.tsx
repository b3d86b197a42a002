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

test('the share sheet gets title and address', async () => {
  const share = vi.fn(() => Promise.resolve())
  shareBy(share)
  await press()
  expect(share).toHaveBeenCalledExactlyOnceWith(PAGE)
})

test('closing the share sheet shows no error', async () => {
  shareBy(() => Promise.reject(new DOMException('closed', 'AbortError')))
  await press()
  expect(screen.queryByText('Endereço copiado')).toBeNull()
})

test('without a share sheet the address is copied and the copy is announced', async () => {
  await press()
  expect(await screen.findByText('Endereço copiado')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe(PAGE.url)
})
