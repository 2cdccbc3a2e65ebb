import { cards } from '@kobo/contract/cards'
import type { Call } from '@kobo/contract/kit/call'
import { type Merchant, type MerchantFlag, merchants } from '@kobo/contract/merchants'
import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../../../../api/use-may.ts'
import { useApiMutation } from '../../../../api/use-api-mutation.ts'
import { ActionDialog } from '../../../../record/action-dialog.tsx'
import { useRecord } from '../../../../record/define-record.ts'
import { useModeName } from '../../../../record/subject.tsx'
import { useOptimisticValue } from '../../../../record/use-optimistic-value.ts'
import { SkeletonBar } from '../../../../ui/skeleton-bar.tsx'
import { Section } from '../../../../ui/section.tsx'
import { merchantRecord } from '../../merchant-record.ts'
import classes from './merchant-flags.module.css'

/** Flags of a merchant, each sent as soon as it is toggled. */
export function MerchantFlags() {
  const { record: merchant, readAt } = useRecord(merchantRecord)
  return (
    <Section title="Merchant flags">
      <div className={classes.flags}>
        {flags.map(([flag, label]) =>
          merchant ? (
            <FlagSwitch key={flag} {...{ merchant, flag, label, readAt }} />
          ) : (
            <div key={flag} className={classes.flag}>
              {label}
              <SkeletonBar width="32px" height="18px" />
            </div>
          ),
        )}
        {merchant?.isCardEnabled === false && <CardSwitch merchant={merchant} />}
      </div>
    </Section>
  )
}

const flags: readonly (readonly [MerchantFlag, string])[] = [
  ['isRefundEnabled', 'Refunds'],
  ['autoInstantSettlement', 'Automatic instant settlement'],
  ['autoSettlement', 'Automatic settlement'],
  ['isConsentFormApproved', 'Consent form approved'],
  ['isAgencyNetworkConsentFormApproved', 'Agency network consent form approved'],
  ['enableSameBVNOrPhoneNumberForWalletCreation', 'Same BVN or phone number for wallets'],
]

interface FlagSwitchProps {
  merchant: Merchant
  flag: MerchantFlag
  label: string
  readAt: number
}

/** Switch of one flag. Shows the pending value until server data newer than the change arrives. */
function FlagSwitch({ merchant, flag, label, readAt }: FlagSwitchProps) {
  const configure = useApiMutation(merchants.configure)
  const { shown, wish } = useOptimisticValue(merchant[flag], readAt)

  const change = (value: boolean) => {
    // One request at a time, since concurrent responses for the same flag could arrive out of order.
    if (configure.state === 'sending') return
    void wish(value, () => configure.send({ merchantId: merchant.id, [flag]: value }))
  }

  return <FlagRow call={merchants.configure} label={label} on={shown} state={configure.state} onToggle={change} />
}

/** Enables card issuing for a merchant after a confirmation, since it cannot be disabled again. */
function CardSwitch({ merchant }: { merchant: Merchant }) {
  const [isConfirming, setConfirming] = useState(false)
  const modeName = useModeName()
  return (
    <>
      <FlagRow call={cards.setUp} label="Cards" on={false} state="idle" onToggle={() => setConfirming(true)} />
      {isConfirming && (
        <ActionDialog
          call={cards.setUp}
          request={() => ({ merchantId: merchant.id })}
          title="Enable cards"
          subject={
            <p className={classes.question}>
              <strong>{merchant.businessName}</strong> will be able to issue cards in {modeName}. This cannot be undone.
            </p>
          }
          action={{ text: 'Enable cards', busyText: 'Enabling...' }}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  )
}

interface FlagRowProps {
  call: Call
  label: string
  on: boolean
  state: 'idle' | 'sending'
  onToggle: (on: boolean) => void
}

/** Label with its switch; the whole row toggles it. It keeps the focus while the change is sent. A reader sees its state. */
function FlagRow({ call, label, on, state, onToggle }: FlagRowProps) {
  const may = useMay()
  if (!may(call)) {
    return (
      <div className={classes.flag}>
        {label} <span>{on ? 'On' : 'Off'}</span>
      </div>
    )
  }
  return (
    <div className={classes.flag} aria-busy={state === 'sending'}>
      <Switch
        label={label}
        labelPosition="left"
        withThumbIndicator={false}
        classNames={{
          root: classes.switch,
          body: classes.body,
          track: classes.track,
          labelWrapper: classes.words,
          label: classes.label,
        }}
        checked={on}
        onChange={(event) => onToggle(event.currentTarget.checked)}
      />
    </div>
  )
}
