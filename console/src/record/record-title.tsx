import type { ReactNode } from 'react'
import { SkeletonBar } from '../ui/skeleton-bar.tsx'
import classes from './record-title.module.css'

interface RecordTitleProps {
  /** Undefined while loading, which shows a skeleton. */
  children: ReactNode
  /** The title is an amount. */
  isAmount?: boolean
}

/** Heading of a record page. */
export function RecordTitle({ children, isAmount = false }: RecordTitleProps) {
  const className = isAmount ? classes.amount : classes.name
  if (children !== undefined) return <h1 className={className}>{children}</h1>
  return (
    <div className={className}>
      <SkeletonBar width="240px" height={isAmount ? '26px' : '20px'} />
    </div>
  )
}

/** ID of a record. */
export function RecordId({ children }: { children: string }) {
  return <span className={classes.id}>{children}</span>
}
