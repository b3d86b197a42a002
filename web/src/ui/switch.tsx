import { Switch as Primitive } from 'radix-ui'
import { useId, type ComponentProps, type ReactNode } from 'react'

type SwitchProps = ComponentProps<typeof Primitive.Root> & { label: ReactNode; hint?: ReactNode }

/** A row with its label on the left and the switch on the right. A disabled one keeps its hint readable, which may say why. */
export function Switch({ label, hint, ...props }: SwitchProps) {
  const unique = useId()
  const id = props.id ?? unique
  return (
    <div className="flex items-center justify-between gap-6 py-3">
      <div className="flex flex-col gap-0.5">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-sm text-muted">
            {hint}
          </p>
        )}
      </div>
      <Primitive.Root
        {...props}
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="h-6 w-10 shrink-0 rounded-full border border-control bg-sunken p-px transition-colors duration-150 disabled:opacity-55 data-[state=checked]:border-inverse data-[state=checked]:bg-inverse"
      >
        <Primitive.Thumb className="block size-5 rounded-full border border-control bg-raised transition-transform duration-150 data-[state=checked]:translate-x-4 data-[state=checked]:border-transparent data-[state=checked]:bg-on-inverse" />
      </Primitive.Root>
    </div>
  )
}
