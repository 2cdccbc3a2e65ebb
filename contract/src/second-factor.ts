import { z } from 'zod'
import { call } from './kit/call.ts'
import { id } from './kit/id.ts'
import { paragraph } from './kit/text.ts'
import { code, password, proof } from './session.ts'

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

/** Calls for sign-in with an authenticator app instead of emailed codes. */
export const secondFactor = {
  state: call({
    method: 'GET',
    path: '/user/second-factor',
    permission: 'own',
    effect: 'read',
    summary: 'Check whether signing in requires an authenticator app',
    addition: true,
    reply: z.object({
      isOn: z.boolean(),
      since: z.string().nullable(),
      recoveryCodesLeft: z.number().int(),
    }),
  }),
  setUp: call({
    method: 'POST',
    path: '/user/second-factor/set-up',
    permission: 'own',
    effect: 'write',
    limit: 'auth',
    summary: 'Create a secret for an authenticator app, which takes effect once one of its codes is confirmed',
    addition: true,
    body: z.strictObject({ password }),
    /** Secret in base32, and as the otpauth URI that apps scan. */
    reply: z.object({ secret: z.string(), uri: z.string() }),
  }),
  turnOn: call({
    method: 'POST',
    path: '/user/second-factor/on',
    permission: 'own',
    effect: 'write',
    limit: 'auth',
    summary: 'Require the authenticator app at every sign-in; returns the recovery codes, once',
    addition: true,
    body: z.strictObject({ code }),
    reply: recoveryCodes,
  }),
  renewCodes: call({
    method: 'POST',
    path: '/user/second-factor/recovery-codes',
    permission: 'own',
    effect: 'write',
    limit: 'auth',
    summary: 'Regenerate the recovery codes; the previous ones become invalid',
    addition: true,
    body: z.strictObject({ code }),
    reply: recoveryCodes,
  }),
  turnOff: call({
    method: 'POST',
    path: '/user/second-factor/off',
    permission: 'own',
    effect: 'write',
    limit: 'auth',
    summary: 'Disable the authenticator app and use emailed codes again',
    addition: true,
    body: z.strictObject({ password, code: proof }),
    reply: z.object({}),
  }),
  reset: call({
    method: 'POST',
    path: '/team/member/second-factor/reset',
    permission: 'team.write',
    effect: 'write',
    summary: 'Remove the authenticator app of a member who has lost it; ends all their sessions',
    addition: true,
    body: z.strictObject({ memberId: id('member'), reason: paragraph(500, 'Reason is required') }),
    reply: z.object({}),
  }),
}
