import type { FreezeScope } from '@kobo/contract/kit/freeze'

/**
 * Every kind of movement, and whether wallet rules bind it: they do if the holder acts, but not for money that has already
 * arrived from outside, our corrections and charges, or a third party's rights. None may go below zero.
 */
const boundByWalletRules = {
  PAYOUT: true,
  MOVE: true,
  BILL: true,
  AUTHORISATION: true,
  COLLECTION: false,
  CHARGE: false,
  PROVIDER_COST: false,
  COMPENSATION: false,
  CORRECTION: false,
  SETTLEMENT: false,
  REFUND: false,
  CLEARING: false,
  REVERSAL: false,
  SCHEME_PAYMENT: false,
  ACQUIRING: false,
  ACQUIRER_PAYMENT: false,
  DISPUTE: false,
  LIEN: false,
  BILLER_PAYMENT: false,
} as const

export type MovementKind = keyof typeof boundByWalletRules

/** Kinds of transfers; those that only ever hold are never posted as such. */
export type TransferKind = Exclude<MovementKind, 'AUTHORISATION' | 'DISPUTE' | 'LIEN' | 'ACQUIRING'>

/** Purpose of a hold; ACQUIRING is for card collections, until the acquirer has paid them. */
export type HoldKind = 'PAYOUT' | 'BILL' | 'AUTHORISATION' | 'SETTLEMENT' | 'REFUND' | 'DISPUTE' | 'LIEN' | 'ACQUIRING'

/** Whether a wallet's status, required IDs and limits bind a movement of this kind. */
export function hasWalletLimits(kind: string): boolean {
  return Object.entries(boundByWalletRules).some(([name, isBound]) => name === kind && isBound)
}

/** What must not be frozen for a movement of each kind to begin; other kinds continue in spite of a freeze. */
const scopesByKind: Partial<Record<MovementKind, FreezeScope>> = {
  PAYOUT: 'MONEY_OUT',
  MOVE: 'MONEY_OUT',
  BILL: 'MONEY_OUT',
  AUTHORISATION: 'CARDS',
  SETTLEMENT: 'SETTLEMENTS',
  REFUND: 'REFUNDS',
}

/** Scope of a freeze that stops movements of this kind, if any. */
export function freezeScopeOf(kind: MovementKind): FreezeScope | undefined {
  return scopesByKind[kind]
}
