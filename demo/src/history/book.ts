import type { Mode } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import type { Transaction } from '@kobo/server/db/database'
import { type ProviderAccount, providerAccount } from '@kobo/server/ledger/provider-accounts'
import type { TransactionStatus } from '@kobo/server/ledger/transactions'
import type { TransferKind } from '@kobo/server/ledger/transfer-kinds'
import type { Route } from '@kobo/server/rails/switch'
import { type Encoded, encoded } from './copy-rows.ts'
import { type Counting, counting } from './counting.ts'
import type { HistoryTables } from './history-tables.ts'
import { type Holders, idText } from './holders.ts'
import { type Kind, paidIn } from './kinds.ts'
import type { Numbering } from './numbering.ts'
import type { Party } from './parties.ts'

/** Transaction to be written. Amounts are in kobo, instants in whole milliseconds. */
export interface Draft {
  id: Uint8Array
  kind: Kind
  /** Position of the account on which it is listed. */
  holder: number
  at: number
  paidAt: number | null
  status: TransactionStatus
  amount: number
  fee: number
  vat: number
  duty: number
  reference: string
  sessionId: string | null
  route: Route | null
  originator: Party
  beneficiary: Party
  narration: Encoded | null
  responseCode: string | null
  alert: string | null
  /** BANK for a collection on a virtual or static account, otherwise null. */
  paymentMethod: 'BANK' | null
}

/** One account's entry in a transfer. */
export type HistoryLine = readonly [account: number | ProviderAccount, amount: number, seenIn?: Draft]

export interface HistoryPosting {
  kind: TransferKind
  at: number
  reference: string
  /** Null for a charge without a transaction. */
  transaction: Draft | null
  owner: number
  lines: readonly HistoryLine[]
}

/** Writes transactions and their ledger rows, and accumulates the resulting balances and counts. */
export class Book {
  readonly #mode: Mode
  readonly #encodedMode: Encoded
  readonly #holders: Holders
  readonly #tables: HistoryTables
  readonly #numbers: Numbering
  readonly #counting: Counting
  readonly #booked: Float64Array
  readonly #held: Float64Array
  readonly #provider = new Map<ProviderAccount, { id: Uint8Array; balance: number }>()

  constructor(mode: Mode, holders: Holders, tables: HistoryTables, numbers: Numbering) {
    this.#mode = mode
    this.#encodedMode = encoded(mode)
    this.#holders = holders
    this.#tables = tables
    this.#numbers = numbers
    this.#counting = counting(holders, tables.history_count)
    this.#booked = new Float64Array(holders.count)
    this.#held = new Float64Array(holders.count)
  }

