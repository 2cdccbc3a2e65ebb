import type pg from 'pg'
import type { Party, Route } from '@kobo/server/rails/switch'
import { openAcquirerBook } from './acquirer-book.ts'
import { openBillerBook } from './biller-routes.ts'

/** Arbitrary unique number; simulators that start concurrently on one database wait for each other on it. */
const lockNumber = 7_403_112_640

/** Creates the simulator's schema if missing, and deletes webhooks received more than 30 days ago. */
export async function openBook(pool: pg.Pool): Promise<void> {
  // Statements sent in one query run in one transaction.
  await pool.query(`
    select pg_advisory_xact_lock(${lockNumber});
    create schema if not exists outside;
    create table if not exists outside.payment (
      route text not null,
      session_id text not null,
      amount_kobo bigint not null check (amount_kobo > 0),
      originator_bank text not null,
      originator_account text not null,
      originator_name text not null,
      beneficiary_bank text not null,
      beneficiary_account text not null,
      beneficiary_name text not null,
      narration text not null,
      code text not null,
      fee_kobo bigint not null,
      told_from timestamptz not null,
      created_at timestamptz not null default clock_timestamp(),
      -- Each switch has its own book: a transfer sent through both is paid twice.
      primary key (session_id, route)
    );
    create index if not exists payment_created_at on outside.payment (created_at);
    create table if not exists outside.received (
      id uuid primary key,
      at timestamptz not null,
      webhook_id text,
      path text not null,
      headers jsonb not null,
      body text not null,
      answered integer
    );
    create index if not exists received_webhook_id on outside.received (webhook_id, at);
    delete from outside.received where at < now() - interval '30 days'`)
  await openAcquirerBook(pool)
  await openBillerBook(pool)
}

export interface BookedPayment {
  route: Route
  sessionId: string
  amountKobo: bigint
  originator: Party
  beneficiary: Party
  narration: string
  /** Final response code. */
  code: string
  feeKobo: bigint
  /** How long a status query does not reveal the code. */
  secretForMs: number
}

/** Inserts a payment; returns false, without effect, if it exists. */
export async function bookPayment(pool: pg.Pool, payment: BookedPayment): Promise<boolean> {
  const { originator, beneficiary } = payment
  const { rowCount } = await pool.query(
    `insert into outside.payment
       (route, session_id, amount_kobo, originator_bank, originator_account, originator_name, beneficiary_bank,
        beneficiary_account, beneficiary_name, narration, code, fee_kobo, told_from)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, clock_timestamp() + $13 * interval '1 ms')
     on conflict do nothing`,
    [
      payment.route,
      payment.sessionId,
      payment.amountKobo,
      originator.bankCode,
      originator.accountNumber,
      originator.name,
      beneficiary.bankCode,
      beneficiary.accountNumber,
      beneficiary.name,
      payment.narration,
      payment.code,
      payment.feeKobo,
      payment.secretForMs,
    ],
  )
  return rowCount === 1
}

export interface PaymentState {
  code: string
  amountKobo: bigint
  feeKobo: bigint
  /** Whether a status query may reveal the code by now. */
  told: boolean
}

export async function findPayment(pool: pg.Pool, route: Route, sessionId: string): Promise<PaymentState | undefined> {
  const { rows } = await pool.query<PaymentState>(
    `select code, amount_kobo as "amountKobo", fee_kobo as "feeKobo", told_from <= clock_timestamp() as told
     from outside.payment where route = $1 and session_id = $2`,
    [route, sessionId],
  )
  return rows[0]
}

/** Returns totals by route and code, and the payments since an instant, the oldest first. */
export async function readBook(pool: pg.Pool, since: Date, limit: number) {
  const totals = await pool.query<{ route: string; code: string; count: number; amountKobo: string; feeKobo: string }>(
    `select route, code, count(*)::int as count, sum(amount_kobo)::text as "amountKobo", sum(fee_kobo)::text as "feeKobo"
     from outside.payment where created_at >= $1 group by route, code order by route, code`,
    [since],
  )
  const payments = await pool.query<Record<string, string>>(
    `select route, session_id as "sessionId", amount_kobo::text as "amountKobo", fee_kobo::text as "feeKobo", code,
       beneficiary_bank as "beneficiaryBankCode", beneficiary_account as "beneficiaryAccountNumber",
       created_at as "createdAt"
     from outside.payment where created_at >= $1 order by created_at, session_id, route limit $2`,
    [since, limit],
  )
  return { totals: totals.rows, payments: payments.rows }
}
