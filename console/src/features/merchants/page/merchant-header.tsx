import { useState } from 'react'
import { useFile } from '../../../documents/use-file.ts'
import { listDateTime } from '../../../ui/dates.tsx'
import { useRecord } from '../../../record/define-record.ts'
import { FreezeButton } from '../../../record/freeze/freeze-button.tsx'
import { LienButton } from '../../../record/lien/lien-button.tsx'
import { RecordHeader } from '../../../record/record-header.tsx'
import { RecordId, RecordTitle } from '../../../record/record-title.tsx'
import type { TabsOfRecord } from '../../../record/use-record-tabs.ts'
import { FrozenTag } from '../../../status/frozen-tag.tsx'
import { StatusTag } from '../../../status/status-tag.tsx'
import { merchantKyc, activeStatus } from '../../../status/statuses.ts'
import { paths } from '../../../paths.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { freezableMerchant, merchantRecord } from '../merchant-record.ts'
import { KycActions } from './kyc/kyc-decision.tsx'
import { KycHistory, KycHistoryBar } from './kyc/kyc-history.tsx'
import { MerchantSwitch } from './merchant-switch.tsx'
import classes from './merchant-header.module.css'

/** Merchant name, KYC status and actions. */
export function MerchantHeader({ merchantId, tabs }: { merchantId: string; tabs: TabsOfRecord }) {
  const { record: merchant, known } = useRecord(merchantRecord)
  const name = merchant?.businessName ?? known?.businessName
  const verified = merchant?.verified ?? known?.verified
  const status = merchant?.status ?? known?.status
  const createdAt = merchant?.createdAt ?? known?.createdAt
  return (
    <RecordHeader
      tabs={tabs}
      history={{ type: 'merchant', id: merchantId }}
      above={[{ label: 'Merchants', to: paths.merchants() }]}
      here={name ?? (merchant && merchantId)}
      mark={<MerchantLogo key={merchantId} name={name} logo={merchant?.logo} />}
      title={<RecordTitle>{name}</RecordTitle>}
      tags={
        <>
          {verified !== undefined && <StatusTag of={verified} map={merchantKyc} />}
          {status !== undefined && <StatusTag of={status} map={activeStatus} />}
          {(merchant ?? known)?.isFrozen && <FrozenTag />}
        </>
      }
      facts={
        <>
          <RecordId>{merchantId}</RecordId>
          <CopyButton value={merchantId} label="Copy merchant ID" toast="Merchant ID copied successfully" />
          {createdAt && <span>Created {listDateTime(createdAt)}</span>}
        </>
      }
      actions={
        merchant && (
          <>
            <MerchantSwitch merchant={merchant} />
            <FreezeButton of={freezableMerchant(merchant)} />
            {merchant.wallet?.accountNumber && <LienButton of={freezableMerchant(merchant)} />}
            <KycActions key={merchant.id} merchant={merchant} />
          </>
        )
      }
    >
      {merchant ? <KycHistory merchant={merchant} /> : <KycHistoryBar verified={verified} />}
    </RecordHeader>
  )
}

/** The merchant's logo, or its initial if there is none. */
function MerchantLogo({ name, logo }: { name: string | undefined; logo: string | null | undefined }) {
  const file = useFile(logo)
  const [broken, setBroken] = useState<string | null>(null)
  if (file.state === 'ready' && broken !== file.src) {
    return <img className={classes.logo} src={file.src} alt={`Logo of ${name}`} onError={() => setBroken(file.src)} />
  }
  return (
    <span className={classes.logo} aria-hidden>
      {name?.trim().charAt(0).toUpperCase()}
    </span>
  )
}
