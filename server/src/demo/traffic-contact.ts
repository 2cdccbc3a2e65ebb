import { randomInt } from 'node:crypto'
import type { Mode } from '@kobo/contract/kit/mode'
import { newReference } from '../engine/reference.ts'
import { questions } from './contact-stories.ts'
import type { Stage } from './partners.ts'
import { someName } from './some-beneficiary.ts'
import { pickFrom, solvent } from './traffic-accounts.ts'

/** Sends a contact message of a merchant's customer. */
export async function askUs({ db, partners }: Stage, mode: Mode): Promise<void> {
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
