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

/** Switch of one flag. Shows the pending value until server data newer than the change arrives. */
export function FlagSwitch({ merchant, flag, label, readAt }: FlagSwitchProps) {
  const configure = useApiMutation(contract.merchants.configure)
  const { shown, wish } = useOptimisticValue(merchant[flag], readAt)

  const change = (wanted: boolean) => {
    // One request at a time, since concurrent responses for the same flag could arrive out of order.
    if (configure.state === 'sending') return
    void wish(wanted, () => configure.send({ merchantId: merchant.id, [flag]: wanted }))
  }

  return <FlagRow label={label} on={shown} state={configure.state} onFlip={change} />
}
