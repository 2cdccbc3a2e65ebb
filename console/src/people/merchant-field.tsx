import { merchants } from '@kobo/contract/merchants'
import type { ReactNode } from 'react'
import { useApiQuery } from '../api/use-api-query.ts'
import { MerchantPicker } from './merchant-picker.tsx'

/** ID of the merchant, and its name if known. */
export type MerchantValues = Readonly<Partial<Record<string, string>>>

interface MerchantFieldProps {
  values: MerchantValues
  onChange: (changed: MerchantValues) => void
}

/** Merchant field of a filter. */
export function MerchantField({ values, onChange }: MerchantFieldProps) {
  const named = useNamed(values)
  const { merchant: id } = named
  return (
    <MerchantPicker
      // Remounts once the name has loaded, because the picker reads it only initially.
      key={id && named.merchantName}
      chosen={id ? { id, name: named.merchantName || id } : null}
      onChoose={(merchant) => onChange({ merchant: merchant?.id ?? '', merchantName: merchant?.name ?? '' })}
    />
  )
}

interface NamedMerchantProps {
  values: MerchantValues
  children: (named: MerchantValues) => ReactNode
}

/** Renders a filter's values with the merchant's name once it has loaded. */
export function NamedMerchant({ values, children }: NamedMerchantProps) {
  return children(useNamed(values))
}

function useNamed(values: MerchantValues): MerchantValues {
  const { merchant, merchantName } = values
  const { data } = useApiQuery(merchants.info, merchant && !merchantName ? { merchantId: merchant } : null)
  return data && !merchantName ? { ...values, merchantName: data.merchant.businessName } : values
}
