import { type Wallet, wallets } from '@kobo/contract/wallets'
import { Button } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { ActionDialog } from '../../../record/action-dialog.tsx'
import { WalletSubject } from '../wallet-subject.tsx'

const texts = {
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
  const [action, setAction] = useState<keyof typeof texts | null>(null)
  const offered = wallet.status === 'ACTIVE' ? 'disable' : 'enable'
  return (
    <>
      <Button
        variant="default"
        c={texts[offered].color}
        leftSection={texts[offered].icon}
        onClick={() => setAction(offered)}
      >
        {texts[offered].text}
      </Button>
      {action && (
        <ActionDialog
          call={wallets[action]}
          request={() => ({ walletId: wallet.id })}
          title={texts[action].title}
          subject={<WalletSubject prompt={texts[action].prompt} wallet={wallet} />}
          action={texts[action]}
          onClose={() => setAction(null)}
        />
      )}
    </>
  )
}
