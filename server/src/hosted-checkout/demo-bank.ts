import type { Mode } from '@kobo/contract/kit/mode'

export interface DemoPayment {
  mode: Mode
  accountNumber: string
  amountKobo: bigint
  /** The same one is the same payment, however often it is sent. */
  sessionId: string
}

/** Somebody's bank, which the demo plays: it has the switch bring money, and hears what was done with it. */
export interface DemoBank {
  /** Sends it; one that was sent before with another amount is refused with a conflict. */
  pay(payment: DemoPayment): Promise<void>
}
