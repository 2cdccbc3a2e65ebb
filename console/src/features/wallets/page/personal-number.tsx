import { type Wallet, wallets } from '@kobo/contract/wallets'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useMay } from '../../../api/use-may.ts'
import { ActionDialog } from '../../../record/action-dialog.tsx'
import { Code } from '../../../ui/code.tsx'
import { emptyValue } from '../../../ui/format-text.ts'
import { Masked } from '../../../people/masked.tsx'
import classes from './personal-number.module.css'
import { WalletSubject } from '../wallet-subject.tsx'

/** Time for which a revealed number is shown. */
const revealMs = 60_000

/** Masked BVN or NIN of a wallet; with a reason it is revealed for one minute and never stored. */
export function PersonalNumber({ wallet, field }: { wallet: Wallet; field: 'bvn' | 'nin' }) {
  const [isDialogOpen, setDialogOpen] = useState(false)
  const [revealed, setRevealed] = useState<string | null>(null)
  useEffect(() => {
    if (revealed === null) return
    const timer = setTimeout(() => setRevealed(null), revealMs)
    return () => clearTimeout(timer)
  }, [revealed])

  const may = useMay()
  const name = field.toUpperCase()
  if (!wallet[field]) return emptyValue
  return (
    <span className={classes.number}>
      {revealed === null ? <Masked value={wallet[field]} /> : <Code value={revealed} />}
      {(revealed !== null || may(wallets.reveal)) && (
        <Button
          variant="subtle"
          size="compact-xs"
          aria-label={revealed === null ? `Reveal ${name}` : `Hide ${name}`}
          onClick={() => (revealed === null ? setDialogOpen(true) : setRevealed(null))}
        >
          {revealed === null ? 'Reveal' : 'Hide'}
        </Button>
      )}
      {isDialogOpen && (
        <ActionDialog
          call={wallets.reveal}
          request={(reason) => ({ walletId: wallet.id, field, reason })}
          title={`Reveal ${name}`}
          subject={
            <WalletSubject
              prompt={`The ${name} of this wallet's holder is shown for a minute. Your name and reason are recorded in the audit log.`}
              wallet={wallet}
            />
          }
          action={{ text: 'Reveal', busyText: 'Revealing...' }}
          reason={wallets.reveal.body.shape.reason}
          onDone={({ value }) => setRevealed(value)}
          onClose={() => setDialogOpen(false)}
        />
      )}
    </span>
  )
}
