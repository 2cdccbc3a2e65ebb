import { type Merchant, merchants } from '@kobo/contract/merchants'
import { IconBuildingStore } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { defineRecord } from '../../record/define-record.ts'
import type { Freezable } from '../../record/freeze/freezable.ts'

const { info, list } = merchants

export const merchantRecord = defineRecord(info, (reply) => reply.merchant, {
  icon: IconBuildingStore,
  back: { text: 'Back to merchants', to: paths.merchants() },
  known: { calls: [list], rows: (reply) => reply.merchants },
})

/** Returns a merchant as a record that can be frozen. */
export function freezableMerchant({ id, businessName, isFrozen }: Merchant): Freezable {
  return { kind: 'MERCHANT', merchantId: id, name: businessName, isFrozen }
}
