import { z } from 'zod'
import { call } from './kit/call.ts'
import { id } from './kit/id.ts'
import { chosenPassword } from './session.ts'

const ownSession = z.object({
  id: z.string(),
  /** The browser and its system in plain words. */
  device: z.string(),
  /** The network address that it was used from last; null for a session from before it was kept. */
  address: z.string().nullable(),
  createdAt: z.string(),
  seenAt: z.string(),
  /** Whether it is the one that asks. */
  isThis: z.boolean(),
})

export type OwnSession = z.infer<typeof ownSession>

/** What a signed-in person does about their own way in. */
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
