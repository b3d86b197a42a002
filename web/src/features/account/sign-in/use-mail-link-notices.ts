import { useEffect } from 'react'
import { toast } from '@/lib/toast'

// Read when the module loads, before the client takes the session out of the address.
let isLinkSpent = /[#&]error_code=/.test(window.location.hash)
let addressChange = changeOfAddress(window.location.hash)

/** Reports the result of a mail's link once: a spent link, or a step of an address change. */
export function useMailLinkNotices(): void {
  useEffect(sayThatTheLinkIsSpent, [])
  useEffect(sayHowTheAddressChanges, [])
}

/** Whether a link confirmed a change of address, as the first of its two links or as the last. */
function changeOfAddress(hash: string): 'half' | 'done' | undefined {
  if (/[#&]message=Confirmation/.test(hash)) return 'half'
  return /[#&]type=email_change(&|$)/.test(hash) ? 'done' : undefined
}

function sayHowTheAddressChanges() {
  const change = addressChange
  addressChange = undefined // Said once, even when the person comes back to the page.
  if (change === 'half')
    toast({
      title: 'Falta o outro endereço',
      description: 'Abra agora o link que enviamos ao outro e-mail. A troca vale quando os dois confirmarem.',
    })
  if (change === 'done')
    toast({ title: 'E-mail alterado!', description: 'Use o novo e-mail no próximo acesso.' })
}

function sayThatTheLinkIsSpent() {
  if (!isLinkSpent) return
  isLinkSpent = false // Said once, even when the person comes back to the page.
  toast({
    variant: 'destructive',
    title: 'Link expirado ou já usado',
    description: 'Cada link vale uma vez e por pouco tempo. Peça outro e use o e-mail mais recente.',
  })
}
