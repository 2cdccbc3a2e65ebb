import { contract } from '@kobo/contract'
import type { Merchant } from '@kobo/contract/merchants'
import { useState } from 'react'
import { ActionDialog } from '../../../record/action-dialog.tsx'
import { useModeName } from '../../../record/mode-name.ts'
import { FlagRow } from './flag-row.tsx'
import classes from './merchant-flags.module.css'

/** Enables card issuing for a merchant after a confirmation, since it cannot be disabled again. */
export function CardSwitch({ merchant }: { merchant: Merchant }) {
  const [asked, setAsked] = useState(false)
  const modeName = useModeName()
  return (
    <>
      <FlagRow label="Cards" on={false} state="idle" onFlip={() => setAsked(true)} />
      {asked && (
        <ActionDialog
          call={contract.cards.setUp}
          request={() => ({ merchantId: merchant.id })}
          title="Enable cards"
          subject={
            <p className={classes.question}>
              <strong>{merchant.businessName}</strong> will be able to issue cards in {modeName}. This cannot be undone.
            </p>
          }
          action={{ text: 'Enable cards', busyText: 'Enabling...' }}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}
