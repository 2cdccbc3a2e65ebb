import type { ReactNode } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { type FormWindowProps, useFormWindow } from './form-window.tsx'

interface FormDialogProps extends FormWindowProps {
  opened?: boolean
  /** Replaces the form after success, if the dialog stays open. */
  done?: { content: ReactNode; footer: ReactNode } | null
}

/** Form in a dialog. */
export function FormDialog({ opened, done, ...props }: FormDialogProps) {
  const { children, footer, ...frame } = useFormWindow(props)
  return (
    <Dialog opened={opened} footer={done ? done.footer : footer} {...frame} holdsInput={frame.holdsInput && !done}>
      {done ? done.content : children}
    </Dialog>
  )
}
