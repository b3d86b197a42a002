import { z } from '@/lib/zod'
import {
  MILESTONE_DELIVERABLE_CHARACTERS,
  MILESTONE_TITLE_CHARACTERS,
  MILESTONES_MAX,
  PROPOSAL_VALID_DAYS,
  PROPOSAL_VALID_DAYS_MAX,
} from '@/api/limits'
import { isAtOnce, milestonesOf, type Terms } from './terms'
import { calendarDay, formatDay } from '@/lib/format'
import { difference, formatMoney, ofCents, splitEvenly, sumOf, toDecimal, type Money } from '@/lib/money'

const DAY_MS = 86_400_000
const DEADLINE_DAYS_MAX = 1000
const NOTHING = ofCents(0)

const text = z.catch(z.string(), '')
const amount = z.catch(z.nullable(z.pipe(z.int(), z.transform(ofCents))), null)
const milestone = z.object({
  key: z.string(),
  title: text,
  deliverable: text,
  value: amount,
  dueOn: text,
  /** Kept back until the documents as built are there. */
  isRetention: z.catch(z.boolean(), false),
  waitsForTac: z.catch(z.boolean(), false),
})
const draft = z.object({
  /** Whether more than the value is said. */
  isDetailed: z.catch(z.boolean(), false),
  value: amount,
  travel: amount,
  deadline: text,
  validUntil: text,
  milestones: z.catch(z.array(milestone).check(z.maxLength(MILESTONES_MAX)), []),
  /** What the chosen model gives each milestone, in whole percent. */
  shares: z.catch(z.array(z.number()), []),
  assumptions: text,
  exclusions: text,
})

export type MilestoneDraft = z.infer<typeof milestone>

/** Terms while they are written; kept on the device as they are. */
export type TermsDraft = z.infer<typeof draft>

/** So many days from today, as a calendar day. */
export function dayIn(days: number, now = Date.now()): string {
  return calendarDay(now + days * DAY_MS)
}

/** The stored draft, or an empty one with the usual validity from today. */
export function readTerms(kept: string): TermsDraft {
  const read = draft.parse(kept === '' ? {} : JSON.parse(kept))
  return read.validUntil === '' ? { ...read, validUntil: dayIn(PROPOSAL_VALID_DAYS) } : read
}

/** Terms that are in force, to be written anew; what has lapsed is valid again as long as is usual. */
export function draftOf(terms: Terms): TermsDraft {
  const milestones = milestonesOf(terms)
  return {
    isDetailed: true,
    value: terms.value_cents,
    travel: terms.travel_cents === 0 ? null : terms.travel_cents,
    deadline: terms.deadline_days === null ? '' : `${terms.deadline_days}`,
    validUntil: terms.valid_until < dayIn(0) ? dayIn(PROPOSAL_VALID_DAYS) : terms.valid_until,
    milestones: isAtOnce(milestones)
      ? []
      : milestones.map(({ title, deliverable, value, due_on, isRetention, waitsForTac }, at) => ({
          key: `m${at}`,
          title,
          deliverable,
          value,
          dueOn: due_on ?? '',
          isRetention,
          waitsForTac,
        })),
    shares: [],
    assumptions: terms.assumptions ?? '',
    exclusions: terms.exclusions ?? '',
  }
}

/** What is left of the value for milestones; below zero where they are more. */
export function restOf({ value, milestones }: Pick<TermsDraft, 'value' | 'milestones'>): Money {
  return difference(value ?? NOTHING, sumOf(milestones.map((one) => one.value ?? NOTHING)))
}

/** The rest over the milestones that have no value, or else on top of the last. */
export function distribute(terms: TermsDraft): TermsDraft {
  const rest = restOf(terms)
  const isOpen = terms.milestones.map(({ value }) => value === null || value === 0)
  const open = isOpen.filter(Boolean).length
  if (rest <= 0 || terms.milestones.length === 0) return terms
  const parts = splitEvenly(rest, Math.max(open, 1))
  const last = terms.milestones.length - 1
  const milestones = terms.milestones.map((one, at) => {
    if (open === 0) return at === last ? { ...one, value: sumOf([one.value ?? NOTHING, rest]) } : one
    return isOpen[at] === true ? { ...one, value: parts.shift() ?? NOTHING } : one
  })
  return { ...terms, milestones }
}

