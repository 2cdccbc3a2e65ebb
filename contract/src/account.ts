import { z } from 'zod'
import { call } from './kit/call.ts'
import { id } from './kit/id.ts'
import { chosenPassword } from './session.ts'

const ownSession = z.object({
  id: z.string(),
  /** Human-readable browser and operating system. */
  device: z.string(),
  /** Network address of the last use; null for sessions older than this field. */
  address: z.string().nullable(),
  createdAt: z.string(),
  seenAt: z.string(),
  /** Whether it is the session that sent this request. */
  isThis: z.boolean(),
})

export type OwnSession = z.infer<typeof ownSession>

/** Calls of a signed-in user about their own password and sessions. */
export const account = {
  changePassword: call({
    method: 'PUT',
    path: '/user/change-password',
    permission: 'own',
    effect: 'write',
    limit: 'auth',
    summary: 'Change the password; ends all other sessions of the account',
    body: z.strictObject({
      oldPassword: chosenPassword('Old Password is required'),
      password: chosenPassword('New Password is required'),
    }),
    reply: z.object({}),
  }),
  sessions: call({
    method: 'GET',
    path: '/user/sessions',
    permission: 'own',
    effect: 'read',
    summary: "List the caller's sessions, most recently used first",
    addition: true,
    reply: z.object({ sessions: z.array(ownSession) }),
  }),
  endSession: call({
    method: 'POST',
    path: '/user/session/end',
    permission: 'own',
    effect: 'write',
    summary: 'End another session of the caller',
    addition: true,
    body: z.strictObject({ sessionId: id('session') }),
    reply: z.object({}),
  }),
}
