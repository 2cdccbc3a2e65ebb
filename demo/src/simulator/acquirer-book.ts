import type pg from 'pg'

/** Card payment in the acquirer's book. */
export interface CardPayment {
  mode: string
  reference: string
  amountKobo: bigint
  narration: string
  returnUrl: string
  /** OPEN, APPROVED, DECLINED or FAILED. */
  state: string
  code: string | null
  scheme: string | null
  lastFour: string | null
  costKobo: bigint | null
}

const columns = `mode, reference, amount_kobo as "amountKobo", narration, return_url as "returnUrl", state, code, scheme,
  last_four as "lastFour", cost_kobo as "costKobo"`

/** Arbitrary unique number; acquirers that start concurrently on one database wait for each other on it. */
const lockNumber = 7_403_112_641

/** Creates the acquirer's tables if missing. */
export async function openAcquirerBook(pool: pg.Pool): Promise<void> {
  await pool.query(`
    select pg_advisory_xact_lock(${lockNumber});
    create table if not exists outside.card_payment (
      reference text primary key,
      mode text not null,
      amount_kobo bigint not null check (amount_kobo > 0),
      narration text not null,
      return_url text not null,
      created_at timestamptz not null default clock_timestamp(),
      state text not null default 'OPEN',
      code text,
      scheme text,
      last_four text,
      cost_kobo bigint,
      -- Whether the console accepts the money; null until it has responded.
      is_taken boolean,
      paid_in text
    );
    create table if not exists outside.card_refund (
      reference text primary key,
      payment_reference text not null,
      amount_kobo bigint not null check (amount_kobo > 0),
      created_at timestamptz not null default clock_timestamp(),
      code text not null,
      -- Settlement payment that withheld it.
      kept_in text
    )`)
}

/** Inserts an open payment; an existing one is left unchanged. */
export async function bookCardPayment(
  pool: pg.Pool,
  {
    mode,
    reference,
    amountKobo,
    narration,
    returnUrl,
  }: Omit<CardPayment, 'state' | 'code' | 'scheme' | 'lastFour' | 'costKobo'>,
): Promise<void> {
  await pool.query(
    `insert into outside.card_payment (mode, reference, amount_kobo, narration, return_url) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [mode, reference, amountKobo, narration, returnUrl],
  )
}

/** Finds a payment. One that stayed open for 15 minutes is marked as failed first. */
export async function findCardPayment(pool: pg.Pool, reference: string): Promise<CardPayment | undefined> {
  await pool.query(
    `update outside.card_payment set state = 'FAILED', code = '68'
     where reference = $1 and state = 'OPEN' and created_at < clock_timestamp() - interval '15 minutes'`,
    [reference],
  )
  const { rows } = await pool.query<CardPayment>(`select ${columns} from outside.card_payment where reference = $1`, [
    reference,
  ])
  return rows[0]
}

/** Decides an open payment once; undefined if it is no longer open. */
export async function decideCardPayment(
  pool: pg.Pool,
  reference: string,
  by: { state: string; code: string | null; scheme: string | null; lastFour: string | null; costKobo: bigint | null },
): Promise<CardPayment | undefined> {
  const { rows } = await pool.query<CardPayment>(
    `update outside.card_payment set state = $2, code = $3, scheme = $4, last_four = $5, cost_kobo = $6
     where reference = $1 and state = 'OPEN' returning ${columns}`,
    [reference, by.state, by.code, by.scheme, by.lastFour, by.costKobo],
  )
  return rows[0]
}

/** Records whether the client credited the payment or wants it returned to the card. */
export async function recordAcknowledgement(pool: pg.Pool, reference: string, isAccepted: boolean): Promise<void> {
  await pool.query('update outside.card_payment set is_taken = $2 where reference = $1', [reference, isAccepted])
}

/** Approved payments that the client has not acknowledged, and credited ones that are not paid out. */
export async function openAccounts(pool: pg.Pool): Promise<{ untold: CardPayment[]; unpaid: CardPayment[] }> {
  const findPayments = async (condition: string) =>
    (
      await pool.query<CardPayment>(
        `select ${columns} from outside.card_payment where state = 'APPROVED' and ${condition} order by created_at limit 1000`,
      )
    ).rows
  return { untold: await findPayments('is_taken is null'), unpaid: await findPayments('is_taken and paid_in is null') }
}

/** Refunds of paid-out payments that no payout has deducted yet. */
export async function openRefunds(pool: pg.Pool): Promise<{ mode: string; reference: string; amountKobo: bigint }[]> {
  const { rows } = await pool.query<{ mode: string; reference: string; amountKobo: bigint }>(
    `select mode, refund.reference, refund.amount_kobo as "amountKobo"
     from outside.card_refund as refund join outside.card_payment as payment on payment.reference = payment_reference
     where refund.code = '00' and kept_in is null
       -- Reported long enough ago for the console to have booked it.
       and refund.created_at < clock_timestamp() - interval '1 minute'
     order by refund.created_at limit 1000`,
  )
  return rows
}

/** Records the payout that contains these card payments and refunds. */
export async function recordPaid(pool: pg.Pool, references: readonly string[], paidIn: string): Promise<void> {
  await pool.query('update outside.card_payment set paid_in = $2 where reference = any($1)', [references, paidIn])
  await pool.query('update outside.card_refund set kept_in = $2 where reference = any($1)', [references, paidIn])
}

/** Cards of the simulated acquirer. Each decides its outcome, so that no number is ever typed. */
export const demoCards = {
  approved: { scheme: 'Verve', lastFour: '0603', state: 'APPROVED', code: null, fate: 'approved' },
  declined: { scheme: 'Visa', lastFour: '0051', state: 'DECLINED', code: '51', fate: 'declined: insufficient funds' },
  /** Reported only to a status query. */
  silent: {
    scheme: 'Mastercard',
    lastFour: '0068',
    state: 'APPROVED',
    code: null,
    fate: 'approved, but the acquirer sends no confirmation',
  },
} as const

/** The payer returns without entering a card. */
export const noCard = { scheme: null, lastFour: null, state: 'FAILED', code: '17' } as const

/** Payer's choice on the acquirer's page. */
export type DemoCard = keyof typeof demoCards | 'none'
