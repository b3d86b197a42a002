import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { request } from '@/api/request/request'
import { ApiError } from '@/api/errors'
import { uploadPicture } from '@/api/request/upload'
import { SiteImages } from '@/features/admin/site-images/site-images'
import { currentToast } from '@/lib/toast'

vi.mock('@/api/request/request', () => ({ request: vi.fn(), requestCounted: vi.fn() }))
vi.mock('@/api/request/upload', () => ({ uploadPicture: vi.fn() }))

const IMAGE = { key: 'landingHero', name: 'Início', url: '/enviada.png' }
const LABEL = 'Arraste ou clique para trocar Início'

beforeEach(() => {
  vi.mocked(request).mockReset().mockResolvedValue([IMAGE])
  vi.mocked(uploadPicture).mockReset().mockResolvedValue('/nova.png')
})

function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <SiteImages original={() => '/original.png'} />
    </QueryClientProvider>,
  )
}

async function drop() {
  const [input] = await screen.findAllByLabelText(LABEL, { selector: 'input' })
  if (!input) throw new Error('no input')
  await userEvent.upload(input, new File(['x'], 'foto.png', { type: 'image/png' }))
}

test('a picture is stored under its key, then shown', async () => {
  show()
  await drop()
  await vi.waitFor(() => expect(currentToast()?.description).toBe('Imagem do site atualizada.'))
  expect(vi.mocked(uploadPicture).mock.calls[0]?.[0]).toMatch(/^site-images\/landingHero-\d+$/)
})

test('a failed upload is reported', async () => {
  vi.mocked(uploadPicture).mockRejectedValue(new ApiError('offline', 0))
  show()
  await drop()
  await vi.waitFor(() =>
    expect(currentToast()).toMatchObject({
      variant: 'destructive',
      title: 'Erro no Upload',
      description: 'Não foi possível enviar a imagem.',
    }),
  )
})

test('a refused reset to the original is reported', async () => {
  vi.mocked(request).mockResolvedValueOnce([IMAGE]).mockRejectedValue(new ApiError('unavailable', 503))
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Restaurar original' }))
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Imagem não restaurada'))
})
