import type { MerchantUpgrade } from '@kobo/contract/merchant-upgrades'
import { Button } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { ApproveUpgrade, DeclineUpgrade } from './upgrade-dialogs.tsx'

/** What can be done about an upgrade request that nobody has decided yet. */
export function UpgradeActions({ upgrade, refetch }: { upgrade: MerchantUpgrade; refetch: () => Promise<unknown> }) {
  const [asked, setAsked] = useState<'approve' | 'decline' | null>(null)
  const close = () => setAsked(null)
  return (
    <>
      <Button
        variant="default"
        c="var(--kobo-red)"
        leftSection={<IconX size={16} />}
        onClick={() => setAsked('decline')}
      >
        Decline
      </Button>
      <Button leftSection={<IconCheck size={16} />} onClick={() => setAsked('approve')}>
        Approve
      </Button>
      {asked === 'approve' && <ApproveUpgrade {...{ upgrade, refetch }} onClose={close} />}
      {asked === 'decline' && <DeclineUpgrade {...{ upgrade, refetch }} onClose={close} />}
    </>
  )
}

/** Whether the request still waits for a decision. */
export function isOpen({ status }: MerchantUpgrade): boolean {
  return status === 'PENDING' || status === 'IN-REVIEW'
}
