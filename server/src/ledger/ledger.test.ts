import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { transact } from '../db/transact.ts'
import { anAccountOf, type CustomerAccount, someAccounts } from '../testing/customer-accounts.ts'
import { aDatabase } from '../testing/database.ts'
import { propertyRuns, propertyTimeoutMs } from '../testing/property-runs.ts'
import { uuidv7 } from '../uuid.ts'
import { foldAll, foldDeltas } from './fold.ts'
import { balances, hold, type HoldOwner, type Line, type Posting, post, settle, voidHold } from './ledger.ts'
import { LedgerRefusal } from './ledger-refusal.ts'
import { providerAccount } from './provider-accounts.ts'

const database = await aDatabase()
const { db } = database
afterAll(() => database.close())

const at = new Date('2026-03-04T10:00:00Z')
const providers = (['PRODUCTION', 'SANDBOX'] as const).flatMap((mode) =>
  (['FLOAT_NIP', 'FEE_INCOME', 'VAT_PAYABLE', 'PROVIDER_COST'] as const).map((kind) => providerAccount(mode, kind)),
)

// Accounts 0 and 1 are a merchant's and a wallet's of PRODUCTION, 2 and 3 of SANDBOX, the others of every other kind.
const who = fc.nat({ max: 7 })
const amount = fc.bigInt({ min: 200n, max: 5000n })
const income = fc.bigInt({ min: 200n, max: 20_000n })
const fee = fc.bigInt({ min: 0n, max: 100n })
const nth = fc.nat({ max: 9 })
const anyCommand = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('fund' as const), who, amount: income, fee }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('hold' as const), who, amount, isDispute: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('settle' as const), nth, fee, off: fc.constantFrom(0n, 0n, 1n) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('void' as const), nth }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('move' as const), who, to: who, amount, fee }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('charge' as const), who, amount }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('again' as const), nth }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('unbalanced' as const), who, amount }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fold' as const) }) },
)
type Command = typeof anyCommand extends fc.Arbitrary<infer C> ? C : never
type Outcome = 'done' | 'no money' | 'refused'

/** Expected state of the accounts of one run, in memory. */
class Model {
  readonly accounts: readonly CustomerAccount[]
  readonly booked = new Map<string, bigint>()
  readonly available = new Map<string, bigint>()
  readonly holds: { owner: HoldOwner; account: CustomerAccount; amount: bigint; open: boolean }[] = []
  readonly posted: Posting[] = []

  constructor(accounts: readonly CustomerAccount[]) {
    this.accounts = accounts
  }

  isCustomer(id: string): boolean {
    return this.accounts.some((account) => account.id === id)
  }

  /** Expected outcome of these lines, where `free` is the account whose hold is posted. */
  outcomeOf(lines: readonly Line[], free?: string): Outcome {
    const short = [...sums(lines)].some(
      ([id, sum]) => id !== free && this.isCustomer(id) && sum < 0n && (this.available.get(id) ?? 0n) + sum < 0n,
    )
    return short ? 'no money' : 'done'
  }

  apply(posting: Posting, free?: string): void {
    this.posted.push(posting)
    for (const [id, sum] of sums(posting.lines)) {
      add(this.booked, id, sum)
      if (id !== free) add(this.available, id, sum)
    }
  }
}

it(
  'keeps every balance to the kobo under any sequence of postings, holds, settlements, releases and folding',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyCommand, { minLength: 1, maxLength: 40, size: 'max' }), async (commands) => {
        const model = new Model(await accountsOfEveryKind())
        const before = await balances(db, providers)
        for (const command of commands) await run(model, command)
        await checkCustomers(model)
        await checkProviders(model, before)
        await foldAll(db)
        await checkProviders(model, before)
        expect(await transfersOf(model)).toBe(model.posted.length)
      }),
      propertyRuns('ledger commands', { sample: 40, full: 1000 }),
    )
  },
  propertyTimeoutMs,
)

async function accountsOfEveryKind(): Promise<CustomerAccount[]> {
  const accounts = [...(await someAccounts(db, 'PRODUCTION')), ...(await someAccounts(db, 'SANDBOX'))]
  const [merchant] = accounts
  if (!merchant) throw new Error('There are four accounts')
  const kinds = ['CHILD', 'SUBACCOUNT', 'STORE', 'TERMINAL'] as const
  for (const kind of kinds) accounts.push(await anAccountOf(db, merchant, kind))
  return accounts
}

