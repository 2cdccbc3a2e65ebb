import { toKobo } from '@kobo/contract/kit/naira'
import type { Permission } from '@kobo/contract/kit/permission'
import type { search } from '@kobo/contract/search'
import { wallets } from '@kobo/contract/wallets'
import { daysBetween } from '../../db/days.ts'
import { normalizeReference } from '../../engine/collections/collection-messages.ts'
import type { Handler } from '../../http/handler.ts'
import { mayDo } from '../../http/rights.ts'
import { asTransactionRow } from '../transactions/listed-transaction.ts'
import { matchPair, matchTransactions } from './match-transactions.ts'
import { findRecords } from './find-records.ts'
import { findTransactions } from './find-transactions.ts'
import { type Hit, inOrder } from './hits.ts'
import { auditPersonalSearch } from './audit-personal-search.ts'
import { type Meaning, readPairs, parseSearchText } from './parse-search-text.ts'
import { sourceGroups } from './sources.ts'

const maxCounted = 1000

/** Returns records of both modes that match a text, of the kinds that the operator may read. */
export const searchEverything: Handler<typeof search.everything> = async ({ text }, context) => {
  const mayRead = (permission: Permission) => mayDo(context.staff, permission)
  const maySeePeople = mayRead('people.read')
  const { personalNumber, email, ...others } = parseSearchText(text)
  // Addresses match by their beginning, so that a search would spell them out letter by letter.
  const values: Meaning = maySeePeople && email !== undefined ? { ...others, email } : others
  // A hit confirms the number, so searching by it requires the permission that reveals it.
  const isAllowed = mayRead(wallets.reveal.permission)
  const meaning: Meaning = isAllowed && personalNumber !== undefined ? { ...values, personalNumber } : values
  const searches: Promise<Hit[]>[] = sourceGroups.map((group) =>
    findRecords(
      context,
      meaning,
      group
        .filter(({ permission }) => mayRead(permission))
        .map((source) => (source.hasPersonalDetail && !maySeePeople ? { ...source, detail: undefined } : source)),
    ),
  )
  if (mayRead('transactions.read')) {
    searches.push(matchTransactions(context, meaning))
    for (const pair of readPairs(text)) searches.push(matchPair(context, pair))
  }
  const hits = inOrder((await Promise.all(searches)).flat(), context.mode)
  if (personalNumber !== undefined) {
    await auditPersonalSearch(context, personalNumber, {
      found: hits.map(({ kind, id }) => `${kind} ${id}`),
      isAllowed,
    })
  }
  return { hits }
}

/** Searches the transactions of all merchants and counts up to 1,000 of them. */
export const searchTransactions: Handler<typeof search.transactions> = async (input, { db, mode }) => {
  const { page, size, status, type, category, merchantId, minAmount, maxAmount, reference, accountName } = input
  const days = daysBetween(input.startDate, input.endDate)
  const found = await findTransactions(
    db,
    {
      mode,
      days,
      order: input.sort ?? 'newest',
      status,
      type,
      category,
      merchantIds: merchantId === undefined ? undefined : [merchantId],
      minKobo: minAmount === undefined ? undefined : toKobo(minAmount),
      maxKobo: maxAmount === undefined ? undefined : toKobo(maxAmount),
      accountNumber: withoutSpaces(input.accountNumber),
      accountName,
      sessionId: withoutSpaces(input.sessionId),
      reference: reference === undefined ? undefined : normalizeReference(reference),
    },
    { offset: (page - 1) * size, size, most: maxCounted },
  )
  return {
    totalRecords: found.total,
    isMore: found.isMore,
    transactions: found.rows.map((row) => ({
      ...asTransactionRow(row),
      merchantName: row.merchant_name,
      sessionId: row.session_id,
    })),
  }
}

function withoutSpaces(text: string | undefined): string | undefined {
  return text?.replaceAll(/[\s-]/g, '')
}
