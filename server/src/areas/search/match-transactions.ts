import { mode as modes } from '@kobo/contract/kit/mode'
import { naira } from '@kobo/contract/kit/naira'
import type { HitReason } from '@kobo/contract/search'
import type { Database } from '../../db/database.ts'
import { daysBetween } from '../../db/days.ts'
import { counterpartyKeys, type FoundRow, findInSnapshot, withSearchSnapshot } from './find-transactions.ts'
import { findRecords } from './find-records.ts'
import { type Hit, hitsPerKind, type SearchContext } from './hits.ts'
import type { Meaning, Pair } from './parse-search-text.ts'
import { sourceGroups } from './sources.ts'
import type { SearchTerms } from './access-paths.ts'

type Filters = Omit<SearchTerms, 'mode' | 'order' | 'days'>

const newestOfAllDays = { order: 'newest', days: daysBetween() } as const
const firstPage = { offset: 0, size: hitsPerKind, most: hitsPerKind }

const holders = sourceGroups.flat().filter(({ kind }) => kind === 'merchant' || kind === 'wallet')

/** Finds transactions by ID, session ID, reference, amount, or the counterparty's account number or name. */
export async function matchTransactions(context: SearchContext, meaning: Meaning): Promise<Hit[]> {
  const { id, sessionId, reference, accountNumber, amountKobo, name } = meaning
  const found: Promise<Hit[]>[] = []
  if (id !== undefined) found.push(findNewest(context, { id }, ['ID']))
  if (sessionId !== undefined) found.push(findNewest(context, { sessionId }, ['SESSION_ID']))
  if (reference !== undefined) found.push(findNewest(context, { reference }, ['REFERENCE']))
  if (accountNumber?.length === 10) found.push(findNewest(context, { accountNumber }, ['ACCOUNT_NUMBER']))
  if (amountKobo !== undefined) found.push(findNewest(context, amountFilters(amountKobo), ['AMOUNT']))
  if (name !== undefined) found.push(matchCounterpartyName(context, name))
  return (await Promise.all(found)).flat()
}

/** Finds transactions whose counterparty has exactly this name and, if they are few, those with a longer name. */
async function matchCounterpartyName({ db, mode: ownMode }: SearchContext, accountName: string): Promise<Hit[]> {
  const wholeNameSearches = modes.options.map((mode) => ({ ...newestOfAllDays, mode, accountName, isWholeName: true }))
  const partialNameSearches = modes.options.map((mode) => ({ ...newestOfAllDays, mode, accountName }))
  return await withSearchSnapshot(db, async (snapshot) => {
    const keys = await counterpartyKeys(snapshot, [...wholeNameSearches, ...partialNameSearches])
    const [wholeNameKeys, partialNameKeys] = [
      keys.slice(0, wholeNameSearches.length),
      keys.slice(wholeNameSearches.length),
    ]
    const exact = await findNewestOf(snapshot, wholeNameSearches, ['NAME'], wholeNameKeys)
    if (exact.filter(({ mode }) => mode === ownMode).length >= hitsPerKind) return exact
    return [...exact, ...(await findNewestOf(snapshot, partialNameSearches, ['NAME'], partialNameKeys))]
  })
}

/** Finds transactions that match both values of a pair. A name is that of a merchant or of a wallet. */
export async function matchPair(context: SearchContext, pair: Pair): Promise<Hit[]> {
  const { amountKobo, accountNumber, sessionId, reference, name } = pair
  const reasons: HitReason[] = []
  if (amountKobo !== undefined) reasons.push('AMOUNT')
  if (accountNumber !== undefined) reasons.push('ACCOUNT_NUMBER')
  if (sessionId !== undefined) reasons.push('SESSION_ID')
  if (reference !== undefined) reasons.push('REFERENCE')
  const filters = { ...(amountKobo !== undefined && amountFilters(amountKobo)), accountNumber, sessionId, reference }
  if (name === undefined) return await findNewest(context, filters, reasons)
  reasons.push('NAME')
  const holderHits = await findRecords(context, { name }, holders)
  const idsOf = (kind: string) => [...new Set(holderHits.filter((hit) => hit.kind === kind).map(({ id }) => id))]
  const found = await Promise.all([
    findNewest(context, { ...filters, merchantIds: idsOf('merchant') }, reasons),
    findNewest(context, { ...filters, walletIds: idsOf('wallet') }, reasons),
  ])
  return found.flat()
}

async function findNewest({ db }: SearchContext, filters: Filters, reasons: HitReason[]): Promise<Hit[]> {
  if (filters.merchantIds?.length === 0 || filters.walletIds?.length === 0) return []
  const searches = modes.options.map((mode) => ({ ...newestOfAllDays, ...filters, mode }))
  return await withSearchSnapshot(db, (snapshot) => findNewestOf(snapshot, searches, reasons))
}

/** Returns the newest transactions of each search, run one after the other. `keys` are the counterparties with its name. */
async function findNewestOf(
  snapshot: Database,
  searches: readonly SearchTerms[],
  reasons: HitReason[],
  keys: readonly (readonly string[] | null)[] = [],
): Promise<Hit[]> {
  const hits: Hit[] = []
  for (const [index, search] of searches.entries()) {
    const { rows } = await findInSnapshot(snapshot, search, keys[index] ?? null, firstPage)
    const isExact = (row: FoundRow) => search.isWholeName === true || row.reference === search.reference
    for (const row of rows) {
      hits.push({ ...asHit(row, search.mode, reasons), rank: isPartial(search) && !isExact(row) ? 1 : 0 })
    }
  }
  return hits
}

function amountFilters(amountKobo: bigint): Filters {
  return { minKobo: amountKobo, maxKobo: amountKobo }
}

/** Whether the text may match only part of a value. All other values must match completely. */
function isPartial({ reference, accountName }: SearchTerms): boolean {
  return reference !== undefined || accountName !== undefined
}

function asHit(row: FoundRow, mode: string, reasons: HitReason[]): Omit<Hit, 'rank'> {
  return {
    kind: 'transaction',
    id: row.id,
    title: (row.type === 'DEBIT' ? row.beneficiary_name : row.originator_name) ?? row.reference,
    detail: `${row.reference}, ${row.merchant_name}`,
    mode,
    merchantId: row.merchant_id,
    walletId: row.wallet_id,
    amount: naira(row.amount_kobo),
    status: row.status,
    createdAt: row.created_at,
    why: reasons,
  }
}
