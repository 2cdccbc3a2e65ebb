import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithoutRef, ReactNode, Ref } from 'react'

interface BusyButtonProps extends ButtonProps, Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> {
  ref?: Ref<HTMLButtonElement>
  busy: boolean
  /** Label while busy. */
  busyText: string
  children: ReactNode
}

/** Button that is disabled and shows its busy text while its action runs. */
export function BusyButton({ busy, busyText, disabled, children, ...rest }: BusyButtonProps) {
  return (
    <Button type="button" {...rest} disabled={busy || disabled} aria-busy={busy}>
      {busy ? busyText : children}
    </Button>
  )
}
