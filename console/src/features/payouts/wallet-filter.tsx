import type { Filter, FilterValues } from '../../list/filter.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'

const WalletPicker = lazyComponent(() => import('./wallet-picker.tsx'), 'WalletPicker')

/**
 * Filter by the paying wallet, stored as `wallet` and sent as `walletId`. The search params include the name for the chip;
 * without it the chip shows the id.
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
