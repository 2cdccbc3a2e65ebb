import type { Mode } from '@kobo/contract/kit/mode'
import { banks } from '../rails/banks.ts'
import { newSessionId } from '../rails/session-id.ts'
import type { Partners } from './partners.ts'
import { someAccountNumber, someName } from './some-beneficiary.ts'
import { pickFrom } from './traffic-accounts.ts'

interface Brought {
  mode: Mode
  accountNumber: string
  amountKobo: bigint
  narration: string
  sessionId?: string
}

/** Sends a payment from another bank through the switch. */
export async function bring(
  partners: Partners,
  { mode, accountNumber, amountKobo, narration, sessionId = newSessionId(new Date()) }: Brought,
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