async function run(model: Model, command: Command): Promise<void> {
  const account = (number: number) => {
    const found = model.accounts[number]
    if (!found) throw new Error('There are eight accounts')
    return found
  }
  switch (command.do) {
    case 'fold':
      await foldDeltas(db)
      return
    case 'fund':
      return await tryPosting(model, funding(account(command.who), command.amount, command.fee))
    case 'charge':
      return await tryPosting(model, charge(account(command.who), command.amount))
    case 'unbalanced': {
      const posting = funding(account(command.who), command.amount, 0n)
      const lines = [...posting.lines, { accountId: account(command.who).id, amountKobo: 1n }]
      expect(await outcomeOf(post, { ...posting, lines })).toBe('refused')
      return
    }
    case 'move': {
      const [payer, receiver] = [account(command.who), account(command.to)]
      const posting = move(payer, receiver, command.amount, command.fee)
      if (payer.mode === receiver.mode) return await tryPosting(model, posting)
      expect(await outcomeOf(post, posting)).toBe('refused')
      return
    }
    case 'hold': {
      const owner = command.isDispute ? { disputeId: uuidv7() } : { transactionId: uuidv7() }
      const held = { owner, account: account(command.who), amount: command.amount, open: true }
      await tryHold(model, held, () => model.holds.push(held))
      return
    }
    case 'void': {
      const held = model.holds[command.nth]
      if (!held) return
      expect(await settled(transact(db, (t) => voidHold(t, held.owner, at)))).toBe(held.open ? 'done' : 'refused')
      if (held.open) add(model.available, held.account.id, held.amount)
      held.open = false
      return
    }
    case 'settle': {
      const held = model.holds[command.nth]
      if (!held) return
      const posting = payout(held, command.fee, command.off)
      const expected = !held.open || command.off !== 0n || 'disputeId' in held.owner ? 'refused' : 'done'
      expect(await outcomeOf(settle, posting)).toBe(expected)
      if (expected === 'refused') return
      model.apply(posting, held.account.id)
      held.open = false
      return
    }
    case 'again': {
      const held = model.holds[command.nth]
      if (held) await tryHold(model, held, () => (held.open = true))
      const posting = model.posted[command.nth]
      if (!posting) return
      const outcome = await outcomeOf(post, posting)
      expect(outcome).toBe(model.outcomeOf(posting.lines) === 'done' ? 'refused' : 'no money')
    }
  }
}

async function tryPosting(model: Model, posting: Posting): Promise<void> {
  const expected = model.outcomeOf(posting.lines)
  expect(await outcomeOf(post, posting)).toBe(expected)
  if (expected === 'done') model.apply(posting)
}

async function tryHold(model: Model, held: Model['holds'][number], onDone: () => void): Promise<void> {
  const { account, owner, amount: amountKobo } = held
  const fits = (model.available.get(account.id) ?? 0n) >= amountKobo
  // A transaction holds once, a dispute again when its hold has ended.
  const mayHold = !model.holds.includes(held) || ('disputeId' in owner && !held.open)
  const kind = 'disputeId' in owner ? 'DISPUTE' : 'PAYOUT'
  const order = { ...owner, kind, accountId: account.id, merchantId: account.merchantId, amountKobo, at } as const
  const expected = fits ? (mayHold ? 'done' : 'refused') : 'no money'
  expect(await settled(transact(db, (t) => hold(t, order)))).toBe(expected)
  if (expected !== 'done') return
  add(model.available, account.id, -amountKobo)
  onDone()
}

function outcomeOf<P extends Posting>(
  work: (t: Parameters<typeof post>[0], posting: P) => Promise<string>,
  posting: P,
) {
  return settled(transact(db, (t) => work(t, posting)))
}

const ledgerErrors = /must sum to zero|must use exactly|has no hold|within one mode|duplicate key/

async function settled(work: Promise<unknown>): Promise<Outcome> {
  try {
    await work
    return 'done'
  } catch (error) {
    if (error instanceof LedgerRefusal) return 'no money'
    if (error instanceof Error && ledgerErrors.test(error.message)) return 'refused'
    throw error
  }
}

function aPosting(kind: Posting['kind'], owner: CustomerAccount, transactionId: string | null, lines: Line[]): Posting {
  return {
    mode: owner.mode,
    kind,
    reference: `KBO-${uuidv7()}`,
    transactionId,
    merchantId: owner.merchantId,
    at,
    lines,
  }
}

function funding(to: CustomerAccount, amountKobo: bigint, feeKobo: bigint): Posting {
  const transactionId = uuidv7()
  return aPosting('COLLECTION', to, transactionId, [
    { accountId: to.id, amountKobo: amountKobo - feeKobo, transactionId },
    { accountId: providerAccount(to.mode, 'FLOAT_NIP'), amountKobo: -amountKobo },
    { accountId: providerAccount(to.mode, 'FEE_INCOME'), amountKobo: feeKobo },
  ])
}

