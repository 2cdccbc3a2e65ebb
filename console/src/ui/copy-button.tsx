import { ActionIcon } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useRowTabIndex } from './in-row.ts'
import { useCopy } from './use-copy.ts'

export interface CopyButtonProps {
  value: string
  label: string
  toast: string
}

/** Copies a value and confirms with `toast`; `label` is the button's accessible name. */
export function CopyButton({ value, label, toast }: CopyButtonProps) {
  const { copied, copy } = useCopy(value, toast)
  const tabIndex = useRowTabIndex()
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="sm"
      aria-label={label}
      title={label}
      tabIndex={tabIndex}
      data-copies
      onClick={(event) => {
        // Copying must not open the enclosing row.
        event.stopPropagation()
        void copy(event.currentTarget)
      }}
    >
      {copied ? <IconCheck size={14} stroke={1.6} /> : <IconCopy size={14} stroke={1.6} />}
    </ActionIcon>
  )
}
