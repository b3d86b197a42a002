import type { Json } from '@/api/schema'
import { z } from '@/lib/zod'

/** An answer: a text, a number, yes or no, some choices, or several numbers or choices by name. */
export type Answer = string | number | boolean | string[] | Record<string, string | number>

/** What a company answers to a model of scopes, by field. */
export type Answers = Record<string, Answer>

const choices = z.array(z.string())
const part = z.object({
  type: z.string(),
  title: z.string(),
  enum: z.optional(choices),
  maximum: z.optional(z.number()),
})
const field = z.extend(part, {
  maxLength: z.optional(z.number()),
  items: z.optional(z.object({ enum: choices })),
  properties: z.optional(z.record(z.string(), part)),
})
const fields = z.object({ properties: z.record(z.string(), field) })
const texts = z.object({
  intro: z.string(),
  sections: z.array(z.object({ title: z.string(), fields: z.array(z.string()) })),
  words: z.record(
    z.string(),
    z.union([
      z.string(),
      z.object({
        options: z.optional(z.record(z.string(), z.string())),
        order: z.optional(choices),
      }),
    ]),
  ),
  why: z.record(z.string(), z.string()),
})
/** A scope as projects keep it: a model, the version that was answered, and the answers. */
export const scopeSchema = z.object({
  model: z.string(),
  version: z.number(),
  answers: z.record(
    z.string(),
    z.union([
      z.string(),
      z.number(),
      z.boolean(),
      z.array(z.string()),
      z.record(z.string(), z.union([z.string(), z.number()])),
    ]),
  ),
})

export type Scope = z.infer<typeof scopeSchema>

/** A field of a model with the words of its choices. */
export type ModelField = z.infer<typeof field> & {
  name: string
  why: string
  options: { value: string; label: string }[]
  /** The parts of an answer of several numbers or choices, in their order. */
  parts: { name: string; title: string; maximum: number | undefined }[]
}

export type Section = { title: string; fields: ModelField[] }

export type Model = { slug: string; name: string; version: number; intro: string; sections: Section[] }

type Row = { slug: string; name: string; version: number; fields: Json; texts: Json }

/** A model as the form shows it: its sections with their fields. */
export function readModel(row: Row): Model {
  const { properties } = fields.parse(row.fields)
  const said = texts.parse(row.texts)
  const { slug, name, version } = row

  function fieldOf(key: string): ModelField[] {
    const asked = properties[key]
    if (asked === undefined) return []
    const words = said.words[key]
    const { options, order } = typeof words === 'object' ? words : {}
    const values = asked.enum ?? asked.items?.enum ?? []
    return [
      {
        ...asked,
        name: key,
        why: said.why[key] ?? '',
        options: values.map((value) => ({ value, label: labelOf(options?.[value] ?? value) })),
        parts: (order ?? []).flatMap((one) => {
          const inner = asked.properties?.[one]
          return inner === undefined ? [] : [{ name: one, title: inner.title, maximum: inner.maximum }]
        }),
      },
    ]
  }

  const sections = said.sections.map((one) => ({ title: one.title, fields: one.fields.flatMap(fieldOf) }))
  return { slug, name, version, intro: said.intro, sections }
}

/** A choice is a sentence in the text; as a label it has no full stop, and begins with a capital. */
function labelOf(sentence: string): string {
  const plain = sentence.replace(/\.$/, '')
  return plain.charAt(0).toLocaleUpperCase('pt-BR') + plain.slice(1)
}

/** The scope that a project has, or nothing. */
export function readScope(stored: Json | undefined): Scope | null {
  const read = scopeSchema.safeParse(stored)
  return read.success ? read.data : null
}

/** The answers with one changed; an empty answer is none. */
export function answer(answers: Answers, name: string, value: Answer | undefined): Answers {
  const { [name]: _, ...others } = answers
  return value === undefined || isEmpty(value) ? others : { ...others, [name]: value }
}

function isEmpty(value: Answer): boolean {
  if (Array.isArray(value)) return value.length === 0
  return value === '' || (typeof value === 'object' && Object.keys(value).length === 0)
}

/**
 * The answers as a scope of a model: those to fields that the model has, and asks alike in the model
 * that they answered before.
 */
export function carry(answers: Answers, model: Model, before: Model | undefined): Scope {
  const known = fieldsOf(model)
  const answered = before ? fieldsOf(before) : new Map<string, ModelField>()
  const kept = Object.entries(answers).filter(([name]) => isAlike(known.get(name), answered.get(name)))
  return { model: model.slug, version: model.version, answers: Object.fromEntries(kept) }
}

function fieldsOf(model: Model): Map<string, ModelField> {
  return new Map(model.sections.flatMap(({ fields: asked }) => asked.map((one) => [one.name, one])))
}

function isAlike(one: ModelField | undefined, other: ModelField | undefined): boolean {
  return one !== undefined && other !== undefined && shapeOf(one) === shapeOf(other)
}

/** The kind of answer and its choices. */
function shapeOf({ type, options, parts }: ModelField): string {
  return [type, ...options.map(({ value }) => value), ...parts.map(({ name }) => name)].join()
}
