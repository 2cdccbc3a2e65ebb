import { randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { PublicContext } from '../../http/handler.ts'
import { HttpError, unprocessable, tooManyRequests, wrongCredentials } from '../../http/http-error.ts'
import { sameText } from '../../http/signature.ts'
import { queueMail } from '../../jobs/mail-queue.ts'
import { uuidv7 } from '../../uuid.ts'
import type { Purpose } from './attempts.ts'

const codeLifeMs = 5 * 60_000
export const resendAfterMs = 60_000
const maxResends = 3

/** Source of the code. */
export type Factor = 'MAIL' | 'APP'

export interface Challenge {
  id: string
  expiresAt: number
  resendAfter: number
}

/** Recipient of a code. An unknown address has none: it receives no email, but causes the same response and the same work. */
export interface Addressee {
  id: string
  firstName: string
}

export async function startChallenge(
  context: PublicContext,
  db: Kysely<Tables>,
  purpose: Purpose,
  email: string,
  to: Addressee | null,
  factor: Factor = 'MAIL',
): Promise<Challenge> {
  const { now } = context
  const id = uuidv7(now.getTime())
  const code = newCode()
  await db
    .insertInto('challenge')
    .values({
      id,
      purpose,
      email,
      staff_id: to?.id ?? null,
      factor,
      code_hash: hashCode(context, id, code),
      created_at: now.toISOString(),
      sent_at: now.toISOString(),
      expires_at: new Date(now.getTime() + codeLifeMs).toISOString(),
    })
    .execute()
  if (factor === 'MAIL') await mailCode(context, db, purpose, email, to, code)
  return { id, expiresAt: now.getTime() + codeLifeMs, resendAfter: now.getTime() + resendAfterMs }
}

/** Sends a new code for the same challenge, a minute after the last one at the earliest and at most three times. */
export async function resendChallenge(
  context: PublicContext,
  db: Kysely<Tables>,
  id: string,
  purpose: Purpose,
): Promise<Challenge & { email: string }> {
  const { now } = context
  const challenge = await db
    .selectFrom('challenge')
    .leftJoin('staff', 'staff.id', 'challenge.staff_id')
    .select(['challenge.email', 'challenge.sent_at', 'challenge.resends', 'challenge.used_at', 'challenge.factor'])
    .select(['staff.id as staff_id', 'staff.first_name'])
    .where('challenge.id', '=', id)
    .where('challenge.purpose', '=', purpose)
    .forUpdate('challenge')
    .executeTakeFirst()
  if (!challenge || challenge.used_at !== null) throw wrongCredentials('This code can no longer be resent. Start again')
  if (challenge.factor === 'APP') throw unprocessable('Your authenticator app shows the code. No code is emailed')
  const waitMs = Date.parse(challenge.sent_at) + resendAfterMs - now.getTime()
  if (waitMs > 0) throw tooManyRequests('A code was sent less than a minute ago', Math.ceil(waitMs / 1000))
  if (challenge.resends >= maxResends) {
    throw new HttpError(429, 'too_many_requests', 'No more codes can be sent. Start again')
  }
  const code = newCode()
  await db
    .updateTable('challenge')
    .set({
      code_hash: hashCode(context, id, code),
      sent_at: now.toISOString(),
      expires_at: new Date(now.getTime() + codeLifeMs).toISOString(),
      tries: 0,
      resends: challenge.resends + 1,
    })
    .where('id', '=', id)
    .execute()
  const { staff_id, first_name } = challenge
  const to = staff_id !== null && first_name !== null ? { id: staff_id, firstName: first_name } : null
  await mailCode(context, db, purpose, challenge.email, to, code)
  return {
    id,
    email: challenge.email,
    expiresAt: now.getTime() + codeLifeMs,
    resendAfter: now.getTime() + resendAfterMs,
  }
}

function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** Keyed with the server's secret, because six digits are guessed quickly from a plain hash. */
function hashCode({ seal }: PublicContext, challengeId: string, code: string): string {
  return seal.macs(codeText(challengeId, code))[0]
}

/** Whether a code has this hash, by any secret. */
export function isCode({ seal }: PublicContext, challenge: { id: string; code_hash: string }, code: string): boolean {
  return seal.macs(codeText(challenge.id, code)).some((mac) => sameText(challenge.code_hash, mac))
}

function codeText(challengeId: string, code: string): string {
  return `code ${challengeId} ${code}`
}

async function mailCode(
  context: PublicContext,
  db: Kysely<Tables>,
  purpose: Purpose,
  email: string,
  to: Addressee | null,
  code: string,
): Promise<void> {
  const codeName = purpose === 'LOGIN' ? 'sign-in code' : 'password reset code'
  const mail = {
    to: to === null ? null : email,
    subject: `${code} is your Kobo Console ${codeName}`,
    text: `Hello ${to?.firstName ?? ''},\n\nyour ${codeName} is ${code}. It is valid for five minutes.\n\nIf you did not request it, ${
      purpose === 'LOGIN' ? 'someone knows your password. Change it now' : 'you can ignore this email'
    }.\n`,
  }
  // The person is waiting for it.
  await queueMail(context.jobs, context.seal, db, mail, { urgent: true })
}
