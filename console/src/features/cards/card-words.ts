import { type cardTypes } from '@kobo/contract/cards'

/** What the types of cards are called. */
export const typeOptions: { value: (typeof cardTypes)[number]; label: string }[] = [
  { value: 'PHYSICAL', label: 'Physical' },
  { value: 'VIRTUAL', label: 'Virtual' },
]

/** A type as it is called; one that nobody knows as it was sent. */
export function typeName(type: string): string {
  return typeOptions.find(({ value }) => value === type)?.label ?? type
}
