import type { Filter, FilterValues } from '../../list/filter.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'

const WalletPicker = lazyComponent(() => import('./wallet-picker.tsx'), 'WalletPicker')

/**
 * The filter by the wallet that pays, kept as `wallet` and sent as `walletId`. The name goes along for the chip: an
 * address that holds the id alone shows the id.
 */
export const walletFilter: Filter<'walletId'> = {
  keys: ['wallet', 'walletName'],
  label: 'Wallet',
  Field: ({ values, onChange }) => (
    <WalletPicker
      merchantId={values.merchant}
      chosen={values.wallet ? { id: values.wallet, name: nameOf(values) } : null}
      onChoose={(wallet) => onChange({ wallet: wallet?.id ?? '', walletName: wallet?.name ?? '' })}
    />
  ),
  read: ({ wallet, walletName }): FilterValues => {
    if (!wallet) return {}
    return walletName ? { wallet, walletName } : { wallet }
  },
  sends: ({ wallet }) => (wallet ? [['walletId', wallet]] : []),
  describe: (values) => `Wallet: ${nameOf(values)}`,
  matches: (row, { wallet }) => !wallet || row.walletId === wallet,
}

function nameOf({ wallet = '', walletName }: FilterValues): string {
  return walletName || wallet
}
