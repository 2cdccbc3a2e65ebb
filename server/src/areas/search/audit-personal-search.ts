import { lagosDay } from '@kobo/contract/kit/day'
import { mask } from '@kobo/contract/kit/text'
import { sql } from 'kysely'
import type { ReadContext, WriteContext } from '../../http/handler.ts'
import { tooManyRequests } from '../../http/http-error.ts'
import { runMake } from '../../http/write.ts'
import { notifyAdministrators } from '../../jobs/mail-queue.ts'

/** Searches per person and day above which administrators are notified, and above which they are rejected. */
const alertThreshold = 100
const dailyLimit = 500

const hourSeconds = 3600

/**
 * Records who searched before the owner of a BVN or NIN is returned. The number is stored masked only. Searches without the
 * permission are counted too, although they find nothing.
 */
export async function auditPersonalSearch(
  context: ReadContext,
  number: string,
  { found, isAllowed }: { found: readonly string[]; isAllowed: boolean },
): Promise<void> {
  await runMake(context, async (writeContext) => {
    const searches = await countSearch(writeContext)
    if (searches > dailyLimit) {
      throw tooManyRequests(
        `You have searched for ${dailyLimit} personal numbers today. Try again tomorrow`,
        hourSeconds,
      )
    }
    await writeContext.audit({
      action: 'personal-number.search',
      recordType: 'personal-number',
      recordId: mask(number),
      after: isAllowed ? { found } : { refused: true },
    })
    if (searches > alertThreshold) await alertAdministrators(writeContext)
  })
}

async function countSearch({ db, staff, now }: WriteContext): Promise<number> {
  const { searches } = await db
    .insertInto('personal_number_search')
    .values({ staff_id: staff.id, day: lagosDay(now), searches: 1 })
    .onConflict((conflict) =>
      conflict.columns(['staff_id', 'day']).doUpdateSet({ searches: sql`personal_number_search.searches + 1` }),
    )
    .returning('searches')
    .executeTakeFirstOrThrow()
  return searches
}

async function alertAdministrators(context: WriteContext): Promise<void> {
  const { staff, now } = context
  const day = lagosDay(now)
  await notifyAdministrators(context, context.db, {
    subject: `More than ${alertThreshold} searches by personal number`,
    text:
      `${staff.firstName} ${staff.lastName} (${staff.email}) has searched for a BVN or NIN more than ${alertThreshold} times on ` +
      `${day}. The activity log has each search, with the number masked. Searches beyond ${dailyLimit} are blocked until the next day.`,
    key: `personal numbers ${staff.id} ${day}`,
  })
}
