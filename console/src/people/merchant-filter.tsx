import { contract } from '@kobo/contract'
import { useCall } from '../api/use-call.ts'
import { part } from '../ui/part.tsx'

const MerchantPicker = part(() => import('./merchant-picker.tsx'), 'MerchantPicker')

type Values = Readonly<Partial<Record<string, string>>>

interface MerchantFieldProps {
  values: Values
  onChange: (changed: Values) => void
}

/** A list's filter by merchant, kept as `merchant` and sent as `merchantId`; where an address holds the id alone, its name is asked for. */
export function merchantFilter() {
  return {
    keys: ['merchant', 'merchantName'],
    label: 'Merchant',
    Field: MerchantField,
    read: ({ merchant, merchantName }: Values): Values => {
      if (!merchant) return {}
      return merchantName ? { merchant, merchantName } : { merchant }
    },
    sends: ({ merchant }: Values): (readonly ['merchantId', string])[] => (merchant ? [['merchantId', merchant]] : []),
    useNamed,
    describe: (values: Values) => `Merchant: ${nameOf(values)}`,
    matches: (row: Readonly<Record<string, unknown>>, { merchant }: Values) => !merchant || row.merchantId === merchant,
  }
}

function MerchantField({ values, onChange }: MerchantFieldProps) {
  const named = useNamed(values)
  const { merchant: id } = named
  return (
    <MerchantPicker
      // It begins with the name, and so anew once that is there.
      key={id && named.merchantName}
      chosen={id ? { id, name: nameOf(named) } : null}
      onChoose={(merchant) => onChange({ merchant: merchant?.id ?? '', merchantName: merchant?.name ?? '' })}
    />
  )
}

/** The values with the merchant's name, once it is known. */
function useNamed(values: Values): Values {
  const { merchant, merchantName } = values
  const { data } = useCall(contract.merchants.info, merchant && !merchantName ? { merchantId: merchant } : null)
  return data && !merchantName ? { ...values, merchantName: data.merchant.businessName } : values
}

function nameOf({ merchant = '', merchantName }: Values): string {
  return merchantName || merchant
}
