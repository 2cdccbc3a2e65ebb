import type { ReactNode } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { type FormWindowProps, useFormWindow } from './form-window.tsx'

interface FormDialogProps extends FormWindowProps {
  opened?: boolean
  /** What takes the form's place once it is done, where the window does not close then. */
  done?: { content: ReactNode; footer: ReactNode } | null
}

/** A form in a window over the page. */
export function FormDialog({ opened, done, ...props }: FormDialogProps) {
  const { children, footer, ...frame } = useFormWindow(props)
  return (
    <Dialog opened={opened} footer={done ? done.footer : footer} {...frame} holdsInput={frame.holdsInput && !done}>
      {done ? done.content : children}
    </Dialog>
  )
}
