import { contract } from '@kobo/contract'
import type { Wallet } from '@kobo/contract/wallets'
import { Button } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { ActionDialog } from '../../../record/action-dialog.tsx'
import { WalletSubject } from '../wallet-subject.tsx'

const words = {
  enable: {
    text: 'Enable',
    busyText: 'Enabling...',
    title: 'Enable wallet',
    prompt: 'Are you sure you want to enable this wallet? It will be able to pay again.',
    color: 'var(--kobo-ink)',
    icon: <IconPlayerPlay size={16} />,
  },
  disable: {
    text: 'Disable',
    busyText: 'Disabling...',
    title: 'Disable wallet',
    prompt: 'Are you sure you want to disable this wallet? Every debit will be declined until it is enabled.',
    color: 'var(--kobo-red)',
    icon: <IconPlayerPause size={16} />,
  },
}

/** Enables or disables a wallet after a confirmation. */
export function WalletSwitch({ wallet }: { wallet: Wallet }) {
  const [asked, setAsked] = useState<keyof typeof words | null>(null)
  const offered = wallet.status === 'ACTIVE' ? 'disable' : 'enable'
  return (
    <>
      <Button
        variant="default"
        c={words[offered].color}
        leftSection={words[offered].icon}
        onClick={() => setAsked(offered)}
      >
        {words[offered].text}
      </Button>
      {asked && (
        <ActionDialog
          call={contract.wallets[asked]}
          request={() => ({ walletId: wallet.id })}
          title={words[asked].title}
          subject={<WalletSubject prompt={words[asked].prompt} wallet={wallet} />}
          action={words[asked]}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
