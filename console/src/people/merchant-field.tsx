import { merchants } from '@kobo/contract/merchants'
import type { ReactNode } from 'react'
import { useApiQuery } from '../api/use-api-query.ts'
import { MerchantPicker } from './merchant-picker.tsx'

/** The merchant's id, and its name where that is known. */
export type MerchantValues = Readonly<Partial<Record<string, string>>>

interface MerchantFieldProps {
  values: MerchantValues
  onChange: (changed: MerchantValues) => void
}

/** Chooses the merchant of a filter. */
export function MerchantField({ values, onChange }: MerchantFieldProps) {
  const named = useNamed(values)
  const { merchant: id } = named
  return (
    <MerchantPicker
      // It begins with the name, and so anew once that is there.
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

/** Shows a filter's values with the merchant's name, once it is known. */
export function NamedMerchant({ values, children }: NamedMerchantProps) {
  return children(useNamed(values))
}

function useNamed(values: MerchantValues): MerchantValues {
  const { merchant, merchantName } = values
  const { data } = useApiQuery(merchants.info, merchant && !merchantName ? { merchantId: merchant } : null)
  return data && !merchantName ? { ...values, merchantName: data.merchant.businessName } : values
}
