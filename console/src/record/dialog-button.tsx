import type { Call } from '@kobo/contract/kit/call'
import { Button, type ButtonProps } from '@mantine/core'
import { type ComponentType, type ReactNode, useState } from 'react'
import { useMay } from '../api/use-may.ts'
import { formatCount } from '../ui/format-count.ts'
import { preloadOnIntent } from '../ui/preload.ts'
import { useFocusAfterRemoval } from './use-focus-after-removal.ts'

interface DialogButtonProps extends Omit<ButtonProps, 'leftSection'> {
  /** Call that the dialog makes; the button is absent for operators whose role does not allow it. */
  call: Pick<Call, 'permission'>
  icon?: ComponentType<{ size: number; stroke: number }>
  /** Loads the dialog's file, when the button is hovered or focused. */
  load?: () => Promise<unknown>
  /** Renders the open dialog. */
  renderDialog: (onClose: () => void) => ReactNode
  /** Whether the button is shown, by default always. */
  isOffered?: boolean
  /** Why the dialog may not be opened, as the title of the disabled button. */
  blocker?: string | null | undefined
  /** Shown when the pointer rests on the button; the blocker if there is one. */
  title?: string
  /** How many entries the dialog lists, after the label; not shown if none. */
  count?: number | undefined
  'aria-label'?: string
  children: string
}

/** Button that opens a dialog of its own. The dialog stays open if a blocker appears, or the button is no longer offered. */
export function DialogButton(props: DialogButtonProps) {
  const { call, icon: Icon, load, renderDialog, isOffered = true, blocker, title, count, children, ...rest } = props
  const may = useMay()
  const [isOpen, setIsOpen] = useState(false)
  const isShown = isOffered && may(call)
  useFocusAfterRemoval(isOpen, isShown)
  return (
    <>
      {isShown && (
        <Button
          leftSection={Icon && <Icon size={rest.size === 'xs' ? 14 : 17} stroke={1.5} />}
          disabled={!!blocker}
          title={blocker ?? title}
          data-counted={count ? true : undefined}
          onClick={() => setIsOpen(true)}
          {...(load && preloadOnIntent(load))}
          {...rest}
        >
          <span data-word>{children}</span>
          {count ? ` ${formatCount(count)}` : ''}
        </Button>
      )}
      {isOpen && renderDialog(() => setIsOpen(false))}
    </>
  )
}
