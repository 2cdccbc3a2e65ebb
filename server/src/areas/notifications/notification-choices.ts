import { notificationKindNames, notificationKinds } from '@kobo/contract/kit/notification-kinds'
import type { notifications } from '@kobo/contract/notifications'
import type { Database, Transaction } from '../../db/database.ts'
import type { Handler } from '../../http/handler.ts'

/** Returns how the operator is notified of each kind. */
export const notificationChoices: Handler<typeof notifications.choices> = async (_input, { db, staff }) => ({
  choices: await readChoices(db, staff.id),
})

/** Stores how the operator is notified of some kinds. */
export const chooseNotifications: Handler<typeof notifications.choose> = async ({ choices }, context) => {
  const { db, staff, now } = context
  const before = await readChoices(db, staff.id)
  const chosen_at = now.toISOString()
  // In one order, so that two requests at once do not wait for each other.
  for (const { kind, choice } of choices.toSorted((one, other) => (one.kind < other.kind ? -1 : 1))) {
    await db
      .insertInto('notification_choice')
      .values({ staff_id: staff.id, kind, choice, chosen_at })
      .onConflict((conflict) => conflict.columns(['staff_id', 'kind']).doUpdateSet({ choice, chosen_at }))
      .execute()
  }
  const after = await readChoices(db, staff.id)
  await context.audit({
    action: 'notification.choose',
    recordType: 'staff',
    recordId: staff.id,
    before: audited(before),
    after: audited(after),
  })
  return { message: 'Your notification settings have been saved', data: { choices: after } }
}

function audited(choices: readonly { kind: string; choice: string }[]): Record<string, string> {
  return Object.fromEntries(choices.map(({ kind, choice }) => [kind.toLowerCase(), choice]))
}

/** Returns how a person is notified of each kind, chosen or as everybody is at first. */
async function readChoices(db: Database | Transaction, staffId: string): Promise<{ kind: string; choice: string }[]> {
  const rows = await db
    .selectFrom('notification_choice')
    .select(['kind', 'choice'])
    .where('staff_id', '=', staffId)
    .execute()
  const chosen = new Map(rows.map(({ kind, choice }) => [kind, choice]))
  return notificationKindNames.map((kind) => ({ kind, choice: chosen.get(kind) ?? notificationKinds[kind].choice }))
}
