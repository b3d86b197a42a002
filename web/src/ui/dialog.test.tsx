import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Dialog, DialogClose, DialogContent } from '@/ui/dialog'

function Page({ stays }: { stays: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const [isSent, setIsSent] = useState(false)
  return (
    <main>
      <h1 tabIndex={-1}>Projeto</h1>
      {(stays || !isSent) && <button onClick={() => setIsOpen(true)}>Propor</button>}
      <Dialog open={isOpen} onOpenChange={setIsOpen}>
        <DialogContent title="Enviar" description="Uma vez">
          <DialogClose onClick={() => setIsSent(true)}>Enviar proposta</DialogClose>
        </DialogContent>
      </Dialog>
    </main>
  )
}

test.each([
  [true, 'Propor'],
  [false, 'Projeto'],
])('where the opener stays is %s, the focus goes to %s', async (stays, name) => {
  render(<Page stays={stays} />)
  await userEvent.click(screen.getByRole('button', { name: 'Propor' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Enviar proposta' }))
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe(name))
})

test('when the opener disappears after the dialog, the focus moves to the heading', async () => {
  const { rerender } = render(<Page stays />)
  await userEvent.click(screen.getByRole('button', { name: 'Propor' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Enviar proposta' }))
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Propor'))
  rerender(<Page stays={false} />)
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Projeto'))
})

function TwoDialogs() {
  const [step, setStep] = useState<'off' | 'scan' | 'codes' | 'on'>('off')
  return (
    <main>
      <h1 tabIndex={-1}>Configurações</h1>
      {step !== 'on' && <button onClick={() => setStep('scan')}>Ativar</button>}
      {(step === 'scan' || step === 'codes') && (
        <Dialog open>
          {step === 'scan' ? (
            <DialogContent key="scan" title="Ler">
              <button onClick={() => setStep('codes')}>Continuar</button>
            </DialogContent>
          ) : (
            <DialogContent key="codes" title="Guardar">
              <button onClick={() => setStep('on')}>Guardei</button>
            </DialogContent>
          )}
        </Dialog>
      )}
    </main>
  )
}

test('after a dialog that replaced another one, the focus moves to the heading', async () => {
  render(<TwoDialogs />)
  await userEvent.click(screen.getByRole('button', { name: 'Ativar' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Continuar' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Guardei' }))
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Configurações'))
})
