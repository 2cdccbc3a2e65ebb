import { isRecordType } from '@kobo/contract/kit/record-kinds'
import type { WorkItem } from '@kobo/contract/work-items'
import { recordAddress } from '../record-address.ts'

/** Returns the address of the record that an item is about, if it has a page. */
export function addressOf({ record, merchant }: WorkItem): string | undefined {
  const { type } = record
  return isRecordType(type) ? recordAddress({ ...record, type, merchantId: merchant?.id }) : undefined
}
