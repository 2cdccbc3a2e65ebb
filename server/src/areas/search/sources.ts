import type { Permission } from '@kobo/contract/kit/permission'
import type { HitKind } from '@kobo/contract/search'
import { type RawBuilder, sql } from 'kysely'
import type { Seal } from '../../seal.ts'
import {
  byAccountNumber,
  byBeginning,
  byEmail,
  byId,
  byName,
  byReferenceOf,
  type Clue,
  equal,
  firstCalled,
} from './clues.ts'
import type { Meaning } from './parse-search-text.ts'

/** Where records of a kind are found, the permission to read them, and what a hit shows, in terms of the table's columns. */
export interface Source {
  kind: HitKind
  permission: Permission
  /** Table or subquery with id, mode and created_at. */
  table: RawBuilder<unknown>
  clues: (meaning: Meaning, seal: Seal) => Clue[]
  /** If null, the name of the record's merchant. */
  title: RawBuilder<unknown>
  /** Shown before the name of the record's merchant. */
  detail?: RawBuilder<unknown>
  /** Whether the detail is personal, and left out without the permission to read it. */
  hasPersonalDetail?: boolean
  /** Record that the hit opens, if it is another one. */
  id?: RawBuilder<unknown>
  /** For records that belong to a merchant. */
  merchantId?: RawBuilder<unknown>
  walletId?: RawBuilder<unknown>
  parentId?: RawBuilder<unknown>
  status?: RawBuilder<unknown>
  amountKobo?: RawBuilder<unknown>
}

const merchantId = sql`merchant_id`
const status = sql`status`
const amountKobo = sql`amount_kobo`

/** A literal, so that the planner can match the partial index of child accounts. */
const accountsOf = (kind: 'MERCHANT' | 'WALLET' | 'CHILD') =>
  sql`(select * from account where kind = ${sql.lit(kind)}) as account`

const accountFields = {
  clues: ({ id, accountNumber }: Meaning) => [...byId(id), ...byAccountNumber('account_number', accountNumber)],
  title: sql`account_name`,
  merchantId,
}

const transactionsWith = (matchesReference: RawBuilder<boolean>) =>
  firstCalled(sql`select id from transaction where ${matchesReference}`)

const people: Source[] = [
  {
    kind: 'merchant',
    permission: 'merchants.read',
    table: sql`merchant`,
    clues: ({ id, name, email, phones, registrationKeys, personalNumber }, seal) => [
      ...byId(id),
      ...byName('business_name', name),
      ...byEmail(email),
      ...equal('PHONE', 'phone_number', phones),
      ...hasRegistration(registrationKeys),
      ...hasBvn(personalNumber, seal),
    ],
    title: sql`business_name`,
    detail: sql`email`,
    hasPersonalDetail: true,
    status,
  },
  {
    ...accountFields,
    kind: 'merchant',
    permission: 'merchants.read',
    table: accountsOf('MERCHANT'),
    id: merchantId,
    detail: sql`account_number || ', Merchant account'`,
  },
  {
    kind: 'merchant',
    permission: 'merchants.read',
    table: sql`(
      select merchant.id, mode, created_at, status, business_name, account_number, bank_name
      from settlement_account join merchant on merchant.id = merchant_id) as settled`,
    clues: ({ accountNumber }) => byAccountNumber('account_number', accountNumber),
    title: sql`business_name`,
    detail: sql`account_number || ', ' || bank_name || ', Settlement account'`,
    status,
  },
  {
    kind: 'wallet',
    permission: 'wallets.read',
    table: sql`wallet`,
    clues: ({ id, name, email, phones, personalNumber }, seal) => [
      ...byId(id),
      ...byName('account_name', name),
      ...byEmail(email),
      ...equal('PHONE', 'phone_number', phones),
      ...equal('BVN', 'bvn', hashes(personalNumber, seal)),
      ...equal('NIN', 'nin', hashes(personalNumber, seal)),
    ],
    title: sql`account_name`,
    merchantId,
    walletId: sql`id`,
    status,
  },
  {
    ...accountFields,
    kind: 'wallet',
    permission: 'wallets.read',
    table: accountsOf('WALLET'),
    id: sql`wallet_id`,
    walletId: sql`wallet_id`,
    detail: sql`account_number || ', Wallet'`,
  },
  {
    kind: 'member',
    permission: 'team.read',
    // Staff work in both modes.
    table: sql`(
      select id, null::text as mode, created_at, status, email, first_name || ' ' || last_name as name from staff) as member`,
    clues: ({ id, name, email }) => [...byId(id), ...byName('name', name), ...byEmail(email, false)],
    title: sql`name`,
    detail: sql`email`,
    status,
  },
  {
    kind: 'contactMessage',
    permission: 'contact.read',
    table: sql`contact_message`,
    clues: ({ id, name, email, phones }) => [
      ...byId(id),
      ...byName('name', name),
      ...byEmail(email),
      ...equal('PHONE', 'phone_number', phones),
    ],
    title: sql`name`,
    detail: sql`subject`,
    merchantId,
    status,
  },
]

