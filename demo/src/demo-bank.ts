import type { Mode } from '@kobo/contract/kit/mode'
import { conflict, HttpError } from '@kobo/server/http/http-error'
import type { DemoBank } from '@kobo/server/hosted-checkout/pay-routes'
import { openPartners, type PartnerOptions, PartnerRefused, type Partners } from './partners.ts'
import { banks } from '@kobo/server/rails/banks'
import { newSessionId } from '@kobo/server/rails/session-id'
import { pickFrom, someAccountNumber, someName } from './traffic-accounts.ts'

/** Opens the bank of the demo's payers, whose payments arrive by the switch's signed API like all others. */
export function openDemoBank(address: () => string, options: Omit<PartnerOptions, 'baseUrl'>): DemoBank {
  return {
    async pay({ mode, accountNumber, amountKobo, sessionId }) {
      const partners = openPartners({ ...options, baseUrl: address() })
      try {
        await receiveTransfer(partners, { mode, accountNumber, amountKobo, sessionId, narration: 'Pay page' })
      } catch (error) {
        if (!(error instanceof PartnerRefused)) throw error
        if (error.status === 409) throw conflict('This payment was already sent with another amount.')
        throw new HttpError(503, 'unavailable', 'The demo bank could not send it right now. Please try again.')
      }
    },
  }
}

interface IncomingTransfer {
  mode: Mode
  accountNumber: string
  amountKobo: bigint
  narration: string
  sessionId?: string
}

/** Sends a payment from another bank through the switch. */
export async function receiveTransfer(
  partners: Partners,
  { mode, accountNumber, amountKobo, narration, sessionId = newSessionId(new Date()) }: IncomingTransfer,
): Promise<void> {
  const bank = pickFrom(banks)
  if (!bank) return
  await partners.collect({
    mode,
    route: 'NIP',
    sessionId,
    accountNumber,
    amountKobo: String(amountKobo),
    sender: { name: someName(), accountNumber: someAccountNumber(bank.code), bankCode: bank.nipCode },
    narration,
  })
}
