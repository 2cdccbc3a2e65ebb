import type { SearchHit } from '@kobo/contract/search'
import type { ComponentType } from 'react'
import { Naira } from '../../money/naira.tsx'
import { FrozenTag } from '../../status/frozen-tag.tsx'
import { StatusTag } from '../../status/status-tag.tsx'
import { listDateTime } from '../../ui/dates.tsx'
import classes from './command-palette.module.css'
import { kindOf, whyText } from './hits.ts'

interface HitRowProps {
  hit: SearchHit
  /** The record belongs to the other mode. */
  isOther: boolean
}

/** A search hit, with the values that matched. */
export function HitRow({ hit, isOther }: HitRowProps) {
  const { icon: Icon, statuses } = kindOf(hit)
  const reason = whyText(hit)
  return (
    <>
      <Icon size={18} stroke={1.5} />
      <span className={classes.body}>
        <span className={classes.title}>
          <span className={classes.name}>{hit.title}</span>
          {isOther && (
            <span className={classes.mode} data-mode={hit.mode}>
              {hit.mode === 'SANDBOX' ? 'Test mode' : 'Live'}
            </span>
          )}
        </span>
        <span className={classes.about}>
          <span className={classes.detail}>{hit.detail}</span>
          {reason && <span className={classes.why}>Matched on: {reason}</span>}
        </span>
      </span>
      <span className={classes.figures}>
        {hit.amount != null && (
          <span className={classes.amount}>
            <Naira amount={hit.amount} />
          </span>
        )}
        {hit.isFrozen && <FrozenTag />}
        {hit.status && <StatusTag of={hit.status} map={statuses} />}
        {hit.createdAt && <span className={classes.time}>{listDateTime(hit.createdAt)}</span>}
      </span>
    </>
  )
}

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
