import { type Card, type cardTypes } from '@kobo/contract/cards'

/** What the types of cards are called. */
export const typeOptions: { value: (typeof cardTypes)[number]; label: string }[] = [
  { value: 'PHYSICAL', label: 'Physical' },
  { value: 'VIRTUAL', label: 'Virtual' },
]

/** A type as it is called; one that nobody knows as it was sent. */
export function typeName(type: string): string {
  return typeOptions.find(({ value }) => value === type)?.label ?? type
}

/** Whose card it is and its number as it may be shown, or its id where a server tells neither. */
export function cardName({ id, holderName, maskedPan }: Pick<Card, 'id' | 'holderName' | 'maskedPan'>): string {
  return [holderName, maskedPan].filter(Boolean).join(', ') || id
}
