import { type Wallet, wallets } from '@kobo/contract/wallets'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { ActionDialog } from '../../../record/action-dialog.tsx'
import { DialogButton } from '../../../record/dialog-button.tsx'
import { WalletSubject } from '../wallet-subject.tsx'

const texts = {
  enable: {
    text: 'Enable',
    busyText: 'Enabling...',
    title: 'Enable wallet',
    prompt: 'Are you sure you want to enable this wallet? It will be able to pay again.',
    color: 'var(--kobo-ink)',
    icon: IconPlayerPlay,
  },
  disable: {
    text: 'Disable',
    busyText: 'Disabling...',
    title: 'Disable wallet',
    prompt: 'Are you sure you want to disable this wallet? Every debit will be declined until it is enabled.',
    color: 'var(--kobo-red)',
    icon: IconPlayerPause,
  },
}

/** Enables or disables a wallet after a confirmation. */
export function WalletSwitch({ wallet }: { wallet: Wallet }) {
  return (['enable', 'disable'] as const).map((action) => {
    const { text, busyText, title, prompt, color, icon } = texts[action]
    const isOffered = (wallet.status === 'ACTIVE') === (action === 'disable')
    return (
      <DialogButton
        call={wallets[action]}
        key={action}
        variant="default"
        c={color}
        icon={icon}
        isOffered={isOffered}
        renderDialog={(onClose) => (
          <ActionDialog
            call={wallets[action]}
            request={() => ({ walletId: wallet.id })}
            title={title}
            subject={<WalletSubject prompt={prompt} wallet={wallet} />}
            action={{ text, busyText }}
            blocker={isOffered ? null : `This wallet is already ${action}d`}
            onClose={onClose}
          />
        )}
      >
        {text}
      </DialogButton>
    )
  })
}
