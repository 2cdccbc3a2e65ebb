import { createHmac, randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { PublicContext } from '../../http/handler.ts'
import { Refusal, tooMany, wrongCredentials } from '../../http/refusal.ts'
import { sameText } from '../../http/signature.ts'
import { queueMail } from '../../jobs/mail-queue.ts'
import { uuidv7 } from '../../uuid.ts'

export type Purpose = 'LOGIN' | 'RESET'

const codeLifeMs = 5 * 60_000
export const resendAfterMs = 60_000
const maxTries = 5
const maxResends = 3

export interface Challenge {
  id: string
  expiresAt: number
  resendAfter: number
}

/** Who the code goes to; null for an address that nobody has, which gets no mail but the same answer. */
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
      code_hash: hashCode(context, id, code),
      created_at: now.toISOString(),
      sent_at: now.toISOString(),
      expires_at: new Date(now.getTime() + codeLifeMs).toISOString(),
    })
    .execute()
  if (to) await mailCode(context, db, purpose, email, to, code)
  return { id, expiresAt: now.getTime() + codeLifeMs, resendAfter: now.getTime() + resendAfterMs }
}

/** A new code for the same challenge: a minute after the last one, three times at most. */
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
    .select(['challenge.email', 'challenge.sent_at', 'challenge.resends', 'challenge.used_at'])
    .select(['staff.id as staff_id', 'staff.first_name'])
    .where('challenge.id', '=', id)
    .where('challenge.purpose', '=', purpose)
    .forUpdate('challenge')
    .executeTakeFirst()
  if (!challenge || challenge.used_at !== null)
    throw wrongCredentials('This code can no longer be sent again. Start again')
  const waitMs = Date.parse(challenge.sent_at) + resendAfterMs - now.getTime()
  if (waitMs > 0) throw tooMany('A code was sent less than a minute ago', Math.ceil(waitMs / 1000))
  if (challenge.resends >= maxResends) {
    throw new Refusal(429, 'too_many_requests', 'No more codes can be sent. Start again')
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
  if (challenge.staff_id !== null && challenge.first_name !== null) {
    const to = { id: challenge.staff_id, firstName: challenge.first_name }
    await mailCode(context, db, purpose, challenge.email, to, code)
  }
  return {
    id,
    email: challenge.email,
    expiresAt: now.getTime() + codeLifeMs,
    resendAfter: now.getTime() + resendAfterMs,
  }
}

/** Uses the code up. Returns whose it was, or a refusal to throw once the try has been counted and committed. */
export async function useCode(
  context: PublicContext,
  db: Kysely<Tables>,
  find: { id: string } | { email: string; purpose: Purpose },
  code: string,
): Promise<{ staffId: string } | Refusal> {
  const wrong = wrongCredentials('The code is wrong or has expired')
  const challenge = await db
    .selectFrom('challenge')
    .select(['id', 'purpose', 'staff_id', 'code_hash', 'expires_at', 'tries', 'used_at'])
    .$if('id' in find, (query) => query.where('id', '=', 'id' in find ? find.id : '').where('purpose', '=', 'LOGIN'))
    .$if('email' in find, (query) =>
      query
        .where('email', '=', 'email' in find ? find.email : '')
        .where('purpose', '=', 'email' in find ? find.purpose : 'RESET')
        .orderBy('created_at', 'desc')
        .limit(1),
    )
    .forUpdate()
    .executeTakeFirst()
  if (!challenge || challenge.used_at !== null) return wrong
  if (Date.parse(challenge.expires_at) <= context.now.getTime() || challenge.tries >= maxTries) return wrong
  const right = sameText(challenge.code_hash, hashCode(context, challenge.id, code)) && challenge.staff_id !== null
  await db
    .updateTable('challenge')
    .set(right ? { used_at: context.now.toISOString() } : { tries: challenge.tries + 1 })
    .where('id', '=', challenge.id)
    .execute()
  return right && challenge.staff_id !== null ? { staffId: challenge.staff_id } : wrong
}

function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** Six digits are guessed in a moment from a plain hash; the server's secret keeps them closed. */
function hashCode({ settings }: PublicContext, challengeId: string, code: string): string {
  return createHmac('sha256', settings.secret).update(`code ${challengeId} ${code}`).digest('base64url')
}

async function mailCode(
  context: PublicContext,
  db: Kysely<Tables>,
  purpose: Purpose,
  email: string,
  to: Addressee,
  code: string,
): Promise<void> {
  const what = purpose === 'LOGIN' ? 'sign-in code' : 'code for a new password'
  await queueMail(context.jobs, context.seal, db, {
    to: email,
    subject: `${code} is your Kobo Console ${what}`,
    text: `Hello ${to.firstName},\n\nyour ${what} is ${code}. It is valid for five minutes.\n\nIf you did not ask for it, somebody knows your ${
      purpose === 'LOGIN' ? 'password: change it' : 'address; you can ignore this mail'
    }.\n`,
  })
}
