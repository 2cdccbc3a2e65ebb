import { Button, type ButtonProps } from '@mantine/core'
import { type ComponentType, type ReactNode, useState } from 'react'
import { preloadOnIntent } from './preload.ts'

interface DialogButtonProps extends Omit<ButtonProps, 'leftSection'> {
  icon: ComponentType<{ size: number; stroke: number }>
  /** Loads the dialog's file, when the button is hovered or focused. */
  load: () => Promise<unknown>
  /** Renders the open dialog. */
  renderDialog: (onClose: () => void) => ReactNode
  /** Why the dialog may not be opened, as the title of the disabled button. */
  blocker?: string | null | undefined
  children: string
}

/** Button that opens a dialog of its own. The dialog stays open if a blocker appears. */
export function DialogButton({ icon: Icon, load, renderDialog, blocker, ...rest }: DialogButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        leftSection={<Icon size={17} stroke={1.5} />}
        disabled={!!blocker}
        title={blocker ?? undefined}
        onClick={() => setIsOpen(true)}
        {...preloadOnIntent(load)}
        {...rest}
      />
      {isOpen && renderDialog(() => setIsOpen(false))}
    </>
  )
}
