import { isRecordType } from '@kobo/contract/kit/record-kinds'
import type { Notification } from '@kobo/contract/notifications'
import { paths } from '../../../paths.ts'
import { recordAddress } from '../../../record/record-address.ts'

/** Returns where a notification leads: to its record, or to My work, which has what is assigned. */
export function notificationAddress({ record }: Notification): string {
  const { type } = record
  return (isRecordType(type) && recordAddress({ ...record, type })) || paths.myWork({ state: 'MINE' })
}
