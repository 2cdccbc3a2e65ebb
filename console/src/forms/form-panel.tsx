import { SidePanel } from '../ui/side-panel.tsx'
import classes from './form-window.module.css'
import { type FormWindowProps, useFormWindow } from './form-window.tsx'

/** Form in a side panel. */
export function FormPanel(props: FormWindowProps) {
  const { children, ...frame } = useFormWindow(props)
  return (
    <SidePanel {...frame}>
      <div className={classes.panel}>{children}</div>
    </SidePanel>
  )
}
