import type { ComponentType } from 'react'
import classes from './command-palette.module.css'

interface PlainRowProps {
  icon: ComponentType<{ size: number; stroke: number }>
  title: string
  detail?: string
}

/** Palette item without a record, such as a page. */
export function PlainRow({ icon: Icon, title, detail }: PlainRowProps) {
  return (
    <>
      <Icon size={18} stroke={1.5} />
      <span className={classes.body}>
        <span className={classes.title}>{title}</span>
        {detail && <span className={classes.detail}>{detail}</span>}
      </span>
    </>
  )
}
