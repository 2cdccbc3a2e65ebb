import { type Card, type cardTypes } from '@kobo/contract/cards'

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
