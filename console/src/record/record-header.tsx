import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type CSSProperties, Fragment, type ReactNode, useRef } from 'react'
import { Bar } from '../ui/bar.tsx'
import classes from './record-header.module.css'
import { TabLinks } from './tab-links.tsx'
import { useBar } from './use-bar.ts'
import type { TabsOfRecord } from './use-record-tabs.ts'

interface RecordHeaderProps {
  /** The lists that the record is found in, from the area down. */
  above: readonly { label: string; to: string }[]
  /** What the record is called below its lists; its reference stands in the type of numbers. */
  here: string
  isReference?: boolean
  /** What the record is known by at a glance, before the words. */
  mark?: ReactNode
  title: ReactNode
  /** Where it stands, beside the title. */
  tags?: ReactNode
  /** What is told below the title. */
  facts?: ReactNode
  children?: ReactNode
  actions?: ReactNode
  tabs?: TabsOfRecord
}

/**
 * The head of a record's own page: where it is found, what it is, where it stands and what can be done about it. Once it
 * has scrolled out of sight, a bar of it stays.
 */
export function RecordHeader(props: RecordHeaderProps) {
  const { above, here, isReference = false, mark, title, tags, facts, children, actions, tabs } = props
  const header = useRef<HTMLElement>(null)
  const height = useBar(header)
  // What the bar leaves out keeps its room, so that nothing below moves.
  const room: CSSProperties & { '--room'?: string } = height === null ? {} : { '--room': `${height}px` }
  return (
    <header ref={header} className={classes.header} data-bar={height !== null || undefined} style={room}>
      <div className={classes.layout} data-tabs={tabs !== undefined || undefined}>
        <nav aria-label="Breadcrumb" className={classes.crumbs}>
          {above.map(({ label, to }) => (
            <Fragment key={to}>
              <Link to={to}>{label}</Link>
              <IconChevronRight size={14} aria-hidden />
            </Fragment>
          ))}
          <span aria-current="page" data-reference={isReference || undefined}>
            {here}
          </span>
        </nav>
        {tabs && <TabLinks of={tabs} />}
        {mark && <div className={classes.mark}>{mark}</div>}
        <div className={classes.words}>
          <div className={classes.line}>
            {title}
            {tags}
          </div>
          <div className={classes.facts}>
            <div className={classes.line}>{facts}</div>
            {children}
          </div>
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
    </header>
  )
}

interface RecordTitleProps {
  /** A bar stands for what is still on its way. */
  children: ReactNode
  /** An amount is what the page is about. */
  isAmount?: boolean
}

export function RecordTitle({ children, isAmount = false }: RecordTitleProps) {
  const className = isAmount ? classes.amount : classes.name
  if (children !== undefined) return <h1 className={className}>{children}</h1>
  return (
    <div className={className}>
      <Bar width="240px" height={isAmount ? '26px' : '20px'} />
    </div>
  )
}

/** The id of a record, among its facts. */
export function RecordId({ children }: { children: string }) {
  return <span className={classes.id}>{children}</span>
}
