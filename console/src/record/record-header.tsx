import { type CSSProperties, type ReactNode, useRef } from 'react'
import type { RecordReference } from '@kobo/contract/kit/record-kinds'
import { Breadcrumb, type BreadcrumbProps } from './breadcrumb.tsx'
import { RecordButtons } from './record-buttons.tsx'
import classes from './record-header.module.css'
import { StaleInHeader } from './stale.tsx'
import { TabLinks } from './tab-links.tsx'
import { useStickyHeader } from './use-sticky-header.ts'
import { WorkBar } from './work/work-bar.tsx'
import type { TabsOfRecord } from './use-record-tabs.ts'

interface RecordHeaderProps extends BreadcrumbProps {
  /** Icon or image before the title. */
  mark?: ReactNode
  title: ReactNode
  /** Status tags beside the title. */
  tags?: ReactNode
  /** Details below the title. */
  facts?: ReactNode
  children?: ReactNode
  actions?: ReactNode
  /** Record whose notes and history can be opened, and whose open work is shown. */
  history?: Pick<RecordReference, 'type' | 'id'> | undefined
  tabs?: TabsOfRecord
}

/** Header of a record page: breadcrumb, title, status and actions. It collapses to a sticky bar once scrolled out of view. */
export function RecordHeader(props: RecordHeaderProps) {
  const { above, here, isReference, mark, title, tags, facts, children, actions, history, tabs } = props
  const header = useRef<HTMLElement>(null)
  const height = useStickyHeader(header)
  // Reserves the height of the full header, so that the content below does not move.
  const room: CSSProperties & { '--room'?: string } = height === null ? {} : { '--room': `${height}px` }
  return (
    <header ref={header} className={classes.header} data-bar={height !== null || undefined} style={room}>
      <div className={classes.layout} data-tabs={tabs !== undefined || undefined}>
        <Breadcrumb {...{ above, here, isReference }} />
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
        {(actions || history) && (
          <div className={classes.actions}>
            {actions}
            {history && (
              <div className={classes.records}>
                <RecordButtons of={history} size="sm" />
              </div>
            )}
          </div>
        )}
        <div className={classes.stale}>
          <StaleInHeader />
        </div>
      </div>
      {history && <WorkBar of={history} place="page" />}
    </header>
  )
}