function payout(held: Model['holds'][number], feeKobo: bigint, off: bigint): Posting & { transactionId: string } {
  const { owner, account, amount: amountKobo } = held
  const transactionId = 'transactionId' in owner ? owner.transactionId : uuidv7()
  const posting = aPosting('PAYOUT', account, transactionId, [
    { accountId: account.id, amountKobo: off - amountKobo, transactionId },
    { accountId: providerAccount(account.mode, 'FLOAT_NIP'), amountKobo: amountKobo - feeKobo - off },
    { accountId: providerAccount(account.mode, 'FEE_INCOME'), amountKobo: feeKobo },
  ])
  return { ...posting, transactionId }
}

function move(payer: CustomerAccount, receiver: CustomerAccount, amountKobo: bigint, feeKobo: bigint): Posting {
  const [transactionId, other] = [uuidv7(), uuidv7()]
  const vatKobo = feeKobo / 10n
  return aPosting('MOVE', payer, transactionId, [
    { accountId: payer.id, amountKobo: -(amountKobo + feeKobo + vatKobo), transactionId },
    { accountId: receiver.id, amountKobo, transactionId: other },
    { accountId: providerAccount(payer.mode, 'FEE_INCOME'), amountKobo: feeKobo },
    { accountId: providerAccount(payer.mode, 'VAT_PAYABLE'), amountKobo: vatKobo },
  ])
}

function charge(from: CustomerAccount, amountKobo: bigint): Posting {
  return aPosting('CHARGE', from, null, [
    { accountId: from.id, amountKobo: -amountKobo },
    { accountId: providerAccount(from.mode, 'PROVIDER_COST'), amountKobo },
  ])
}

async function checkCustomers(model: Model): Promise<void> {
  const { rows } = await sql<{ id: string; booked: bigint; available: bigint; entered: bigint; held: bigint }>`
    select id, booked_kobo as booked, available_kobo as available,
      (select coalesce(sum(amount_kobo), 0)::bigint from entry where account_id = account.id) as entered,
      (select coalesce(sum(amount_kobo), 0)::bigint from hold where account_id = account.id and status = 'HELD') as held
    from account where id = any(${model.accounts.map(({ id }) => id)}::uuid[])
  `.execute(db)
  expect(rows).toHaveLength(8)
  for (const { id, booked, available, entered, held } of rows) {
    expect([booked, available]).toEqual([model.booked.get(id) ?? 0n, model.available.get(id) ?? 0n])
    expect([entered, available + held]).toEqual([booked, booked])
    expect(available).toBeGreaterThanOrEqual(0n)
  }
}

async function checkProviders(model: Model, before: Awaited<ReturnType<typeof balances>>): Promise<void> {
  const now = await balances(db, providers)
  const { rows } = await sql<{ id: string; entered: bigint }>`
    select id, (select coalesce(sum(amount_kobo), 0)::bigint from entry where account_id = provider_account.id) as entered
    from provider_account where id = any(${providers}::uuid[])
  `.execute(db)
  expect(rows).toHaveLength(providers.length)
  for (const { id, entered } of rows) {
    const expected = (before.get(id)?.bookedKobo ?? 0n) + (model.booked.get(id) ?? 0n)
    expect(now.get(id)).toEqual({ bookedKobo: expected, availableKobo: expected })
    expect(entered).toBe(expected)
  }
}

/** Returns the number of transfers, all of which must balance. */
async function transfersOf(model: Model): Promise<number> {
  const merchants = [...new Set(model.accounts.map(({ merchantId }) => merchantId))]
  const { rows } = await sql<{ mode: string; sum: bigint; unbalanced: number; transfers: number }>`
    select mode, sum(amount)::bigint as sum, count(*) filter (where amount <> 0)::int as unbalanced,
      count(*)::int as transfers
    from (
      select transfer.mode, transfer.id, sum(amount_kobo) as amount from transfer
      left join entry on entry.transfer_id = transfer.id
      where transfer.merchant_id = any(${merchants}::uuid[]) group by transfer.id
    ) as moved group by mode
  `.execute(db)
  for (const row of rows) expect(row).toMatchObject({ sum: 0n, unbalanced: 0 })
  return rows.reduce((sum, { transfers }) => sum + transfers, 0)
}

function sums(lines: readonly Line[]): Map<string, bigint> {
  const result = new Map<string, bigint>()
  for (const { accountId, amountKobo } of lines) add(result, accountId, amountKobo)
  return result
}

function add(to: Map<string, bigint>, id: string, amountKobo: bigint): void {
  to.set(id, (to.get(id) ?? 0n) + amountKobo)
}
