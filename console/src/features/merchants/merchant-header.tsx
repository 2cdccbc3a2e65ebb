import type { Merchant, MerchantRow } from '@kobo/contract/merchants'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { listDateTime } from '../../parts/dates.tsx'
import { StatusTag } from '../../parts/status-tag.tsx'
import { merchantKyc } from '../../parts/statuses.ts'
import { paths } from '../../paths.ts'
import { Bar } from '../../ui/bar.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { KycActions } from './kyc-actions.tsx'
import { KycHistory } from './kyc-history.tsx'
import classes from './merchant-header.module.css'
import { MerchantLogo } from './merchant-logo.tsx'

interface MerchantHeaderProps {
  merchantId: string
  merchant: Merchant | undefined
  /** What the list already told, to show until the merchant itself has come. */
  known: MerchantRow | undefined
  refetch: () => Promise<unknown>
}

/** Who the merchant is, where its KYC stands and what can be done about it. */
export function MerchantHeader({ merchantId, merchant, known, refetch }: MerchantHeaderProps) {
  const name = merchant?.businessName ?? known?.businessName
  const verified = merchant?.verified ?? known?.verified
  const createdAt = merchant?.createdAt ?? known?.createdAt
  return (
    <header>
      <nav aria-label="Breadcrumb" className={classes.crumbs}>
        <Link to={paths.merchants()}>Merchants</Link>
        <IconChevronRight size={14} aria-hidden />
        <span aria-current="page">{name ?? merchantId}</span>
      </nav>
      <div className={classes.identity}>
        <MerchantLogo key={merchantId} name={name} logo={merchant?.logo} />
        <div className={classes.words}>
          <div className={classes.line}>
            {name === undefined ? (
              <div className={classes.name}>
                <Bar width="260px" height="20px" />
              </div>
            ) : (
              <h1 className={classes.name}>{name}</h1>
            )}
            {verified !== undefined && <StatusTag of={verified} map={merchantKyc} />}
          </div>
          <div className={classes.line}>
            <span className={classes.id}>{merchantId}</span>
            <CopyButton value={merchantId} label="Copy merchant ID" toast="Merchant ID copied successfully" />
            {createdAt && <span className={classes.created}>Created {listDateTime(createdAt)}</span>}
          </div>
          {merchant && <KycHistory merchant={merchant} />}
        </div>
        {merchant && (
          <div className={classes.actions}>
            <KycActions verified={verified} subject={{ merchantId, businessName: merchant.businessName, refetch }} />
          </div>
        )}
      </div>
    </header>
  )
}
