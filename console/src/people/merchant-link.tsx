import { paths } from '../paths.ts'
import { AccentLink } from '../ui/accent-link.tsx'
import { orEmpty } from '../ui/format-text.ts'

interface MerchantLinkProps {
  merchant: { id?: string | null | undefined; businessName?: string | null | undefined } | null | undefined
}

/** Name of a merchant, linked to its page if the ID is known. */
export function MerchantLink({ merchant }: MerchantLinkProps) {
  if (!merchant?.id) return orEmpty(merchant?.businessName)
  return <AccentLink to={paths.merchant(merchant.id)}>{merchant.businessName ?? merchant.id}</AccentLink>
}
