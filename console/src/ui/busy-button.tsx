import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithoutRef, ReactNode } from 'react'

interface BusyButtonProps extends ButtonProps, Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> {
  busy: boolean
  /** What the button says while it is locked. */
  busyText: string
  children: ReactNode
}

/** A button that locks and says its busy text while what it started is under way. */
export function BusyButton({ busy, busyText, disabled, children, ...rest }: BusyButtonProps) {
  return (
    <Button type="button" {...rest} disabled={busy || disabled} aria-busy={busy}>
      {busy ? busyText : children}
    </Button>
  )
}
