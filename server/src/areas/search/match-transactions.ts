import { mode as modes } from '@kobo/contract/kit/mode'
import { naira } from '@kobo/contract/kit/naira'
import type { HitReason } from '@kobo/contract/search'
import type { Database } from '../../db/database.ts'
import { daysBetween } from '../../db/days.ts'
import { counterpartyKeys, type FoundRow, findInSnapshot, withSearchSnapshot } from './find-transactions.ts'
import { findRecords } from './find-records.ts'
import { type Hit, hitsPerKind, type Looking } from './hits.ts'
import type { Meaning, Pair } from './parse-text.ts'
import { sourceGroups } from './sources.ts'
import type { Wanted } from './access-paths.ts'

type Clues = Omit<Wanted, 'mode' | 'order' | 'days'>

const newestOfAllDays = { order: 'newest', days: daysBetween() } as const
const firstPage = { offset: 0, size: hitsPerKind, most: hitsPerKind }

const holders = sourceGroups.flat().filter(({ kind }) => kind === 'merchant' || kind === 'wallet')

/** Finds transactions by ID, session ID, reference, amount, or the counterparty's account number or name. */
export async function matchTransactions(looking: Looking, meaning: Meaning): Promise<Hit[]> {
  const { id, sessionId, reference, accountNumber, amountKobo, name } = meaning
  const found: Promise<Hit[]>[] = []
  if (id !== undefined) found.push(findNewest(looking, { id }, ['ID']))
  if (sessionId !== undefined) found.push(findNewest(looking, { sessionId }, ['SESSION_ID']))
  if (reference !== undefined) found.push(findNewest(looking, { reference }, ['REFERENCE']))
  if (accountNumber?.length === 10) found.push(findNewest(looking, { accountNumber }, ['ACCOUNT_NUMBER']))
  if (amountKobo !== undefined) found.push(findNewest(looking, ofAmount(amountKobo), ['AMOUNT']))
  if (name !== undefined) found.push(matchCounterpartyName(looking, name))
  return (await Promise.all(found)).flat()
}

/** Finds transactions whose counterparty has exactly this name and, if they are few, those with a longer name. */
async function matchCounterpartyName({ db, mode: lookedAt }: Looking, accountName: string): Promise<Hit[]> {
  const whole = modes.options.map((mode) => ({ ...newestOfAllDays, mode, accountName, isWholeName: true }))
  const partial = modes.options.map((mode) => ({ ...newestOfAllDays, mode, accountName }))
  return await withSearchSnapshot(db, async (snapshot) => {
    const keys = await counterpartyKeys(snapshot, [...whole, ...partial])
    const [ofWhole, ofPartial] = [keys.slice(0, whole.length), keys.slice(whole.length)]
    const exact = await findNewestOf(snapshot, whole, ['NAME'], ofWhole)
    if (exact.filter(({ mode }) => mode === lookedAt).length >= hitsPerKind) return exact
    return [...exact, ...(await findNewestOf(snapshot, partial, ['NAME'], ofPartial))]
  })
}

/** Finds transactions that match both values of a pair. A name is that of a merchant or of a wallet. */
export async function matchPair(looking: Looking, pair: Pair): Promise<Hit[]> {
  const { amountKobo, accountNumber, sessionId, reference, name } = pair
  const why: HitReason[] = []
  if (amountKobo !== undefined) why.push('AMOUNT')
  if (accountNumber !== undefined) why.push('ACCOUNT_NUMBER')
  if (sessionId !== undefined) why.push('SESSION_ID')
  if (reference !== undefined) why.push('REFERENCE')
  const clues = { ...(amountKobo !== undefined && ofAmount(amountKobo)), accountNumber, sessionId, reference }
  if (name === undefined) return await findNewest(looking, clues, why)
  why.push('NAME')
  const named = await findRecords(looking, { name }, holders)
  const idsOf = (kind: string) => [...new Set(named.filter((hit) => hit.kind === kind).map(({ id }) => id))]
  const found = await Promise.all([
    findNewest(looking, { ...clues, merchantIds: idsOf('merchant') }, why),
    findNewest(looking, { ...clues, walletIds: idsOf('wallet') }, why),
  ])
  return found.flat()
}

async function findNewest({ db }: Looking, clues: Clues, why: HitReason[]): Promise<Hit[]> {
  if (clues.merchantIds?.length === 0 || clues.walletIds?.length === 0) return []
  const inModes = modes.options.map((mode) => ({ ...newestOfAllDays, ...clues, mode }))
  return await withSearchSnapshot(db, (snapshot) => findNewestOf(snapshot, inModes, why))
}

/** Returns the newest transactions of each search, run one after the other. `keys` are the counterparties with its name. */
async function findNewestOf(
  snapshot: Database,
  all: readonly Wanted[],
  why: HitReason[],
  keys: readonly (readonly string[] | null)[] = [],
): Promise<Hit[]> {
  const hits: Hit[] = []
  for (const [place, wanted] of all.entries()) {
    const { rows } = await findInSnapshot(snapshot, wanted, keys[place] ?? null, firstPage)
    const isExact = (row: FoundRow) => wanted.isWholeName === true || row.reference === wanted.reference
    for (const row of rows) {
      hits.push({ ...asHit(row, wanted.mode, why), rank: isPartial(wanted) && !isExact(row) ? 1 : 0 })
    }
  }
  return hits
}

function ofAmount(amountKobo: bigint): Clues {
  return { minKobo: amountKobo, maxKobo: amountKobo }
}

/** Whether the text may match only part of a value. All other values must match completely. */
function isPartial({ reference, accountName }: Wanted): boolean {
  return reference !== undefined || accountName !== undefined
}

function asHit(row: FoundRow, mode: string, why: HitReason[]): Omit<Hit, 'rank'> {
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
    why,
  }
}
