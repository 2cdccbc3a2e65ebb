import { sql } from 'kysely'
import type { Transaction } from '@kobo/server/db/database'
import { providerBank } from '@kobo/server/ledger/accounts'
import { virtualAccountList } from '@kobo/server/ledger/counters/counted-list'
import { recount } from '@kobo/server/ledger/counters/recount'
import { accountNumber } from '@kobo/server/ledger/nuban'
import { reserveSerials } from '../accounts.ts'
import { hourMs } from '../calendar.ts'
import type { Random } from '../random.ts'
import { anAmount } from './amounts.ts'
import { encoded } from './copy-rows.ts'
import type { HistoryTables } from './history-tables.ts'
import type { Holders } from './holders.ts'
import type { Mode } from '@kobo/contract/kit/mode'
import type { Numbering } from './numbering.ts'
import type { Party } from './parties.ts'

/** Account number that receives a collection. */
export interface Inlet {
  kind: 'STATIC' | 'VIRTUAL'
  /** Whether it is the credited account's own number. */
  isOwnNumber: boolean
  party: Party
}

/** Assigns collections to an account's own number, one of its static numbers, or a dynamic one for that payment. */
export interface Inlets {
  forPayment(holder: number, at: number, amount: number): Inlet
  /** Leaves some virtual accounts of the last hours unpaid. */
  leaveSomeOpen(now: number, aBusiness: () => number): void
  /** Sets the first use of static accounts and counts all accounts opened. */
  end(): Promise<void>
}

export interface StaticAccount {
  holder: number
  from: number
  number: string
}

export interface InletsInput {
  mode: Mode
  random: Random
  numbers: Numbering
  holders: Holders
  tables: HistoryTables
  statics: readonly StaticAccount[]
  /** Number of virtual accounts, and the share of merchants' collections paid to one. */
  virtuals: { count: number; share: number }
}

/** Number of virtual accounts still unpaid when the history ends. */
export const waiting = 40

export async function openInlets(db: Transaction, input: InletsInput): Promise<Inlets> {
  const { random, holders, statics, virtuals } = input
  const serials = await reserveSerials(db, virtuals.count)
  const bankCode = encoded(providerBank.code)
  const staticsOf = new Map<number, { from: number; party: Party; number: string }[]>()
  const firstUses = new Map<string, number>()
  for (const { holder, from, number } of statics) {
    const party = { ...partyOf(holders, holder), number: encoded(number), bankCode }
    staticsOf.set(holder, [...(staticsOf.get(holder) ?? []), { from, party, number }])
  }

  const openVirtual = (virtual: Omit<Virtual, 'party' | 'number'>): Party => {
    const number = accountNumber(serials.pop() ?? 0n, providerBank.code)
    const party = { ...partyOf(holders, virtual.holder), number: encoded(number), bankCode }
    writeVirtual(input, { ...virtual, number, party })
    return party
  }

  return {
    forPayment(holder, at, amount) {
      const isBusiness = holders.isWallet[holder] === 0
      if (isBusiness && serials.length > waiting && random.next() < virtuals.share) {
        const from = Math.max(holders.opens[holder] ?? at, at - Math.floor(random.next() * 2 * hourMs))
        const until = at + Math.ceil((1 + random.next() * 24) * hourMs)
        const party = openVirtual({ holder, from, amount, until, used: at, closed: null })
        return { kind: 'VIRTUAL', isOwnNumber: false, party }
      }
      for (const { from, party, number } of staticsOf.get(holder) ?? []) {
        if (from >= at || random.next() >= 0.7) continue
        if (!firstUses.has(number)) firstUses.set(number, at)
        return { kind: 'STATIC', isOwnNumber: false, party }
      }
      return { kind: 'STATIC', isOwnNumber: true, party: partyOf(holders, holder) }
    },
    leaveSomeOpen(now, aBusiness) {
      const count = Math.min(waiting, serials.length)
      for (let created = 0; created < count; created += 1) {
        const holder = aBusiness()
        const from = Math.max(holders.opens[holder] ?? now, now - Math.floor(random.next() * 6 * hourMs) - 5000)
        const amount = anAmount(random, 9500, 1.2)
        const until = from + Math.ceil((0.5 + random.next() * 10) * hourMs)
        const closed = created % 8 === 7 ? from + Math.floor((now - from) / 2) : null
        openVirtual({ holder, from, amount, until, used: null, closed })
      }
    },
    async end() {
      await sql`
        update virtual_account set used_at = to_timestamp(use.ms / 1000.0::float8)
        from unnest(${[...firstUses.keys()]}::text[], ${[...firstUses.values()]}::bigint[]) as use (number, ms)
        where account_number = use.number and used_at is null
      `.execute(db)
      await recount(db, virtualAccountList)
    },
  }
}

function partyOf({ parties }: Holders, holder: number): Party {
  const party = parties[holder]
  if (!party) throw new RangeError('There is no such account')
  return party
}

interface Virtual {
  holder: number
  party: Party
  number: string
  amount: number
  from: number
  /** Times of expiry, use and closing. */
  until: number
  used: number | null
  closed: number | null
}

function writeVirtual({ mode, numbers, holders, tables }: InletsInput, virtual: Virtual): void {
  const { holder, party, from } = virtual
  const rows = tables.virtual_account
  rows.row(14)
  rows.uuid(numbers.id(from))
  rows.ascii(mode)
  rows.uuid(holders.merchantIds, holder * 16)
  rows.nothing()
  rows.instant(from)
  rows.ascii('VIRTUAL')
  rows.text(party.number)
  rows.text(party.name)
  rows.text(party.bankCode)
  rows.instant(virtual.closed)
  rows.bigint(virtual.amount)
  rows.ascii(`ORD-${virtual.number}`)
  rows.instant(virtual.until)
  rows.instant(virtual.used)
}
