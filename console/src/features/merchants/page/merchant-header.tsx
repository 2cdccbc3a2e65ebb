import type { Merchant, MerchantRow } from '@kobo/contract/merchants'
import { listDateTime } from '../../../ui/dates.tsx'
import { RecordHeader, RecordId, RecordTitle } from '../../../record/record-header.tsx'
import { StatusTag } from '../../../status/status-tag.tsx'
import { merchantKyc } from '../../../status/statuses.ts'
import { paths } from '../../../paths.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { KycActions } from './kyc-actions.tsx'
import { KycHistory } from './kyc-history.tsx'
import { MerchantLogo } from './merchant-logo.tsx'

interface MerchantHeaderProps {
  merchantId: string
  merchant: Merchant | undefined
  /** What the list already told, to show until the merchant itself has come. */
  known: MerchantRow | undefined
}

/** Who the merchant is, where its KYC stands and what can be done about it. */
export function MerchantHeader({ merchantId, merchant, known }: MerchantHeaderProps) {
  const name = merchant?.businessName ?? known?.businessName
  const verified = merchant?.verified ?? known?.verified
  const createdAt = merchant?.createdAt ?? known?.createdAt
  return (
    <RecordHeader
      above={[{ label: 'Merchants', to: paths.merchants() }]}
      here={name ?? merchantId}
      mark={<MerchantLogo key={merchantId} name={name} logo={merchant?.logo} />}
      title={<RecordTitle>{name}</RecordTitle>}
      tags={verified !== undefined && <StatusTag of={verified} map={merchantKyc} />}
      facts={
        <>
          <RecordId>{merchantId}</RecordId>
          <CopyButton value={merchantId} label="Copy merchant ID" toast="Merchant ID copied successfully" />
          {createdAt && <span>Created {listDateTime(createdAt)}</span>}
        </>
      }
      actions={
        merchant && <KycActions verified={verified} merchantId={merchantId} businessName={merchant.businessName} />
      }
    >
      {merchant && <KycHistory merchant={merchant} />}
    </RecordHeader>
  )
}
