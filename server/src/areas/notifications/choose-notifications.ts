import type { notifications } from '@kobo/contract/notifications'
import type { Handler } from '../../http/handler.ts'
import { readChoices } from './read-choices.ts'

/** Stores how the operator hears of some kinds. */
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
