import { type Merchant, merchants } from '@kobo/contract/merchants'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useIsSupported } from '../../../api/config.ts'
import { ActionDialog } from '../../../record/action-dialog.tsx'
import { Subject } from '../../../record/subject.tsx'
import { DialogButton } from '../../../record/dialog-button.tsx'

const texts = {
  ACTIVE: {
    text: 'Activate',
    busyText: 'Activating...',
    title: 'Activate merchant',
    prompt: 'This merchant will be able to make payouts, pay bills and use its cards again, and will be settled.',
    color: 'var(--kobo-ink)',
    icon: IconPlayerPlay,
  },
  INACTIVE: {
    text: 'Deactivate',
    busyText: 'Deactivating...',
    title: 'Deactivate merchant',
    prompt:
      'New payouts, bill payments and card purchases of this merchant will be declined, and its settlements paused. Payments under way run to completion, and money from customers still arrives.',
    color: 'var(--kobo-red)',
    icon: IconPlayerPause,
  },
}

const { changeStatus } = merchants

/** Sets a merchant active or inactive, with a reason. Only one with an accepted KYC can be active. */
export function MerchantSwitch({ merchant }: { merchant: Merchant }) {
  const isSupported = useIsSupported(changeStatus)
  if (!isSupported) return null
  return (['ACTIVE', 'INACTIVE'] as const).map((status) => {
    const { text, busyText, title, prompt, color, icon } = texts[status]
    const isKnown = merchant.status === 'ACTIVE' || merchant.status === 'INACTIVE'
    return (
      <DialogButton
        call={changeStatus}
        key={status}
        variant="default"
        c={color}
        icon={icon}
        isOffered={isKnown && merchant.status !== status && merchant.verified === 'ACCEPTED'}
        renderDialog={(onClose) => (
          <ActionDialog
            call={changeStatus}
            request={(reason) => ({ merchantId: merchant.id, status, reason })}
            title={title}
            subject={<Subject prompt={prompt} name={merchant.businessName} />}
            action={{ text, busyText, ...(status === 'INACTIVE' && { tone: 'decline' }) }}
            reason={changeStatus.body.shape.reason}
            blocker={merchant.status === status ? `This merchant is already ${status.toLowerCase()}` : null}
            onClose={onClose}
          />
        )}
      >
        {text}
      </DialogButton>
    )
  })
}
