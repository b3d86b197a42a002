import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { serve } from '@/api/test-server'
import { MilestoneList } from '@/features/contract/milestones/milestone-list'
import { ACTIVE, AGREED } from '@/features/contract/test-contract'
import { renderAt } from '@/lib/test-render'

const MAYS = { mayFulfil: true, mayNegotiate: true, mayPay: true }

/** The contract as it is read anew when the work was begun elsewhere. */
function Begun() {
  const [isBegun, setIsBegun] = useState(false)
  return (
    <div>
      <button data-testid="begin" onClick={() => setIsBegun(true)} />
      <MilestoneList
        contract={isBegun ? ACTIVE : AGREED}
        side="professional"
        mays={MAYS}
        dispute={undefined}
        fiscal={undefined}
      />
    </div>
  )
}

test('a dialog that is open stays so when its step is offered above from then on', async () => {
  serve()
  renderAt(<Begun />)
  await userEvent.click(screen.getByRole('button', { name: 'Entregar' }))
  await userEvent.type(await screen.findByLabelText(/O que foi entregue/), 'Tudo.')
  fireEvent.click(screen.getByTestId('begin'))
  expect(screen.getByLabelText(/O que foi entregue/)).toHaveProperty('value', 'Tudo.')
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('button', { name: 'Entregar' })).toBeNull()
})
