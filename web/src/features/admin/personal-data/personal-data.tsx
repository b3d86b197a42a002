import { Corrections } from '@/features/admin/personal-data/corrections'
import { DocumentConflicts } from '@/features/admin/personal-data/document-conflicts'
import { LiftBar } from '@/features/admin/personal-data/lift-bar'
import { OwnerRemovals } from '@/features/admin/personal-data/owner-removals'
import { SealedParties } from '@/features/admin/personal-data/sealed-parties'

/** The legal duties of administrators: corrections, objections of owners, sealed data, bars and document conflicts. */
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
