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