export function newMilestone(milestones: readonly MilestoneDraft[]): MilestoneDraft {
  const taken = new Set(milestones.map(({ key }) => key))
  const key = Array.from({ length: MILESTONES_MAX + 1 }, (_, at) => `m${at}`).find((one) => !taken.has(one))
  return {
    key: key ?? 'm',
    title: '',
    deliverable: '',
    value: null,
    dueOn: '',
    isRetention: false,
    waitsForTac: false,
  }
}

export type Problems = Readonly<Record<string, { message: string } | undefined>>

/** What the server would refuse, by field. */
export function problemsOf(terms: TermsDraft, today = dayIn(0)): Problems {
  const found: Record<string, { message: string }> = {}
  const report = (name: string, isWrong: boolean, message: string) => {
    if (isWrong && found[name] === undefined) found[name] = { message }
  }
  report('value', terms.value === null || terms.value <= 0, 'Informe o valor em reais')
  if (!terms.isDetailed) return found
  const days = /^\d{1,4}$/.test(terms.deadline) ? Number.parseInt(terms.deadline, 10) : 0
  const isNoDeadline = terms.deadline !== '' && (days < 1 || days > DEADLINE_DAYS_MAX)
  report('deadline', isNoDeadline, `Informe o prazo em dias úteis, de 1 a ${DEADLINE_DAYS_MAX}`)
  const isNoValidity = terms.validUntil < today || terms.validUntil > dayIn(PROPOSAL_VALID_DAYS_MAX)
  report(
    'validUntil',
    isNoValidity,
    `Informe uma validade entre hoje e ${formatDay(dayIn(PROPOSAL_VALID_DAYS_MAX))}`,
  )
  terms.milestones.forEach(({ key, title, deliverable, value, dueOn }, at) => {
    const name = `Marco ${at + 1}: `
    report(`${key}-title`, title.trim() === '', `${name}dê um título`)
    report(`${key}-title`, title.length > MILESTONE_TITLE_CHARACTERS, `${name}o título é longo demais`)
    report(
      `${key}-deliverable`,
      deliverable.length > MILESTONE_DELIVERABLE_CHARACTERS,
      `${name}o texto é longo demais`,
    )
    report(`${key}-value`, value === null || value <= 0, `${name}informe o valor`)
    report(`${key}-due`, dueOn !== '' && dueOn < today, `${name}a data já passou`)
  })
  const rest = restOf(terms)
  const side = rest > 0 ? 'faltam' : 'sobram'
  const isUneven = terms.milestones.length > 0 && rest !== 0
  report(
    'milestones',
    isUneven,
    `A soma dos marcos precisa ser igual ao valor: ${side} ${formatMoney(ofCents(Math.abs(rest)))}`,
  )
  return found
}

/** As the server takes it; what was not detailed is left to what is usual. */
export function wireOf(terms: TermsDraft) {
  return {
    value: toDecimal(terms.value ?? NOTHING),
    ...(terms.isDetailed && {
      travel: toDecimal(terms.travel ?? NOTHING),
      milestones: terms.milestones.map(milestoneWire),
      ...(terms.deadline !== '' && { deadline_days: Number.parseInt(terms.deadline, 10) }),
      valid_until: terms.validUntil,
      assumptions: terms.assumptions.trim(),
      exclusions: terms.exclusions.trim(),
    }),
  }
}

/** The usual is left out, so that a plan without either reads as one always did. */
function milestoneWire({ title, deliverable, value, dueOn, isRetention, waitsForTac }: MilestoneDraft) {
  return {
    title: title.trim(),
    deliverable: deliverable.trim(),
    value: toDecimal(value ?? NOTHING),
    due_on: dueOn === '' ? null : dueOn,
    ...(isRetention && { kind: 'retention' }),
    ...(waitsForTac && { waits_for_tac: true }),
  }
}

/** As terms in force are replaced: a term that is left empty is taken away. */
export function revisionOf(terms: TermsDraft) {
  return { ...wireOf(terms), deadline_days: terms.deadline === '' ? 0 : Number.parseInt(terms.deadline, 10) }
}

/** What is paid one by one; while the milestones do not add up, the value as it is. */
export function partsOf(terms: TermsDraft): Money[] {
  const isPlanned = terms.isDetailed && terms.milestones.length > 0 && restOf(terms) === 0
  const parts = isPlanned ? terms.milestones.map(({ value }) => value ?? NOTHING) : [terms.value ?? NOTHING]
  return [...parts, travelOf(terms)]
}

export function travelOf({ isDetailed, travel }: TermsDraft): Money {
  return isDetailed ? (travel ?? NOTHING) : NOTHING
}
