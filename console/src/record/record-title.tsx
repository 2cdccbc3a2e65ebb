import type { ReactNode } from 'react'
import { SkeletonBar } from '../ui/skeleton-bar.tsx'
import classes from './record-title.module.css'

interface RecordTitleProps {
  /** A bar stands for what is still on its way. */
  children: ReactNode
  /** An amount is what the page is about. */
  isAmount?: boolean
}

/** What a record's page is about, as its heading. */
export function RecordTitle({ children, isAmount = false }: RecordTitleProps) {
  const className = isAmount ? classes.amount : classes.name
  if (children !== undefined) return <h1 className={className}>{children}</h1>
  return (
    <div className={className}>
      <SkeletonBar width="240px" height={isAmount ? '26px' : '20px'} />
    </div>
  )
}

/** The id of a record, among its facts. */
export function RecordId({ children }: { children: string }) {
  return <span className={classes.id}>{children}</span>
}
