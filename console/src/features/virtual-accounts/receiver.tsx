import type { VirtualAccountInfo } from '@kobo/contract/virtual-accounts'
import { paths } from '../../paths.ts'
import { AccentLink } from '../../ui/accent-link.tsx'

/** Account that is credited: the merchant's own or a customer's wallet. */
export function Receiver({
  account: { wallet, merchant },
}: {
  account: Pick<VirtualAccountInfo, 'wallet' | 'merchant'>
}) {
  if (!wallet) return `${merchant?.businessName ?? 'The merchant'}, own account`
  return <AccentLink to={paths.wallet(wallet.id)}>{wallet.accountName ?? wallet.id}</AccentLink>
}
