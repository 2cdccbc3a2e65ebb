import { conflict, HttpError } from '../http/http-error.ts'
import type { DemoBank } from '../hosted-checkout/demo-bank.ts'
import { bring } from './receive-payment.ts'
import { openPartners, PartnerRefused, type PartnerOptions } from './partners.ts'

/** Opens the bank of the demo's payers, whose payments arrive by the switch's signed API like all others. */
export function openDemoBank(address: () => string, options: Omit<PartnerOptions, 'baseUrl'>): DemoBank {
  return {
    async pay({ mode, accountNumber, amountKobo, sessionId }) {
      const partners = openPartners({ ...options, baseUrl: address() })
      try {
        await bring(partners, { mode, accountNumber, amountKobo, sessionId, narration: 'Pay page' })
      } catch (error) {
        if (!(error instanceof PartnerRefused)) throw error
        if (error.status === 409) throw conflict('This payment was already sent with another amount.')
        throw new HttpError(503, 'unavailable', 'The demo bank could not send it right now. Please try again.')
      }
    },
  }
}
