import { randomInt } from 'node:crypto'
import type { Mode } from '@kobo/contract/kit/mode'
import { newReference } from '@kobo/server/engine/reference'
import { feedback } from './dispute-cases.ts'
import { mayBeRefused, type Stage } from './partners.ts'
import { receipt } from './images.ts'
import { pickFrom, solvent, someName } from './traffic-accounts.ts'
import { questions } from './contact-questions.ts'

/** Replies to a dispute as its merchant, sometimes with an image. */
export async function answerDispute({ db, partners }: Stage, mode: Mode): Promise<void> {
  const open = await db
    .selectFrom('dispute')
    .innerJoin('webhook_endpoint as endpoint', 'endpoint.merchant_id', 'dispute.merchant_id')
    .select(['dispute.id', 'dispute.merchant_id'])
    .where('mode', '=', mode)
    .where('status', '=', 'AWAITING_FEEDBACK')
    .where('conversation', '=', 'ENABLED')
    .limit(50)
    .execute()
  const dispute = pickFrom(open)
  const message = pickFrom(feedback)
  if (!dispute || !message) return
  const images = randomInt(3) === 0 ? [await receipt()] : []
  const attachments = images.map(({ name, bytes }) => ({ name, content: bytes.toString('base64') }))
  const reply = { reference: newReference(new Date()), disputeId: dispute.id, ...message, attachments }
  // An operator may have closed the conversation in the meantime.
  await mayBeRefused([409], partners.ask(dispute.merchant_id, 'disputes/replies', reply))
}

/** Sends a contact message of a merchant's customer. */
export async function sendContactMessage({ db, partners }: Stage, mode: Mode): Promise<void> {
  const merchant = pickFrom(await solvent(db, mode, 1n))
  const question = pickFrom(questions)
  if (!merchant || !question) return
  const name = someName()
  await partners.ask(merchant.merchantId, 'contact', {
    reference: newReference(new Date()),
    name,
    email: `${name.toLowerCase().replace(/[^a-z]+/g, '.')}@mail.example`,
    phone: `+23480${String(randomInt(100_000_000)).padStart(8, '0')}`,
    subject: question.subject,
    message: question.message,
  })
}
