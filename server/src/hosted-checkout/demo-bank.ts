import type { Mode } from '@kobo/contract/kit/mode'

export interface DemoPayment {
  mode: Mode
  accountNumber: string
  amountKobo: bigint
  /** Idempotency key of the payment. */
  sessionId: string
}

/** Payer's bank, simulated by the demo: it pays through the switch's signed call. */
export interface DemoBank {
  /** Sends a payment; throws a conflict if the session ID was used with another amount. */
  pay(payment: DemoPayment): Promise<void>
}
