import { sql } from 'kysely'
import { describe } from 'vitest'
import { collect } from '../../testing/ledger-fixtures.ts'
import { healthyLedger, testChecks } from '../../testing/healthy-ledger.ts'
import { aLien, releaseLien } from '../../testing/liens.ts'
import { lienChecks } from './lien-checks.ts'

const { shop, customer, friend, stranger } = await healthyLedger()

const amountKobo = 100n

describe('lien checks', () => {
  testChecks(lienChecks, [
    [
      'an open lien whose hold was released',
      { 'lien-without-hold': 1 },
      async (t) =>
        sql`update hold set status = 'VOIDED' where lien_id = ${await aLien(t, stranger, { amountKobo })}`.execute(t),
    ],
    [
      'a lien that is over and still holds',
      { 'orphaned-lien-hold': 1 },
      async (t) =>
        sql`update lien set ended_at = created_at where id = ${await aLien(t, stranger, { amountKobo })}`.execute(t),
    ],
    [
      'a hold of a lien that does not exist',
      { 'orphaned-lien-hold': 1 },
      async (t) => sql`delete from lien where id = ${await aLien(t, stranger, { amountKobo })}`.execute(t),
    ],
    [
      'a lien that wants to hold more than its amount',
      { 'lien-hold-mismatch': 1 },
      async (t) =>
        sql`update hold set wanted_kobo = 101 where lien_id = ${await aLien(t, stranger, { amountKobo })}`.execute(t),
    ],
    [
      'a lien that holds more than its amount',
      { 'lien-hold-mismatch': 1, 'available-balance-mismatch': 1 },
      async (t) => {
        await collect(t, shop)
        await sql`alter table hold drop constraint hold_amount`.execute(t)
        await sql`update hold set amount_kobo = 101 where lien_id = ${await aLien(t, shop, { amountKobo })}`.execute(t)
      },
    ],
    [
      'a lien that holds on another account',
      { 'lien-hold-mismatch': 1 },
      async (t) =>
        sql`update hold set account_id = ${customer.id} where lien_id = ${await aLien(t, stranger, { amountKobo })}`.execute(
          t,
        ),
    ],
    [
      'liens that were placed or released without audit records',
      { 'lien-without-audit': 2 },
      async (t) => {
        await aLien(t, friend, { amountKobo, isAudited: false })
        await releaseLien(t, await aLien(t, friend, { amountKobo }), { isAudited: false })
      },
    ],
  ])
})
