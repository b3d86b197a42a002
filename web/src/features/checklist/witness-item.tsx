import { Eye } from 'lucide-react'
import { useWitness, type Checklist, type Item } from '@/features/checklist/queries'
import { Button } from '@/ui/button'

/** One side's word on a result that the other recorded, in the version that is read. */
export function WitnessItem({ list, item }: { list: Checklist; item: Item }) {
  const witness = useWitness()
  return (
    <Button
      variant="primary"
      loading={witness.isPending}
      aria-label={`Testemunhar o item ${String(item.position)}`}
      onClick={() => witness.mutate({ checklist_id: list.id, version: list.version, item_ids: [item.id] })}
    >
      <Eye className="size-4" aria-hidden />
      Testemunhar
    </Button>
  )
}
