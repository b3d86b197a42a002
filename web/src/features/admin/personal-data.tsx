import { Corrections } from '@/features/admin/corrections'
import { DocumentConflicts } from '@/features/admin/document-conflicts'
import { LiftBar } from '@/features/admin/lift-bar'
import { OwnerRemovals } from '@/features/admin/owner-removals'
import { SealedParties } from '@/features/admin/sealed-parties'

/** What the law makes the administration answer for: corrections, owners who object to leaving, data under seal, bars and clashes of documents. */
export function PersonalData() {
  return (
    <div className="flex flex-col gap-10">
      <Corrections />
      <OwnerRemovals />
      <SealedParties />
      <LiftBar />
      <DocumentConflicts />
    </div>
  )
}
