import { VisuallyHidden } from '@mantine/core'
import { IconWallet } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { FetchFailed } from '../../../record/fetch-failed.tsx'
import { useModeName } from '../../../record/mode-name.ts'
import { paths } from '../../../paths.ts'
import { StateView } from '../../../ui/state-view.tsx'

/** Says that no such wallet is there; it may well be one of the other mode. */
export function WalletMissing() {
  const modeName = useModeName()
  const navigate = useNavigate()
  return (
    <>
      <VisuallyHidden component="h1">Wallet</VisuallyHidden>
      <StateView
        icon={<IconWallet size={22} />}
        text={`This wallet does not exist in ${modeName}`}
        action={{ text: 'Back to wallets', onClick: () => void navigate({ to: paths.wallets() }) }}
      />
    </>
  )
}

/** Stands for the whole page when the wallet could not be fetched. */
export function WalletFailed({ again }: { again: () => void }) {
  return (
    <>
      <VisuallyHidden component="h1">Wallet</VisuallyHidden>
      <FetchFailed again={again} />
    </>
  )
}