const accounts: Source[] = [
  {
    ...accountFields,
    kind: 'childAccount',
    permission: 'childAccounts.read',
    table: accountsOf('CHILD'),
    clues: (meaning) => [...accountFields.clues(meaning), ...byName('account_name', meaning.name)],
    walletId: sql`wallet_id`,
    detail: sql`account_number`,
    status: sql`case when inactive_since is null then 'ACTIVE' else 'INACTIVE' end`,
  },
  {
    ...accountFields,
    kind: 'account',
    permission: 'collections.read',
    table: sql`virtual_account`,
    clues: (meaning) => [
      ...accountFields.clues(meaning),
      ...byName('account_name', meaning.name),
      ...byBeginning('REFERENCE', 'reference', meaning.label),
    ],
    walletId: sql`wallet_id`,
    detail: sql`account_number || ', Virtual account'`,
  },
  {
    kind: 'subAccount',
    permission: 'settlements.read',
    table: sql`subaccount`,
    clues: ({ id, name, accountNumber }) => [
      ...byId(id),
      ...byName('name', name),
      ...byAccountNumber('account_number', accountNumber),
    ],
    title: sql`name`,
    detail: sql`account_number || ', ' || bank_name`,
    merchantId,
    status: sql`case when inactive_since is null then 'ACTIVE' else 'INACTIVE' end`,
  },
  {
    kind: 'store',
    permission: 'stores.read',
    table: sql`(select store.*, account_number from store join account on account.id = store.id and account.kind = 'STORE') as store`,
    clues: ({ id, name, accountNumber }) => [
      ...byId(id),
      ...byName('name', name),
      ...byAccountNumber('account_number', accountNumber),
    ],
    title: sql`name`,
    detail: sql`account_number`,
    merchantId,
  },
  {
    kind: 'terminal',
    permission: 'stores.read',
    table: sql`(select terminal.*, account_number from terminal join account on account.id = terminal.id and account.kind = 'TERMINAL') as terminal`,
    clues: ({ id, label, accountNumber }) => [
      ...byId(id),
      ...byBeginning('SERIAL_NUMBER', 'serial_number', label),
      ...byAccountNumber('account_number', accountNumber),
    ],
    title: sql`serial_number`,
    detail: sql`account_number || ', ' || (select name from store where store.id = store_id)`,
    merchantId,
    status: sql`case when inactive_since is null then 'ACTIVE' else 'INACTIVE' end`,
  },
]

