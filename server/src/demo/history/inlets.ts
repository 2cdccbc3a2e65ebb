import type { Transaction } from '../../db/database.ts'
import { providerBank } from '../../ledger/accounts.ts'
import { accountNumber } from '../../ledger/nuban.ts'
import { takeSerials } from '../accounts.ts'
import { hourMs } from '../calendar.ts'
import type { Random } from '../random.ts'
import { encoded } from './copy-rows.ts'
import type { HistoryTables } from './history-tables.ts'
import type { Holders } from './holders.ts'
import type { Mode } from '@kobo/contract/kit/mode'
import type { Numbering } from './numbering.ts'
import type { Party } from './parties.ts'

/** The account number that a collection arrives on. */
export interface Inlet {
  kind: 'STATIC' | 'VIRTUAL'
  party: Party
}

/** Where collections arrive: on an account itself, on one of its static numbers, or on one made for that payment. */
export interface Inlets {
  forPayment(holder: number, at: number): Inlet
  /** Some virtual accounts of the last hours wait for their payment still. */
  leaveSomeOpen(now: number, aBusiness: () => number): void
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
  /** How many virtual accounts there shall be, and the share of merchants' collections that arrive on one. */
  virtuals: { count: number; share: number }
}

const waiting = 40

export async function openInlets(db: Transaction, input: InletsInput): Promise<Inlets> {
  const { random, holders, statics, virtuals } = input
  const serials = await takeSerials(db, virtuals.count)
  const bankCode = encoded(providerBank.code)
  const staticsOf = new Map<number, { from: number; party: Party }[]>()
  for (const { holder, from, number } of statics) {
    const party = { ...partyOf(holders, holder), number: encoded(number), bankCode }
    staticsOf.set(holder, [...(staticsOf.get(holder) ?? []), { from, party }])
  }

  const openVirtual = (holder: number, from: number, closed: number | null): Party => {
    const number = accountNumber(serials.pop() ?? 0n, providerBank.code)
    const party = { ...partyOf(holders, holder), number: encoded(number), bankCode }
    writeVirtual(input, { holder, party, from, closed })
    return party
  }

  return {
    forPayment(holder, at) {
      const isBusiness = holders.isWallet[holder] === 0
      if (isBusiness && serials.length > waiting && random.next() < virtuals.share) {
        const from = Math.max(holders.opens[holder] ?? at, at - Math.floor(random.next() * 2 * hourMs))
        return { kind: 'VIRTUAL', party: openVirtual(holder, from, at) }
      }
      for (const { from, party } of staticsOf.get(holder) ?? []) {
        if (from < at && random.next() < 0.7) return { kind: 'STATIC', party }
      }
      return { kind: 'STATIC', party: partyOf(holders, holder) }
    },
    leaveSomeOpen(now, aBusiness) {
      const count = Math.min(waiting, serials.length)
      for (let made = 0; made < count; made += 1) {
        const holder = aBusiness()
        const from = Math.max(holders.opens[holder] ?? now, now - Math.floor(random.next() * 6 * hourMs) - 5000)
        openVirtual(holder, from, null)
      }
    },
  }
}

function partyOf({ parties }: Holders, holder: number): Party {
  const party = parties[holder]
  if (!party) throw new RangeError('There is no such account')
  return party
}

function writeVirtual(
  { mode, numbers, holders, tables }: InletsInput,
  { holder, party, from, closed }: { holder: number; party: Party; from: number; closed: number | null },
): void {
  const rows = tables.virtual_account
  rows.row(10)
  rows.uuid(numbers.id(from))
  rows.ascii(mode)
  rows.uuid(holders.merchantIds, holder * 16)
  rows.nothing()
  rows.instant(from)
  rows.ascii('VIRTUAL')
  rows.text(party.number)
  rows.text(party.name)
  rows.text(party.bankCode)
  rows.instant(closed)
}
