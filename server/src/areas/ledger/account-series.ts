import { lagosDay } from '@kobo/contract/kit/day'
import { naira } from '@kobo/contract/kit/naira'
import type { ledger } from '@kobo/contract/ledger'
import { withSnapshot } from '../../db/with-snapshot.ts'
import type { Handler } from '../../http/handler.ts'
import { accountDays, openingBalance } from '../../ledger/account-days.ts'
import { findAccount } from './holders.ts'

const dayMs = 86_400_000

/** Returns an account's closing balances of the last days in Lagos, up to today. */
export const accountSeries: Handler<typeof ledger.series> = async ({ accountId, days }, { db, mode, now }) => {
  const shown = Array.from({ length: days }, (_, index) =>
    lagosDay(new Date(now.getTime() - (days - 1 - index) * dayMs)),
  )
  const [startDay = '', endDay = ''] = [shown[0], shown.at(-1)]
  return await withSnapshot(db, async (snapshot) => {
    await findAccount(snapshot, mode, accountId)
    const movements = new Map(
      (await accountDays(snapshot, accountId, { startDay, endDay })).map((row) => [row.day, row]),
    )
    let closingKobo = await openingBalance(snapshot, accountId, startDay)
    const series = shown.map((day) => {
      const { inKobo, outKobo, n } = movements.get(day) ?? { inKobo: 0n, outKobo: 0n, n: 0n }
      closingKobo += inKobo - outKobo
      return {
        day,
        closingBalance: naira(closingKobo),
        credit: naira(inKobo),
        debit: naira(outKobo),
        entries: Number(n),
      }
    })
    return { series }
  })
}
