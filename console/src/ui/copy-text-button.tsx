import { Button } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { CopyButtonProps } from './copy-button.tsx'
import { type CopiedValue, useCopy } from './use-copy.ts'

/** Copy button with a visible label, for values too long to show beside it. */
export function CopyTextButton({ value, label, toast }: Omit<CopyButtonProps, 'value'> & { value: CopiedValue }) {
  const { copied, copy } = useCopy(value, toast)
  const Icon = copied ? IconCheck : IconCopy
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<Icon size={14} stroke={1.6} />}
      onClick={(event) => void copy(event.currentTarget)}
    >
      {label}
    </Button>
  )
}
