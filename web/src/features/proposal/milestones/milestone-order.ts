import { newMilestone, type MilestoneDraft, type TermsDraft } from '@/features/proposal/terms/terms-draft'
import { difference, feeOf, sumOf } from '@/lib/money'

/** Of the value, in hundredths of a percent: what is usually kept back until the documents as built. */
const RETENTION_BASIS_POINTS = 1_000

/** A retention is the last of two or more; whatever stands elsewhere is work. */
function settled(milestones: readonly MilestoneDraft[]): MilestoneDraft[] {
  const last = milestones.length - 1
  return milestones.map((one, at) =>
    one.isRetention && (at < last || last === 0) ? { ...one, isRetention: false } : one,
  )
}

/** Two neighbours change places; a retention stays last. */
export function swapped(milestones: readonly MilestoneDraft[], at: number, by: 1 | -1): MilestoneDraft[] {
  if (milestones[at]?.isRetention === true || milestones[at + by]?.isRetention === true)
    return [...milestones]
  const moved = [...milestones]
  const [one] = moved.splice(at, 1)
  if (one !== undefined) moved.splice(at + by, 0, one)
  return moved
}

export function withoutOne(milestones: readonly MilestoneDraft[], key: string): MilestoneDraft[] {
  return settled(milestones.filter((one) => one.key !== key))
}

/** One more, before a retention. */
export function withOneMore(milestones: readonly MilestoneDraft[]): MilestoneDraft[] {
  const added = newMilestone(milestones)
  return hasRetention(milestones)
    ? [...milestones.slice(0, -1), added, ...milestones.slice(-1)]
    : [...milestones, added]
}

export function hasRetention(milestones: readonly MilestoneDraft[]): boolean {
  return milestones.at(-1)?.isRetention === true
}

/** A tenth of the value kept back, out of all that was named before it alike. */
export function withRetention({ value, milestones }: TermsDraft): MilestoneDraft[] {
  const kept = value === null ? null : feeOf(value, RETENTION_BASIS_POINTS)
  const parts = milestones.map((one) => ({
    ...one,
    value: one.value === null ? null : difference(one.value, feeOf(one.value, RETENTION_BASIS_POINTS)),
  }))
  const isWhole = value !== null && value === sumOf(milestones.flatMap((one) => one.value ?? []))
  const last = parts.at(-1)
  if (isWhole && kept !== null && last !== undefined && last.value !== null) {
    const rest = difference(difference(value, kept), sumOf(parts.flatMap((one) => one.value ?? [])))
    last.value = sumOf([last.value, rest])
  }
  return [
    ...parts,
    {
      ...newMilestone(milestones),
      title: 'Retenção até o as built',
      deliverable: 'Documentação como construído (as built), conferida e aceita.',
      value: kept,
      isRetention: true,
    },
  ]
}
