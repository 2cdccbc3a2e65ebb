import { contract } from '@kobo/contract'
import type { Wallet } from '@kobo/contract/wallets'
import { Button } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { WalletSubject } from './wallet-subject.tsx'

const words = {
  enable: {
    action: 'Enable',
    busyText: 'Enabling...',
    title: 'Enable wallet',
    prompt: 'Are you sure you want to enable this wallet? It can then pay again.',
    color: 'var(--kobo-ink)',
    icon: <IconPlayerPlay size={16} />,
  },
  disable: {
    action: 'Disable',
    busyText: 'Disabling...',
    title: 'Disable wallet',
    prompt: 'Are you sure you want to disable this wallet? It refuses every debit until it is enabled.',
    color: 'var(--kobo-red)',
    icon: <IconPlayerPause size={16} />,
  },
}

/** Stops a wallet, or lets it pay again, after a question. */
export function WalletSwitch({ wallet, refetch }: { wallet: Wallet; refetch: () => Promise<unknown> }) {
  const [asked, setAsked] = useState<keyof typeof words | null>(null)
  const write = {
    enable: useWrite(contract.wallets.enable, { changes: [contract.wallets] }),
    disable: useWrite(contract.wallets.disable, { changes: [contract.wallets] }),
  }
  const offered = wallet.status === 'ACTIVE' ? 'disable' : 'enable'

  const confirm = async (what: keyof typeof words) => {
    try {
      await write[what].send({ walletId: wallet.id })
    } catch {
      // Somebody else may have done it: show what is true now.
      void refetch()
    }
    setAsked(null)
  }
  return (
    <>
      <Button
        variant="default"
        c={words[offered].color}
        leftSection={words[offered].icon}
        onClick={() => setAsked(offered)}
      >
        {words[offered].action}
      </Button>
      {asked && (
        <ConfirmDialog
          title={words[asked].title}
          action={words[asked].action}
          busyText={words[asked].busyText}
          state={write[asked].state}
          onConfirm={() => void confirm(asked)}
          onClose={() => setAsked(null)}
        >
          <WalletSubject prompt={words[asked].prompt} wallet={wallet} />
        </ConfirmDialog>
      )}
    </>
  )
}
