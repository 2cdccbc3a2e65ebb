import { cards } from '@kobo/contract/cards'
import type { Call } from '@kobo/contract/kit/call'
import { type Merchant, type MerchantFlag, merchants } from '@kobo/contract/merchants'
import { Switch } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useIsSupported, useSupportedKeys } from '../../../../api/config.ts'
import { useMay } from '../../../../api/use-may.ts'
import { useApiMutation } from '../../../../api/use-api-mutation.ts'
import { ActionDialog } from '../../../../record/action-dialog.tsx'
import { useRecord } from '../../../../record/define-record.ts'
import { ReasonDialog } from '../../../../record/reason-dialog.tsx'
import { Subject, useModeName } from '../../../../record/subject.tsx'
import { useFocusAfterRemoval } from '../../../../record/use-focus-after-removal.ts'
import { useOptimisticValue } from '../../../../record/use-optimistic-value.ts'
import { SkeletonBar } from '../../../../ui/skeleton-bar.tsx'
import { Section } from '../../../../ui/section.tsx'
import { merchantRecord } from '../../merchant-record.ts'
import { FlagChange } from './flag-change.tsx'
import classes from './merchant-flags.module.css'

/** Flags of a merchant, each sent as soon as it is toggled. */
export function MerchantFlags() {
  const { record: merchant, readAt } = useRecord(merchantRecord)
  const hasChanges = useIsSupported(merchants.configurationChanges)
  return (
    <Section title="Merchant flags">
      <div className={classes.flags}>
        {flags.map((flag) =>
          merchant ? (
            <FlagSwitch key={flag.name} {...{ merchant, flag, readAt }} />
          ) : (
            <div key={flag.name} className={classes.flag}>
              <div className={classes.state}>
                {flag.label}
                <SkeletonBar width="32px" height="18px" />
              </div>
              {hasChanges && <span className={classes.change} />}
            </div>
          ),
        )}
        {merchant && <CardSwitch merchant={merchant} />}
      </div>
    </Section>
  )
}

interface Flag {
  name: MerchantFlag
  label: string
  /** Whether money moves by it, so that a change needs a reason. */
  movesMoney?: true
}

const flags: readonly Flag[] = [
  { name: 'isRefundEnabled', label: 'Refunds', movesMoney: true },
  { name: 'autoInstantSettlement', label: 'Automatic instant settlement', movesMoney: true },
  { name: 'autoSettlement', label: 'Automatic settlement', movesMoney: true },
  { name: 'isConsentFormApproved', label: 'Consent form approved' },
  { name: 'isAgencyNetworkConsentFormApproved', label: 'Agency network consent form approved' },
  { name: 'enableSameBVNOrPhoneNumberForWalletCreation', label: 'Same BVN or phone number for wallets' },
]

/** Schema of a reason that the dialogs require; the calls accept a change without one. */
const requiredReason = merchants.changeStatus.body.shape.reason

interface FlagSwitchProps {
  merchant: Merchant
  flag: Flag
  readAt: number
}

/** Switch of one flag. Shows the pending value until server data newer than the change arrives. */
function FlagSwitch({ merchant, flag: { name, label, movesMoney }, readAt }: FlagSwitchProps) {
  const configure = useApiMutation(merchants.configure)
  const isReasonSupported = useSupportedKeys(merchants.configure)('reason')
  const { shown, wish } = useOptimisticValue(merchant[name], readAt)
  // Value that the open dialog sets, since a colleague may change the flag meanwhile.
  const [asked, setAsked] = useState<boolean | null>(null)

  const change = (value: boolean, reason?: string) =>
    void wish(value, () => configure.send({ merchantId: merchant.id, [name]: value, ...(reason && { reason }) }))
  const toggle = () => {
    // One request at a time, since concurrent responses for the same flag could arrive out of order.
    if (configure.state === 'sending') return
    if (movesMoney && isReasonSupported) setAsked(!shown)
    else change(!shown)
  }
  const action = asked ? 'Switch on' : 'Switch off'

  return (
    <>
      <FlagRow
        call={merchants.configure}
        label={label}
        on={shown}
        state={configure.state}
        onToggle={toggle}
        details={<FlagChange merchantId={merchant.id} flag={name} />}
      />
      {asked !== null && (
        <ReasonDialog
          title={`${action}: ${label}`}
          subject={
            <Subject
              prompt="Why is this changed? Your name and reason are recorded in the audit log."
              name={merchant.businessName}
            />
          }
          action={action}
          rule={requiredReason}
          blocker={asked === shown ? `This flag is now ${shown ? 'on' : 'off'}` : null}
          onConfirm={(reason) => change(asked, reason)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

/** Enables card issuing for a merchant after a confirmation with a reason. It cannot be disabled again, so the switch is gone then. */
function CardSwitch({ merchant }: { merchant: Merchant }) {
  const [isConfirming, setConfirming] = useState(false)
  const isOffered = !merchant.isCardEnabled
  const isReasonSupported = useSupportedKeys(cards.setUp)('reason')
  const modeName = useModeName()
  useFocusAfterRemoval(isConfirming, isOffered)
  return (
    <>
      {isOffered && (
        <FlagRow
          call={cards.setUp}
          label="Cards"
          on={false}
          state="idle"
          onToggle={() => setConfirming(true)}
          details={<FlagChange merchantId={merchant.id} flag="isCardEnabled" />}
        />
      )}
      {isConfirming && (
        <ActionDialog
          call={cards.setUp}
          request={(reason) => ({ merchantId: merchant.id, ...(reason && { reason }) })}
          title="Enable cards"
          subject={
            <p className={classes.question}>
              <strong>{merchant.businessName}</strong> will be able to issue cards in {modeName}. This cannot be undone.
            </p>
          }
          action={{ text: 'Enable cards', busyText: 'Enabling...' }}
          {...(isReasonSupported && { reason: requiredReason })}
          blocker={isOffered ? null : 'Cards are already enabled'}
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
  onToggle: () => void
  /** Line below the label. */
  details: ReactNode
}

/** Label with its switch, which keeps the focus while the change is sent. Operators without the right see its state. */
function FlagRow({ call, label, on, state, onToggle, details }: FlagRowProps) {
  const may = useMay()
  return (
    <div className={classes.flag} aria-busy={state === 'sending'}>
      {may(call) ? (
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
          onChange={onToggle}
        />
      ) : (
        <div className={classes.state}>
          {label} <span>{on ? 'On' : 'Off'}</span>
        </div>
      )}
      {details}
    </div>
  )
}
