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
  return useHookForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    defaultValues,
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    shouldFocusError: false,
  })
}
