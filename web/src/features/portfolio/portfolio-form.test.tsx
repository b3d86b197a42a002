import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { uploadPicture } from '@/api/request/upload'
import { PortfolioForm } from '@/features/portfolio/portfolio-form'
import { EMPTY_PORTFOLIO_PROJECT } from '@/features/portfolio/schema'
import { currentToast } from '@/lib/toast'

vi.mock('@/api/request/upload', () => ({ uploadPicture: vi.fn(), removePictures: vi.fn() }))

beforeEach(() => {
  localStorage.clear()
  URL.createObjectURL = () => 'blob:preview'
  URL.revokeObjectURL = () => undefined
})

function show(image_urls: string[] = []) {
  const onSubmit = vi.fn().mockResolvedValue(true)
  const initial = { ...EMPTY_PORTFOLIO_PROJECT, image_urls }
  render(
    <PortfolioForm
      partyId="u1"
      initial={initial}
      draft="teste"
      submitLabel="Adicionar"
      onSubmit={onSubmit}
      onSaved={vi.fn()}
    />,
  )
  return onSubmit
}

test('missing fields are named in a toast and beside the fields', async () => {
  const onSubmit = show()
  await userEvent.click(screen.getByRole('button', { name: 'Adicionar' }))
  expect(currentToast()).toMatchObject({
    variant: 'destructive',
    title: 'Campos obrigatórios',
    description: 'Por favor, preencha os campos de título, descrição e seu papel.',
  })
  expect(screen.getByText('Por favor, preencha os campos de título, descrição e seu papel.')).toBeTruthy()
  expect(onSubmit).not.toHaveBeenCalled()
})

test('a sixth picture is refused, the fifth is taken and shows its progress', async () => {
  vi.mocked(uploadPicture).mockImplementation((_name, _file, onProgress) => {
    onProgress(0.4)
    return new Promise(() => undefined)
  })
  show(['/1', '/2', '/3', '/4'])
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (input === null) throw new Error('no file input')
  const files = ['cinco.png', 'seis.png'].map((name) => new File(['x'], name, { type: 'image/png' }))
  await userEvent.upload(input, files)
  const bar = await screen.findByRole('progressbar', { name: 'Enviando cinco.png' })
  expect(bar.getAttribute('aria-valuenow')).toBe('40')
  expect(screen.queryByRole('progressbar', { name: 'Enviando seis.png' })).toBeNull()
  expect(currentToast()).toMatchObject({
    title: 'Limite de imagens excedido',
    description: 'Você pode adicionar no máximo 5 imagens por projeto.',
  })
})

test('what is sent is trimmed and split', async () => {
  const onSubmit = show()
  await userEvent.type(screen.getByLabelText('Título'), ' Envase ')
  await userEvent.type(screen.getByLabelText('Seu papel'), 'Líder')
  await userEvent.type(screen.getByLabelText('Descrição'), 'Retrofit')
  await userEvent.type(screen.getByLabelText(/Tecnologias/), 'CLP, ,SCADA')
  await userEvent.click(screen.getByRole('button', { name: 'Adicionar' }))
  expect(onSubmit).toHaveBeenCalledWith({
    title: 'Envase',
    role: 'Líder',
    description: 'Retrofit',
    technologies: ['CLP', 'SCADA'],
    image_urls: [],
  })
})
