import { z } from 'zod'
import { call } from './kit/call.ts'
import { id } from './kit/id.ts'
import { mode } from './kit/mode.ts'
import { text } from './kit/text.ts'

/** Minimum in the console's forms; a server may require more. */
export const passwordMinLength = 6

export const emailAddress = text(200, 'Email address is required').pipe(z.email('Email is invalid'))
export const password = z.string('Password is required').min(1, 'Password is required').max(200)
/** Schema of a password as it was set or is being set. */
export function chosenPassword(required: string) {
  return z
    .string(required)
    .min(1, required)
    .min(passwordMinLength, `Password must not be less than ${passwordMinLength} characters`)
    .max(200, 'Password must not be longer than 200 characters')
}
export const newPassword = chosenPassword('Password is required')
export const code = text(6, 'Code is required').regex(/^\d{6}$/, 'Code must be six digits')
/** Code of a sign-in: emailed, from an authenticator app, or a recovery code. */
export const proof = text(20, 'Code is required').regex(
  /^(\d{6}|[a-z2-9]{5}-?[a-z2-9]{5})$/i,
  'Code must be six digits or a recovery code',
)

export const user = z.object({
  id: z.string().optional(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: z.string(),
  roleName: z.string().optional(),
  /** What the role grants; missing on servers without roles, where every call may be tried. */
  rights: z.array(z.object({ permission: z.string(), maxAmount: z.number().nullish() })).optional(),
  /** When a guest's access ends. */
  accessUntil: z.string().nullish(),
  /** View with which each list begins for this person, by the list's name. */
  listDefaults: z.record(z.string(), z.string()).optional(),
})

export type User = z.infer<typeof user>

/** Sign-in awaiting its code. Instants are milliseconds since 1970. */
const challenge = z.object({
  challengeId: z.string(),
  email: z.string(),
  expiresAt: z.number(),
  resendAfter: z.number(),
})

export const session = {
  login: call({
    method: 'POST',
    path: '/auth/login',
    permission: 'public',
    effect: 'write',
    limit: 'auth',
    summary: 'Check the password and email a six-digit code, unless the account has an authenticator app',
    body: z.strictObject({ email: emailAddress, password }),
    /** `factor` is the source of the code, by default the email. */
    reply: challenge.extend({ factor: z.enum(['mail', 'app']).optional() }),
  }),
  verify: call({
    method: 'POST',
    path: '/auth/login/verify',
    permission: 'public',
    effect: 'write',
    limit: 'auth',
    summary: 'Exchange the emailed code, a code of the authenticator app or a recovery code for a session',
    body: z.strictObject({ challengeId: id('sign-in'), code: proof }),
    reply: z.object({ token: z.string(), sessionId: z.string(), user, mode, serverTime: z.number() }),
  }),
  resendLogin: call({
    method: 'POST',
    path: '/auth/login/resend',
    permission: 'public',
    effect: 'write',
    limit: 'auth',
    summary: 'Email a new sign-in code',
    body: z.strictObject({ challengeId: id('sign-in') }),
    reply: challenge,
  }),
  forgetPassword: call({
    method: 'POST',
    path: '/auth/password/forget',
    permission: 'public',
    effect: 'write',
    limit: 'auth',
    summary: 'Email a password reset code',
    body: z.strictObject({ email: emailAddress }),
    reply: z.object({}),
  }),
  resendReset: call({
    method: 'POST',
    path: '/auth/verify/resend',
    permission: 'public',
    effect: 'write',
    limit: 'auth',
    summary: 'Email the password reset code again',
    body: z.strictObject({ email: emailAddress }),
    reply: z.object({}),
  }),
  resetPassword: call({
    method: 'POST',
    path: '/auth/password/reset',
    permission: 'public',
    effect: 'write',
    limit: 'auth',
    summary: 'Set a new password with the emailed code; ends all sessions of the account',
    body: z.strictObject({ email: emailAddress, code, password: newPassword }),
    reply: z.object({}),
  }),
  profile: call({
    method: 'GET',
    path: '/user/profile',
    permission: 'own',
    effect: 'read',
    summary: 'Get the signed-in operator and the mode of the session',
    addition: true,
    reply: z.object({ user, mode }),
  }),
  logout: call({
    method: 'POST',
    path: '/auth/logout',
    permission: 'own',
    effect: 'write',
    summary: 'End the session',
    addition: true,
    reply: z.object({}),
  }),
  changeMode: call({
    method: 'PUT',
    path: '/admin/mode',
    permission: 'own',
    effect: 'write',
    summary: "Set the session's mode, Live or Test",
    body: z.strictObject({ mode }),
    reply: z.object({ mode: mode.optional() }),
  }),
  cancelRequest: call({
    method: 'POST',
    path: '/user/request/cancel',
    permission: 'own',
    effect: 'write',
    summary: 'Get the outcome of a write that was not confirmed; one that has not taken effect is cancelled',
    addition: true,
    /** Call, such as `POST /transaction/refund`, and idempotency key of the write. */
    body: z.strictObject({ call: text(200, 'Call is required'), key: text(100, 'Key is required') }),
    /** `message` is the write's reply message; null if that was secret. */
    reply: z.object({ tookEffect: z.boolean(), message: z.string().nullable().optional() }),
  }),
}
