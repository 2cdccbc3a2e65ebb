import type { Merchant } from '@kobo/contract/merchants'
import type { ReactNode } from 'react'
import { empty } from '../../parts/empty.ts'
import { Naira } from '../../parts/naira.tsx'
import { Bar } from '../../ui/bar.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import classes from './merchant-account.module.css'

/** The merchant's own account and what is in it; an inactive merchant has none to show. */
export function MerchantAccount({ merchant }: { merchant: Merchant | undefined }) {
  if (merchant?.status === 'INACTIVE') return null
  const wallet = merchant?.wallet
  const onHold = wallet ? Math.round((wallet.bookedBalance - wallet.availableBalance) * 100) / 100 : 0
  return (
    <section className={classes.panel} aria-label="Account and balance">
      <Part label="Account number" note={wallet && [wallet.accountName, wallet.bankName].filter(Boolean).join(', ')}>
        <Figure of={merchant}>
          <span className={classes.number}>{wallet?.accountNumber || empty}</span>
          {wallet?.accountNumber && (
            <CopyButton
              value={wallet.accountNumber}
              label="Copy account number"
              toast="Account number copied successfully"
            />
          )}
        </Figure>
      </Part>
      <Part label="Available balance">
        <Figure of={merchant}>{wallet ? <Naira amount={wallet.availableBalance} /> : empty}</Figure>
      </Part>
      <Part
        label="Booked balance"
        note={
          onHold > 0 && (
            <>
              <Naira amount={onHold} /> on hold
            </>
          )
        }
      >
        <Figure of={merchant}>{wallet ? <Naira amount={wallet.bookedBalance} /> : empty}</Figure>
      </Part>
    </section>
  )
}

function Part({ label, note, children }: { label: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.part}>
      <div className={classes.label}>{label}</div>
      {children}
      {note && <div className={classes.note}>{note}</div>}
    </div>
  )
}

function Figure({ of: merchant, children }: { of: Merchant | undefined; children: ReactNode }) {
  return <div className={classes.figure}>{merchant ? children : <Bar width="160px" height="18px" />}</div>
}
