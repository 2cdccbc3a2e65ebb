import { contract } from '@kobo/contract'
import type { Merchant, MerchantFlag } from '@kobo/contract/merchants'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { useOptimisticValue } from '../../../record/use-optimistic-value.ts'
import { FlagRow } from './flag-row.tsx'

interface FlagSwitchProps {
  merchant: Merchant
  flag: MerchantFlag
  label: string
  readAt: number
}

/** One flag. It shows the wish at once and the server's word as soon as that is newer than the wish. */
export function FlagSwitch({ merchant, flag, label, readAt }: FlagSwitchProps) {
  const configure = useApiMutation(contract.merchants.configure)
  const { shown, wish } = useOptimisticValue(merchant[flag], readAt)

  const change = (wanted: boolean) => {
    // One at a time: two answers on their way for the same flag could arrive in the wrong order.
    if (configure.state === 'sending') return
    void wish(wanted, () => configure.send({ merchantId: merchant.id, [flag]: wanted }))
  }

  return <FlagRow label={label} on={shown} state={configure.state} onFlip={change} />
}
