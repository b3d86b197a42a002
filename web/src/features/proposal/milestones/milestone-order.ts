import { newMilestone, type MilestoneDraft, type TermsDraft } from '@/features/proposal/terms/terms-draft'
import { difference, feeOf, sumOf } from '@/lib/money'

/** The usual retention until the as-built documents, in basis points of the value. */
const RETENTION_BASIS_POINTS = 1_000

/** A retention is the last of two or more milestones; anywhere else it becomes work. */
function settled(milestones: readonly MilestoneDraft[]): MilestoneDraft[] {
  const last = milestones.length - 1
  return milestones.map((one, at) =>
    one.isRetention && (at < last || last === 0) ? { ...one, isRetention: false } : one,
  )
}

/** Swaps two neighbouring milestones; a retention stays last. */
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

/** Adds a milestone, before a retention. */
export function withOneMore(milestones: readonly MilestoneDraft[]): MilestoneDraft[] {
  const added = newMilestone(milestones)
  return hasRetention(milestones)
    ? [...milestones.slice(0, -1), added, ...milestones.slice(-1)]
    : [...milestones, added]
}

export function hasRetention(milestones: readonly MilestoneDraft[]): boolean {
  return milestones.at(-1)?.isRetention === true
}

/** Adds a retention of a tenth of the value, taken from all other milestones in proportion. */
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
