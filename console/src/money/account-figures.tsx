import type { ReactNode } from 'react'
import { SkeletonBar } from '../ui/skeleton-bar.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import classes from './account-figures.module.css'
import { emptyValue } from '../ui/format-text.ts'
import { Naira } from './naira.tsx'

interface AccountFiguresProps {
  /** Shows a skeleton for each figure. */
  loading: boolean
  accountNumber: string | null | undefined
  accountNote?: ReactNode
  /** In naira; undefined without an account. */
  available: number | undefined
  booked: number | undefined
  bookedNote?: ReactNode
}

/** Number and balances of an account, at the top of a page. */
export function AccountFigures(props: AccountFiguresProps) {
  const { loading, accountNumber, accountNote, available, booked, bookedNote } = props
  const amount = (naira: number | undefined) => (naira === undefined ? emptyValue : <Naira amount={naira} />)
  return (
    <section aria-label="Account and balance">
      <dl className={classes.panel}>
        <Part label="Account number" note={accountNote} loading={loading}>
          <span className={classes.number}>{accountNumber || emptyValue}</span>
          {accountNumber && (
            <CopyButton value={accountNumber} label="Copy account number" toast="Account number copied successfully" />
          )}
        </Part>
        <Part label="Available balance" loading={loading}>
          {amount(available)}
        </Part>
        <Part label="Book balance" note={bookedNote} loading={loading}>
          {amount(booked)}
        </Part>
      </dl>
    </section>
  )
}

interface PartProps {
  label: string
  note?: ReactNode
  loading: boolean
  children: ReactNode
}

function Part({ label, note, loading, children }: PartProps) {
  return (
    <div className={classes.part}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.figure}>{loading ? <SkeletonBar width="160px" height="18px" /> : children}</dd>
      {note && <dd className={classes.note}>{note}</dd>}
    </div>
  )
}
