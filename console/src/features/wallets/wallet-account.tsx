import type { Wallet } from '@kobo/contract/wallets'
import type { ReactNode } from 'react'
import { empty } from '../../parts/empty.ts'
import { Naira } from '../../parts/naira.tsx'
import { Bar } from '../../ui/bar.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import classes from './wallet-account.module.css'

/** The wallet's account number and what is in it. */
export function WalletAccount({ wallet }: { wallet: Wallet | undefined }) {
  return (
    <section aria-label="Account and balance">
      <dl className={classes.panel}>
        <Part label="Account number" of={wallet}>
          {({ accountNumber }) => (
            <>
              <span className={classes.number}>{accountNumber || empty}</span>
              {accountNumber && (
                <CopyButton
                  value={accountNumber}
                  label="Copy account number"
                  toast="Account number copied successfully"
                />
              )}
            </>
          )}
        </Part>
        <Part label="Available balance" of={wallet}>
          {({ availableBalance }) => <Naira amount={availableBalance} />}
        </Part>
        <Part label="Book balance" of={wallet}>
          {({ bookedBalance }) => <Naira amount={bookedBalance} />}
        </Part>
      </dl>
    </section>
  )
}

interface PartProps {
  label: string
  of: Wallet | undefined
  children: (wallet: Wallet) => ReactNode
}

function Part({ label, of: wallet, children }: PartProps) {
  return (
    <div className={classes.part}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.figure}>{wallet ? children(wallet) : <Bar width="160px" height="18px" />}</dd>
    </div>
  )
}
