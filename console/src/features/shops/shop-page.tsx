import { type Shop, shops } from '@kobo/contract/shops'
import { paths } from '../../paths.ts'
import { Naira } from '../../money/naira.tsx'
import { MerchantLink } from '../../people/merchant-link.tsx'
import { defineRecord, useRecord } from '../../record/define-record.ts'
import { Record } from '../../record/record.tsx'
import { RecordHeader } from '../../record/record-header.tsx'
import { RecordPage, RecordSections, Wide } from '../../record/record-page.tsx'
import { RecordTabs } from '../../record/record-tabs.tsx'
import { RecordTitle } from '../../record/record-title.tsx'
import { type RecordTab, type TabsOfRecord, useRecordTabs } from '../../record/use-record-tabs.ts'
import { StatusTag } from '../../status/status-tag.tsx'
import { activeStatus } from '../../status/statuses.ts'
import { listDateTime } from '../../ui/dates.tsx'
import { emptyValue, orEmpty } from '../../ui/format-text.ts'
import { type FieldOf, Fields } from '../../ui/fields.tsx'
import { formatCount } from '../../ui/format-count.ts'
import { Section } from '../../ui/section.tsx'

const shopRecord = defineRecord(shops.info, (reply) => reply.shop, {
  back: { text: 'Back to shops', to: paths.shops() },
  known: { calls: [shops.list], rows: (reply) => reply.shops },
})

interface ShopPageProps {
  shopId: string
  /** Lists of the shop's stores, terminals and transactions. */
  tabs: readonly [RecordTab, ...RecordTab[]]
}

/** Page of a shop with its stores, terminals and transactions. */
export function ShopPage({ shopId, tabs }: ShopPageProps) {
  const own = useRecordTabs('Shop sections', tabs)
  return (
    <Record of={shopRecord} from={shopRecord.useFound(shopId)}>
      <RecordPage>
        <Header shopId={shopId} tabs={own} />
        <RecordSections of={shopRecord}>
          <Wide>
            <WhatItHas />
          </Wide>
        </RecordSections>
        <RecordTabs of={own} />
      </RecordPage>
    </Record>
  )
}

function Header({ shopId, tabs }: { shopId: string; tabs: TabsOfRecord }) {
  const { record, known } = useRecord(shopRecord)
  const shop = record ?? known
  return (
    <RecordHeader
      tabs={tabs}
      above={[{ label: 'Shops', to: paths.shops() }]}
      here={shop?.name ?? (shop && shopId)}
      title={<RecordTitle>{shop?.name}</RecordTitle>}
      tags={shop && <StatusTag of={shop.status} map={activeStatus} />}
      facts={shop && <span>Created {listDateTime(shop.createdAt)}</span>}
    />
  )
}

const shopFields: FieldOf<Shop>[] = [
  ['Branch', ({ branch }) => orEmpty(branch)],
  ['Merchant', ({ merchant }) => <MerchantLink merchant={merchant} />],
  ['Stores', ({ stores }) => howMany(stores)],
  ['Terminals', ({ terminals }) => howMany(terminals)],
  ['Held by its stores and terminals', ({ balance }) => <Naira amount={balance} />],
]

function howMany(count: number | null | undefined): string {
  return count === null || count === undefined ? emptyValue : formatCount(count)
}

function WhatItHas() {
  const { record } = useRecord(shopRecord)
  return (
    <Section title="Shop">
      <Fields of={record} fields={shopFields} />
    </Section>
  )
}
