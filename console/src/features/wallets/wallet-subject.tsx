import type { Wallet } from '@kobo/contract/wallets'
import { Code } from '../../ui/code.tsx'
import { Subject } from '../../record/subject.tsx'

/** Question of a dialog, naming the wallet and the mode. */
export function WalletSubject({ prompt, wallet }: { prompt: string; wallet: Wallet }) {
  return (
    <Subject prompt={prompt} name={wallet.accountName}>
      {wallet.accountNumber && <Code value={wallet.accountNumber} />}
    </Subject>
  )
}