  record(draft: Draft): void {
    const { kind, holder, originator, beneficiary } = draft
    const rows = this.#tables.transaction
    rows.row(28)
    rows.uuid(draft.id)
    rows.text(this.#encodedMode)
    rows.text(kind.scope)
    rows.uuid(this.#holders.merchantIds, holder * 16)
    this.#walletId(rows, holder)
    rows.instant(draft.at)
    rows.instant(draft.paidAt)
    rows.text(kind.type)
    rows.text(kind.category)
    rows.ascii(draft.status)
    rows.bigint(draft.amount)
    rows.bigint(draft.fee)
    rows.bigint(draft.vat)
    rows.bigint(draft.duty)
    rows.ascii(draft.reference)
    optional(rows, draft.sessionId)
    optional(rows, draft.route)
    rows.text(originator.name)
    rows.text(originator.number)
    rows.text(originator.bankCode)
    rows.text(beneficiary.name)
    rows.text(beneficiary.number)
    rows.text(beneficiary.bankCode)
    rows.text(draft.narration)
    optional(rows, draft.responseCode)
    rows.text(draft.alert === null ? null : encoded(draft.alert))
    rows.uuid(this.#holders.ids, holder * 16)
    optional(rows, draft.paymentMethod)
    const owner = this.#holders.owners[holder] ?? 0
    this.#counting.count(kind, owner, draft.at, draft.status === 'SUCCESS' ? draft.amount : null)
    if (draft.paymentMethod !== null) this.#counting.count(paidIn, owner, draft.at, null)
  }

  /** Posts a transfer. Its entries sum to zero; entries of zero are omitted. */
  post({ kind, at, reference, transaction, owner, lines }: HistoryPosting): void {
    const { transfer, entry } = this.#tables
    const { ids, merchantIds } = this.#holders
    const id = this.#numbers.id(at)
    transfer.row(7)
    transfer.uuid(id)
    transfer.text(this.#encodedMode)
    transfer.ascii(kind)
    transfer.ascii(reference)
    if (transaction) transfer.uuid(transaction.id)
    else transfer.nothing()
    transfer.uuid(merchantIds, owner * 16)
    transfer.instant(at)
    let position = 0
    for (const [account, amount, seenIn] of lines) {
      if (amount === 0) continue
      entry.row(7)
      entry.uuid(id)
      entry.smallint(position)
      if (typeof account === 'number') {
        entry.uuid(ids, account * 16)
        this.#booked[account] = (this.#booked[account] ?? 0) + amount
      } else entry.uuid(this.#providerLine(account, amount))
      entry.uuid(merchantIds, owner * 16)
      if (seenIn) entry.uuid(seenIn.id)
      else entry.nothing()
      entry.instant(at)
      entry.bigint(amount)
      position += 1
    }
  }

  /** Places a hold for a pending payout. */
  hold({ id, holder, at }: Draft, amount: number): void {
    const rows = this.#tables.hold
    rows.row(8)
    rows.uuid(this.#numbers.id(at))
    rows.uuid(this.#holders.ids, holder * 16)
    rows.uuid(this.#holders.merchantIds, holder * 16)
    rows.uuid(id)
    rows.bigint(amount)
    rows.ascii('HELD')
    rows.instant(at)
    rows.nothing()
    this.#held[holder] = (this.#held[holder] ?? 0) + amount
  }

  /** Writes the remaining counts; must be the last call. */
  end(): void {
    this.#counting.end()
  }

  /** Adds the accumulated amounts to the stored balances. */
  async addBalances(db: Transaction): Promise<void> {
    const accounts = Array.from({ length: this.#holders.count }, (_, position) => position).filter(
      (position) => (this.#booked[position] ?? 0) !== 0 || (this.#held[position] ?? 0) !== 0,
    )
    for (let start = 0; start < accounts.length; start += 5000) {
      const some = accounts.slice(start, start + 5000)
      await sql`
        update account set booked_kobo = booked_kobo + change.booked,
          available_kobo = available_kobo + change.booked - change.held
        from unnest(
          ${some.map((position) => idText(this.#holders.ids, position))}::uuid[],
          ${some.map((position) => this.#booked[position] ?? 0)}::bigint[],
          ${some.map((position) => this.#held[position] ?? 0)}::bigint[]
        ) as change (id, booked, held)
        where account.id = change.id
      `.execute(db)
    }
    for (const [kind, { balance }] of this.#provider) {
      await sql`
        update provider_account set balance_kobo = balance_kobo + ${balance} where id = ${providerAccount(this.#mode, kind)}
      `.execute(db)
    }
  }

  #walletId(rows: HistoryTables['transaction'], holder: number): void {
    if (this.#holders.isWallet[holder] === 1) rows.uuid(this.#holders.walletIds, holder * 16)
    else rows.nothing()
  }

  #providerLine(kind: ProviderAccount, amount: number): Uint8Array {
    let account = this.#provider.get(kind)
    if (!account) {
      account = { id: Buffer.from(providerAccount(this.#mode, kind).replaceAll('-', ''), 'hex'), balance: 0 }
      this.#provider.set(kind, account)
    }
    account.balance += amount
    return account.id
  }
}

function optional(rows: HistoryTables['transaction'], value: string | null): void {
  if (value === null) rows.nothing()
  else rows.ascii(value)
}
