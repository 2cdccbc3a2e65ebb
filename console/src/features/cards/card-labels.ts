import type { Card, cardTypes } from '@kobo/contract/cards'
import { type StatusMap, statusMap, paidIn } from '../../status/statuses.ts'

/** Card status; anything but ACTIVE and BLOCKED is permanently deleted. */
export const cardStatus = statusMap({ ACTIVE: 'green', BLOCKED: 'red' }, { label: 'Deleted', tone: 'grey' })

/** Status of a card batch. */
export const cardBatchStatus = statusMap({ PENDING: 'orange', ACCEPTED: 'green', DECLINED: 'red' }, { tone: 'grey' })

/** Status of a card payment: authorised, cleared, never cleared or declined. */
export const cardPayment: StatusMap = paidIn

export const typeOptions: { value: (typeof cardTypes)[number]; label: string }[] = [
  { value: 'PHYSICAL', label: 'Physical' },
  { value: 'VIRTUAL', label: 'Virtual' },
]

/** Returns the label of a card type, or an unknown type unchanged. */
export function typeName(type: string): string {
  return typeOptions.find(({ value }) => value === type)?.label ?? type
}

/** Returns the holder's name and the masked number; the id if the server omits both. */
export function cardName({ id, holderName, maskedPan }: Pick<Card, 'id' | 'holderName' | 'maskedPan'>): string {
  return [holderName, maskedPan].filter(Boolean).join(', ') || id
}
