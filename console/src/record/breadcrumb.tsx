import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { SkeletonBar } from '../ui/skeleton-bar.tsx'
import classes from './breadcrumb.module.css'

export interface BreadcrumbProps {
  /** The lists that the record is found in, from the area down. */
  above: readonly { label: string; to: string }[]
  /** What the record is called below its lists, missing while that is on its way; its reference stands in the type of numbers. */
  here: string | undefined
  isReference?: boolean
}

/** Where a record is found. */
export function Breadcrumb({ above, here, isReference = false }: BreadcrumbProps) {
  return (
    <nav aria-label="Breadcrumb" className={classes.crumbs}>
      {above.map(({ label, to }) => (
        <Fragment key={to}>
          {/* A list is not where one is, though its address begins as the record's does. */}
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
