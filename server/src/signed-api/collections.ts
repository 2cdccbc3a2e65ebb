import { mode } from '@kobo/contract/kit/mode'
import { text } from '@kobo/contract/kit/text'
import { transferRoutes } from '@kobo/contract/kit/transfer-route'
import { z } from 'zod'
import { transact } from '../db/transact.ts'
import { receiveCollection } from '../engine/collections/receive-collection.ts'
import type { AppDeps } from '../http/handler.ts'
import { findBank } from '../rails/banks.ts'
import type { SignedCall } from './signed-call.ts'

const accountNumber = z.string().regex(/^\d{10}$/, 'The account number must have ten digits')

const body = z.strictObject({
  mode,
  route: z.enum(transferRoutes),
  sessionId: z.string().regex(/^\d{30}$/, 'The session ID must have thirty digits'),
  accountNumber,
  /** Whole kobo as digits, as the switches send them. */
  amountKobo: z
    .string()
    .regex(/^[1-9]\d{0,12}$/, 'The amount must be whole kobo from 1 to 9,999,999,999,999, in digits')
    .transform(BigInt),
  sender: z.strictObject({
    name: text(200, 'The name of the sender is required'),
    accountNumber,
    /** NIP or CBN code. */
    bankCode: z.string().regex(/^\d{3,6}$/, 'The bank code must have three to six digits'),
  }),
  narration: text(500).default(''),
})

/** Incoming transfer from another bank, as notified by a switch. */
export function collectionCall({ db, jobs, clock }: AppDeps, secret: string): SignedCall<typeof body> {
  return {
    path: '/rails/collections',
    body,
    signer: async () => ({ name: 'switch', secret, merchant: null }),
    answer: async (collection) => {
      const { sender } = collection
      const bankCode = findBank(sender.bankCode)?.code ?? sender.bankCode
      const received = { ...collection, sender: { ...sender, bankCode }, at: clock() }
      return await transact(db, (transaction) => receiveCollection(transaction, jobs, received))
    },
  }
}
