import { contract } from '@kobo/contract'
import { generateSync } from 'otplib'
import { hashPassword } from '../http/passwords.ts'
import type { Client, TestApp } from './app.ts'

const { secondFactor } = contract

export const password = 'kobo-demo-2026'
let passwordHash: Promise<string> | null = null

export interface Member {
  here: Client
  email: string
}

/** Creates a staff member with a password and an active session. */
export async function aMember(app: TestApp, as: Parameters<TestApp['signIn']>[0] = {}): Promise<Member> {
  passwordHash ??= hashPassword(password)
  const here = await app.signIn(as)
  const { email } = await app.db
    .updateTable('staff')
    .set({ password_hash: await passwordHash })
    .where('id', '=', here.staffId)
    .returning('email')
    .executeTakeFirstOrThrow()
  return { here, email }
}

/** Returns the authenticator code `steps` periods of 30 seconds from now. */
export function shownBy(app: TestApp, secret: string, steps = 0): string {
  return generateSync({ secret, epoch: Math.floor(app.clock.now().getTime() / 1000) + 30 * steps })
}

/** Creates a staff member with an authenticator app, whose current code is already used. */
export async function aMemberWithApp(app: TestApp, as: Parameters<TestApp['signIn']>[0] = {}) {
  const member = await aMember(app, as)
  const { secret } = (await member.here.call(secondFactor.setUp, { password })).data
  const { recoveryCodes } = (await member.here.call(secondFactor.turnOn, { code: shownBy(app, secret) })).data
  return { ...member, secret, recoveryCodes }
}
