import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { SkeletonBar } from '../ui/skeleton-bar.tsx'
import classes from './breadcrumb.module.css'
import { useAreaOf } from './page-area.ts'

export interface BreadcrumbProps {
  /** Lists that contain the record, from the area down. */
  above: readonly { label: string; to: string }[]
  /** Name of the record, undefined while loading. References use the font of numbers. */
  here: string | undefined
  isReference?: boolean
}

/** Path to a record. */
export function Breadcrumb({ above, here, isReference = false }: BreadcrumbProps) {
  useAreaOf(above[0]?.to ?? '')
  return (
    <nav aria-label="Breadcrumb" className={classes.crumbs}>
      {above.map(({ label, to }) => (
        <Fragment key={to}>
          {/* Exact match only, because the address of a record begins with its list's. */}
          <Link to={to} activeOptions={{ exact: true }}>
            {label}
          </Link>
          <IconChevronRight size={14} aria-hidden />
        </Fragment>
      ))}
      <span aria-current="page" data-reference={isReference || undefined}>
        {here ?? <SkeletonBar width="120px" />}
      </span>
    </nav>
  )
}
