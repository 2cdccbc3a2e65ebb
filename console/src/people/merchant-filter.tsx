import { part } from '../ui/part.tsx'

const MerchantPicker = part(() => import('./merchant-picker.tsx'), 'MerchantPicker')

type Values = Readonly<Partial<Record<string, string>>>

interface MerchantFieldProps {
  values: Values
  onChange: (changed: Values) => void
}

/**
 * A list's filter by merchant, kept as `merchant` and sent as `merchantId`. The name goes along for the chip: an address
 * that holds the id alone shows the id. It looks up all merchants, or those alone whose KYC stands so.
 */
export function merchantFilter(verified?: 'ACCEPTED') {
  return {
    keys: ['merchant', 'merchantName'],
    label: 'Merchant',
    Field: ({ values, onChange }: MerchantFieldProps) => (
      <MerchantPicker
        {...(verified && { verified })}
        chosen={values.merchant ? { id: values.merchant, name: nameOf(values) } : null}
        onChoose={(merchant) => onChange({ merchant: merchant?.id ?? '', merchantName: merchant?.name ?? '' })}
      />
    ),
    read: ({ merchant, merchantName }: Values): Values => {
      if (!merchant) return {}
      return merchantName ? { merchant, merchantName } : { merchant }
    },
    sends: ({ merchant }: Values): (readonly ['merchantId', string])[] => (merchant ? [['merchantId', merchant]] : []),
    describe: (values: Values) => `Merchant: ${nameOf(values)}`,
    matches: (row: Readonly<Record<string, unknown>>, { merchant }: Values) => !merchant || row.merchantId === merchant,
  }
}

function nameOf({ merchant = '', merchantName }: Values): string {
  return merchantName || merchant
}
