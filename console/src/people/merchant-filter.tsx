import type { ReactNode } from 'react'
import { lazyComponent } from '../ui/lazy-component.tsx'
import type { MerchantValues } from './merchant-field.tsx'

const MerchantField = lazyComponent(() => import('./merchant-field.tsx'), 'MerchantField')
const NamedMerchant = lazyComponent(() => import('./merchant-field.tsx'), 'NamedMerchant')

/** Filter by merchant, stored as `merchant` and sent as `merchantId`. If the URL holds the ID only, the name is requested. */
export function merchantFilter() {
  return {
    keys: ['merchant', 'merchantName'],
    label: 'Merchant',
    onlyFilters: true as const,
    Field: MerchantField,
    read: ({ merchant, merchantName }: MerchantValues): MerchantValues => {
      if (!merchant) return {}
      return merchantName ? { merchant, merchantName } : { merchant }
    },
    sends: ({ merchant }: MerchantValues): (readonly ['merchantId', string])[] =>
      merchant ? [['merchantId', merchant]] : [],
    Named,
    describe: (values: MerchantValues) => `Merchant: ${nameOf(values)}`,
    matches: (row: Readonly<Record<string, unknown>>, { merchant }: MerchantValues) =>
      !merchant || row.merchantId === merchant,
  }
}

interface NamedProps {
  values: MerchantValues
  children: (named: MerchantValues) => ReactNode
}

function Named({ values, children }: NamedProps) {
  const isNamed = !values.merchant || Boolean(values.merchantName)
  return isNamed ? children(values) : <NamedMerchant values={values}>{children}</NamedMerchant>
}

function nameOf({ merchant = '', merchantName }: MerchantValues): string {
  return merchantName || merchant
}
