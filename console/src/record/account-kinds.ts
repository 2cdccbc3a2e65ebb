import { type FreezableKind, freezableKinds } from '@kobo/contract/kit/freeze'

const labels: Record<FreezableKind, string> = {
  MERCHANT: 'Merchant',
  WALLET: 'Wallet',
  CHILD: 'Child account',
  STORE: 'Store',
  SUBACCOUNT: 'Sub account',
}

/** Kinds of records that freezes and liens concern, as options of a filter. */
export const kindOptions = freezableKinds.map((value) => ({ value, label: labels[value] }))

/** Returns the label of a kind, or the kind itself if this console does not know it. */
export function kindLabel(kind: string): string {
  return kindOptions.find(({ value }) => value === kind)?.label ?? kind
}
