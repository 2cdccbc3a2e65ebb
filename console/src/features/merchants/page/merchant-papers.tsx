import { contract } from '@kobo/contract'
import type { ReactNode } from 'react'
import { useCall } from '../../../api/use-call.ts'
import { Beside } from '../../../documents/beside.ts'
import { useRecord } from '../../../record/define-record.ts'
import { merchantRecord } from '../merchant-record.ts'

/** All papers of a merchant can be looked through one after the other, wherever one of them is opened. */
export function MerchantPapers({ merchantId, children }: { merchantId: string; children: ReactNode }) {
  const { record: merchant } = useRecord(merchantRecord)
  const { data } = useCall(contract.merchants.directors, { merchantId })
  const papers = [
    merchant?.ownerDetails?.identityDocument,
    ...(merchant?.cacDocuments ?? []),
    merchant?.consentForm,
    ...(data?.directors ?? []).map(({ identity }) => identity),
  ]
  return <Beside value={papers.filter((address) => address !== null && address !== undefined)}>{children}</Beside>
}
