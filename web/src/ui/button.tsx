import { cva, type VariantProps } from 'class-variance-authority'
import { Slot } from 'radix-ui'
import type { ComponentProps, MouseEvent } from 'react'
import { classNames } from '@/lib/class-names'

const button = cva(
  'inline-flex shrink-0 items-center justify-center gap-2 rounded text-center font-medium max-sm:max-w-full sm:whitespace-nowrap transition-colors duration-150 select-none forced-colors:border print:hidden disabled:pointer-events-none disabled:opacity-55 aria-disabled:opacity-55',
  {
    variants: {
      variant: {
        // The main action: at most one on a screen.
        primary: 'bg-accent text-on-accent hover:bg-accent-hover',
        secondary: 'border border-control bg-raised text-ink hover:bg-hover',
        ghost: 'text-ink hover:bg-hover',
        danger: 'bg-danger-solid text-on-danger hover:bg-danger-solid-hover',
      },
      size: {
        sm: 'min-h-8 px-3 py-0.5 text-sm',
        md: 'min-h-10 pointer-coarse:min-h-11 px-4 py-0.5 text-sm',
        lg: 'min-h-12 px-6 py-0.5 text-base',
        icon: 'size-10',
        'icon-sm': 'size-8',
      },
    },
    defaultVariants: { variant: 'secondary', size: 'md' },
  },
)

type ButtonProps = ComponentProps<'button'> &
  VariantProps<typeof button> & {
    /** Renders the single child (a Link) with the button's looks. */
    asChild?: boolean
    /** Sending: shows a spinner, keeps width and focus, ignores clicks and Enter in its form. */
    loading?: boolean
  }

export function Button({
  variant,
  size,
  asChild,
  loading = false,
  className,
  children,
  onClick,
  ...props
}: ButtonProps) {
  const looks = classNames(button({ variant, size }), className)
  if (asChild) {
    return (
      <Slot.Root className={looks} onClick={onClick} {...props}>
        {children}
      </Slot.Root>
    )
  }
  // A disabled button loses the focus, and keyboard users lose their place. Enter in a field
  // clicks the form's button, so ignoring clicks also stops a second submit.
  const busy = loading && ({ 'aria-busy': true, 'aria-disabled': true, onClick: ignore } as const)
  return (
    <button
      type="button"
      className={classNames(looks, loading && 'relative cursor-default')}
      onClick={onClick}
      {...props}
      {...busy}
    >
      {loading ? <Loading>{children}</Loading> : children}
    </button>
  )
}

function ignore(event: MouseEvent) {
  event.preventDefault()
  event.stopPropagation()
}

function Loading({ children }: Pick<ButtonProps, 'children'>) {
  return (
    <>
      <span className="absolute inset-0 flex items-center justify-center">
        <Spinner className="size-4" />
      </span>
      <span className="inline-flex items-center gap-2 opacity-0">{children}</span>
    </>
  )
}

/** Decorative: the text beside it says what is loading. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden className={classNames('size-5 animate-spin', className)}>
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="2.5" opacity="0.25" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  )
}
