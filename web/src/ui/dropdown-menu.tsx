import { Check } from 'lucide-react'
import { DropdownMenu as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { classNames } from '@/lib/class-names'

/** Not modal: screen readers still reach the page beside an open menu. */
export function DropdownMenu(props: ComponentProps<typeof Primitive.Root>) {
  return <Primitive.Root modal={false} {...props} />
}

export const DropdownMenuTrigger = Primitive.Trigger
export const DropdownMenuRadioGroup = Primitive.RadioGroup

const itemLooks =
  'flex min-h-9 cursor-default items-center gap-2.5 rounded-sm px-2.5 py-1.5 text-sm outline-none select-none data-[disabled]:opacity-55 data-[highlighted]:bg-hover'

export function DropdownMenuContent({ className, ...props }: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        align="end"
        sideOffset={6}
        collisionPadding={8}
        {...props}
        className={classNames(
          'z-50 max-h-[var(--radix-dropdown-menu-content-available-height)] min-w-56 overflow-y-auto rounded border border-line bg-raised p-1 shadow-float data-[state=closed]:animate-leave data-[state=open]:animate-fade',
          className,
        )}
      />
    </Primitive.Portal>
  )
}

export function DropdownMenuItem({
  destructive = false,
  className,
  ...props
}: ComponentProps<typeof Primitive.Item> & { destructive?: boolean }) {
  return (
    <Primitive.Item {...props} className={classNames(itemLooks, destructive && 'text-danger', className)} />
  )
}

export function DropdownMenuRadioItem({ children, ...props }: ComponentProps<typeof Primitive.RadioItem>) {
  return (
    <Primitive.RadioItem {...props} className={classNames(itemLooks, 'pr-8 relative')}>
      {children}
      <Primitive.ItemIndicator className="absolute right-2.5">
        <Check className="size-4" aria-hidden />
      </Primitive.ItemIndicator>
    </Primitive.RadioItem>
  )
}

export function DropdownMenuLabel({ className, ...props }: ComponentProps<typeof Primitive.Label>) {
  return <Primitive.Label {...props} className={classNames('px-2.5 py-1.5 text-xs text-muted', className)} />
}

export function DropdownMenuSeparator() {
  return <Primitive.Separator className="-mx-1 my-1 h-px bg-line" />
}
