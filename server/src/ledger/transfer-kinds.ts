/**
 * Every kind of movement, and whether the rules of wallets bind it: they do where the holder acts, not where money from
 * outside has arrived already, we correct or charge, or somebody else's right is carried out. None may go below zero.
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
  BILLER_PAYMENT: false,
} as const

export type MovementKind = keyof typeof boundByWalletRules

/** What is only ever held for is never posted as such. */
export type TransferKind = Exclude<MovementKind, 'AUTHORISATION' | 'DISPUTE' | 'ACQUIRING'>

/** What money is set aside for; ACQUIRING is what a card has brought, until the acquirer has paid it. */
export type HoldKind = 'PAYOUT' | 'BILL' | 'AUTHORISATION' | 'SETTLEMENT' | 'REFUND' | 'DISPUTE' | 'ACQUIRING'

/** Whether a wallet's state, papers and limits bind a movement of this kind. */
export function isBoundByWalletRules(kind: string): boolean {
  return Object.entries(boundByWalletRules).some(([one, isBound]) => one === kind && isBound)
}
