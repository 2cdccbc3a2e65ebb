import { contract } from '@kobo/contract'
import type { Merchant } from '@kobo/contract/merchants'
import { useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { useModeName } from '../../parts/mode-name.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FlagRow } from './flag-row.tsx'
import classes from './merchant-flags.module.css'

/** Lets a merchant issue cards. It asks first, because cards cannot be taken away again. */
export function CardSwitch({ merchant, refetch }: { merchant: Merchant; refetch: () => Promise<unknown> }) {
  const setUp = useWrite(contract.cards.setUp, { changes: [contract.merchants] })
  const [asked, setAsked] = useState(false)
  const modeName = useModeName()

  const enable = async () => {
    try {
      await setUp.send({ merchantId: merchant.id })
      setAsked(false)
    } catch {
      await refetch()
    }
  }

  return (
    <>
      <FlagRow label="Cards" on={setUp.state === 'sending'} state={setUp.state} onFlip={() => setAsked(true)} />
      {asked && (
        <ConfirmDialog
          title="Enable cards"
          action="Enable cards"
          busyText="Enabling..."
          state={setUp.state}
          onConfirm={enable}
          onClose={() => setAsked(false)}
        >
          <p className={classes.question}>
            <strong>{merchant.businessName}</strong> will be able to issue cards in {modeName}. This cannot be undone.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
