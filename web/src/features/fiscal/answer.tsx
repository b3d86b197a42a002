import { BOUNDS } from '@/api/limits'
import { Button } from '@/ui/button'
import { ReasonDialog } from '@/ui/reason-dialog'

type AnswerProps = {
  /** Left out when only a refusal is possible. */
  yes?: string
  no: string
  sendNo: string
  why: string
  pending: boolean
  onAnswer: (accept: boolean, reason?: string) => Promise<unknown>
}

/** The buttons that accept, or refuse with a reason. */
export function Answer({ yes, no, sendNo, why, pending, onAnswer }: AnswerProps) {
  return (
    <div className="flex flex-wrap gap-2">
      {yes !== undefined && (
        <Button loading={pending} onClick={() => void onAnswer(true).catch(() => undefined)}>
          {yes}
        </Button>
      )}
      <ReasonDialog
        trigger={<Button variant="ghost">{no}</Button>}
        title={why}
        description="O motivo fica no histórico do contrato."
        confirmLabel={sendNo}
        maxLength={BOUNDS.contract_events.reason}
        loading={pending}
        onConfirm={(reason) => onAnswer(false, reason)}
      />
    </div>
  )
}
