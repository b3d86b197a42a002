import { Corrections } from '@/features/admin/personal-data/corrections'
import { DocumentConflicts } from '@/features/admin/personal-data/document-conflicts'
import { LiftBar } from '@/features/admin/personal-data/lift-bar'
import { OwnerRemovals } from '@/features/admin/personal-data/owner-removals'
import { SealedParties } from '@/features/admin/personal-data/sealed-parties'

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