const money: Source[] = [
  {
    kind: 'card',
    permission: 'cards.read',
    table: sql`card`,
    clues: ({ id, name, card }) => [...byId(id), ...byName('holder_name', name), ...hasNumber(card)],
    title: sql`holder_name`,
    detail: sql`masked_pan`,
    merchantId,
    walletId: sql`wallet_id`,
    status,
  },
  {
    kind: 'cardBatch',
    permission: 'cards.read',
    table: sql`card_batch`,
    clues: ({ id, label }) => [...byId(id), ...byBeginning('REFERENCE', 'reference', label)],
    title: sql`reference`,
    merchantId,
    status,
  },
  {
    kind: 'batch',
    permission: 'payouts.read',
    table: sql`bulk_batch`,
    clues: ({ id, label }) => [...byId(id), ...byBeginning('REFERENCE', 'reference', label)],
    title: sql`reference`,
    merchantId,
    status,
  },
  {
    kind: 'paymentLink',
    permission: 'collections.read',
    table: sql`payment_link`,
    clues: ({ id, name, label, linkCode }) => [
      ...byId(id),
      ...equal('URL', 'code', linkCode),
      ...byName('description', name),
      ...byReferenceOf('checkout_id', label, (matchesReference) =>
        firstCalled(sql`select id from checkout where ${matchesReference}`),
      ),
    ],
    title: sql`description`,
    merchantId,
    status: sql`case when inactive_at is null then 'ACTIVE' else 'INACTIVE' end`,
    amountKobo: sql`(select amount_kobo from checkout where checkout.id = checkout_id)`,
  },
  {
    kind: 'checkout',
    permission: 'collections.read',
    table: sql`checkout`,
    clues: ({ id, label, checkoutId }) => [
      ...byId(id),
      ...equal('URL', 'id', checkoutId),
      ...byBeginning('REFERENCE', 'reference', label),
    ],
    title: sql`reference`,
    detail: sql`narration`,
    merchantId,
    amountKobo,
  },
  {
    kind: 'dispute',
    permission: 'disputes.read',
    table: sql`dispute`,
    clues: ({ id, name, reference }) => [
      ...byId(id),
      ...byName('customer', name),
      ...byReferenceOf('transaction_id', reference, transactionsWith),
    ],
    title: sql`customer`,
    detail: sql`(select reference from transaction where transaction.id = transaction_id)`,
    merchantId,
    status,
    amountKobo,
  },
  {
    kind: 'settlement',
    permission: 'settlements.read',
    table: sql`settlement`,
    clues: ({ id, reference }) => [
      ...byId(id),
      ...byReferenceOf(
        'id',
        reference,
        (matchesReference) => sql`
          select settlement_id from settlement_attempt where transaction_id = any(array(${transactionsWith(matchesReference)}))`,
      ),
    ],
    title: sql`(select name from subaccount where subaccount.id = subaccount_id)`,
    detail: sql`(select reference from transaction where transaction.id = transaction_id)`,
    merchantId,
    parentId: sql`subaccount_id`,
    status,
    amountKobo,
  },
  {
    // Payers know a payment by its checkout's reference.
    kind: 'transaction',
    permission: 'transactions.read',
    table: sql`transaction`,
    clues: ({ label }) =>
      byReferenceOf('id', label, (matchesReference) =>
        firstCalled(sql`select transaction_id from checkout where transaction_id is not null and ${matchesReference}`),
      ),
    title: sql`coalesce(other_end(type, originator_name, beneficiary_name), reference)`,
    detail: sql`reference`,
    merchantId,
    walletId: sql`wallet_id`,
    status,
    amountKobo,
  },
]

/** All sources except transactions by their own values. The groups are searched concurrently. */
export const sourceGroups: readonly (readonly Source[])[] = [people, accounts, money]

/** By each secret and form, since rows are sealed anew one by one. */
function hashes(personalNumber: string | undefined, seal: Seal): readonly string[] | undefined {
  return personalNumber === undefined ? undefined : seal.numberHashes(personalNumber)
}

/** Matches the BVN of the owner or of a director. */
function hasBvn(personalNumber: string | undefined, seal: Seal): Clue[] {
  const numbers = hashes(personalNumber, seal)
  if (numbers === undefined) return []
  return [
    {
      why: 'BVN',
      exact: sql`bvn = any(${numbers}) or id = any(array(select merchant_id from director where bvn = any(${numbers})))`,
    },
  ]
}

function hasRegistration(keys: readonly string[] | undefined): Clue[] {
  if (keys === undefined) return []
  const exact = sql<boolean>`registration_number is not null and registration_key(registration_number) = any(${keys})`
  return [{ why: 'RC_NUMBER', exact }]
}

/** Matches the last four digits, and the first ones if they are present. */
function hasNumber(card: Meaning['card']): Clue[] {
  if (card === undefined) return []
  return [
    {
      why: 'CARD_NUMBER',
      exact: sql`mode in ('PRODUCTION', 'SANDBOX') and last_four = ${card.last} and masked_pan ^@ ${card.first}`,
    },
  ]
}
