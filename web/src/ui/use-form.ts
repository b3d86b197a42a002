import { zodResolver } from '@hookform/resolvers/zod'
import {
  useForm as useHookForm,
  type DefaultValues,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form'
import type { z } from '@/lib/zod'

/**
 * The one way to a form: a zod schema with Portuguese messages, checked on
 * submit; what was wrong is then checked while it is mended. The error summary
 * takes the focus, not the first field.
 */
export function useForm<Input extends FieldValues, Output extends FieldValues>(
  schema: z.ZodMiniType<Output, Input>,
  defaultValues: DefaultValues<Input>,
): UseFormReturn<Input, unknown, Output> {
  const check = zodResolver<Input, unknown, Output>(schema)
  return useHookForm<Input, unknown, Output>({
    resolver: async (values, context, options) =>
      inOrder(await check(values, context, options), defaultValues),
    defaultValues,
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    shouldFocusError: false,
  })
}

/** The errors in the order of the form's fields, which is that of the default values: checks across fields come last. */
function inOrder<Checked extends { errors: object }>(checked: Checked, fields: object): Checked {
  const names = Object.keys(fields)
  const placeOf = ([name]: [string, unknown]) => (names.includes(name) ? names.indexOf(name) : names.length)
  const errors = Object.entries(checked.errors).sort((a, b) => placeOf(a) - placeOf(b))
  return { ...checked, errors: Object.fromEntries(errors) }
}
