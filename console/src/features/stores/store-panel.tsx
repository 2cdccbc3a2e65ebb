import type { Data } from '@kobo/contract/kit/call'
import type { stores } from '@kobo/contract/stores'
import { IconFileUnknown } from '@tabler/icons-react'
import { useState } from 'react'
import type { PanelProps } from '../../list/define-list.ts'
import { Naira } from '../../money/naira.tsx'
import { MerchantLink } from '../../people/merchant-link.tsx'
import { paths } from '../../paths.ts'
import type { Freezable } from '../../record/freeze/freezable.ts'
import { FreezeBanner } from '../../record/freeze/freeze-banner.tsx'
import { RecordButtons } from '../../record/record-buttons.tsx'
import { FreezeButton } from '../../record/freeze/freeze-button.tsx'
import { LienBanner } from '../../record/lien/lien-banner.tsx'
import { LienButton } from '../../record/lien/lien-button.tsx'
import { AccentLink } from '../../ui/accent-link.tsx'
import { Copyable } from '../../ui/code.tsx'
import { PanelMoment } from '../../ui/dates.tsx'
import { type FieldOf, Fields } from '../../ui/fields.tsx'
import { orEmpty } from '../../ui/format-text.ts'
import { SidePanel } from '../../ui/side-panel.tsx'
import { StateView } from '../../ui/state-view.tsx'
import classes from './store-panel.module.css'

export type Store = Data<typeof stores.list>['stores'][number]

/** Side panel of a store: what it holds, and its freeze. */
export function StorePanel({ id, row, loading, onClose }: PanelProps<Store>) {
  const [known, setKnown] = useState(row)
  if (row && row !== known) setKnown(row)
  // An open dialog outlasts its row, which leaves the list when the search no longer finds it or newer stores come first.
  const store = row ?? (known?.id === id ? known : undefined)
  const record = store && freezableOf(store)
  return (
    <SidePanel
      title="Store"
      onClose={onClose}
      tools={<RecordButtons of={{ type: 'store', id }} />}
      footer={record && <Actions of={record} />}
    >
      {store || loading ? (
        <>
          <div className={classes.banner}>
            <FreezeBanner of={record} />
            <LienBanner of={record} />
          </div>
          <Fields of={store} fields={fields} />
        </>
      ) : (
        <StateView
          icon={<IconFileUnknown size={22} />}
          text="This store is not on this page"
          action={{ text: 'Close', onClick: onClose }}
        />
      )}
    </SidePanel>
  )
}

function Actions({ of: record }: { of: Freezable }) {
  return (
    <>
      <FreezeButton of={record} />
      <LienButton of={record} />
    </>
  )
}

/** A store whose merchant the server does not name cannot be frozen. */
function freezableOf({ id, name, merchant, isFrozen }: Store): Freezable | undefined {
  return merchant?.id ? { kind: 'STORE', merchantId: merchant.id, accountId: id, name, isFrozen } : undefined
}

const fields: FieldOf<Store>[] = [
  ['Store', ({ name }) => name],
  [
    'Shop',
    ({ shop }) => (shop ? <AccentLink to={paths.shop(shop.id)}>{shop.name ?? shop.id}</AccentLink> : orEmpty(null)),
  ],
  ['Branch', ({ shop }) => orEmpty(shop?.branch)],
  ['Merchant', ({ merchant }) => <MerchantLink merchant={merchant} />],
  [
    'Account number',
    ({ accountNumber }) => (
      <Copyable value={accountNumber} label="Copy account number" toast="Account number copied successfully" />
    ),
  ],
  ['Balance', ({ balance }) => <Naira amount={balance} />],
  ['Date created', ({ createdAt }) => <PanelMoment at={createdAt} />],
]
