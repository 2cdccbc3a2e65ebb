import { describeResponseCode } from '../../rails/response-codes.ts'
import type { Exchange } from '../../rails/switch.ts'
import { formatNaira } from '../format-naira.ts'
import { chargesOf, type TransactionRow } from '../transaction-row.ts'
import { type LogEntry, logOf, type TrailEntry } from '../trail.ts'
import type { Commission, KnownName, NameEnquiryResponse, OutboundLeg } from './outbound-leg.ts'

type Labels = OutboundLeg['labels']

/** Delay between the final status and its webhook, so that every trail entry precedes it. */
export const webhookAfterMs = 10

/** Trail entry for the account holder's name. */
export function accountNamed({ way = 'Refund to the' }: Labels, name: KnownName): TrailEntry {
  if ('answer' in name) {
    const { answer: response } = name
    const sentence = response.accountName
      ? `The account belongs to ${response.accountName}`
      : `The account could not be found: ${describeResponseCode(response.code)}`
    return { category: 'TRANSFER_INIT', log: logOf(response), sentence }
  }
  if (name.namedAt === null) return { category: 'TRANSFER_INIT', sentence: `${way} ${name.accountName}` }
  const log = { code: '00', request: { askedAt: name.namedAt }, response: { accountName: name.accountName } }
  const sentence = `The account belongs to ${name.accountName}, as its bank confirmed when the batch was validated`
  return { category: 'TRANSFER_INIT', log, sentence }
}

/** Failure details after a rejected name enquiry. */
export function nameRefused(response: NameEnquiryResponse): { code: string | null; sentence: string; log: LogEntry } {
  return { code: response.code, sentence: nameRefusedWith(response.code), log: logOf(response) }
}

export function nameRefusedWith(code: string | null): string {
  return `The name enquiry failed: ${code === null ? 'no response' : codeText(code)}`
}

export function holdPlaced(
  row: Pick<TransactionRow, 'amount_kobo' | 'fee_kobo' | 'vat_kobo' | 'stamp_duty_kobo'>,
): TrailEntry {
  return {
    category: 'FUND_PENDING',
    log: {},
    sentence: `${formatNaira(row.amount_kobo + chargesOf(row))} placed on hold`,
  }
}

/** Trail entry for a payment that a freeze stops before its hold. */
export const waitsForFreeze: TrailEntry = {
  category: 'FUND_PENDING',
  completed: false,
  log: {},
  sentence: 'Waits until the freeze of the account is lifted',
}

/** Trail entry for a payment that was sent and whose outcome is unknown. */
export function outcomeUnknown(exchange: Exchange): TrailEntry {
  return { category: 'FUND_PENDING', log: logOf(exchange) }
}

export function statusQueried({ other }: Labels, exchange: Exchange): TrailEntry {
  const response = exchange.code === null ? describeResponseCode(null) : codeText(exchange.code)
  return {
    category: 'TRANSACTION_STATUS',
    log: logOf(exchange),
    sentence: `Status query to ${providerName({ other })}: ${response}`,
  }
}

export function approvedWith({ other }: Labels, code: string | null): string {
  return `${other} approved it: ${codeText(code)}`
}

export function refusedWith({ other }: Labels, code: string | null): string {
  return `${other} rejected it: ${codeText(code)}`
}

/** Failure message for a payment of which the provider has no record. */
export function noRecord({ other }: Labels, silentMs: number): string {
  const minutes = Math.max(1, Math.floor(silentMs / 60_000))
  return `Failed: no record at ${providerName({ other })} after ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
}

/** Trail entries of a successful payment; `exchange` is null after an operator's decision. */
export function succeeded(
  leg: Pick<OutboundLeg, 'successTrail'>,
  row: TransactionRow,
  {
    exchange,
    sentence,
    commission,
  }: { exchange: Exchange | null; sentence: string; commission?: Commission | undefined },
): TrailEntry[] {
  const facts = { code: exchange?.code ?? null, costKobo: exchange?.feeKobo ?? 0n, commission }
  return [{ category: 'FUND_SUCCESS', log: exchange ? logOf(exchange) : {}, sentence }, ...leg.successTrail(row, facts)]
}

export function hasFailed({ code, sentence, log = { code } }: Failed): TrailEntry {
  return { category: 'FUND_FAILED', log, sentence }
}

interface Failed {
  code: string | null
  sentence: string
  log?: LogEntry
}

export function approvedLate({ other }: Labels, exchange: Exchange): TrailEntry {
  return { category: 'FUND_SUCCESS', log: logOf(exchange), sentence: `${other} approved it after it had failed` }
}

/** Alert for a payment approved after its failure, with the action to take. */
export function approvedLateAlert({ it, other }: Labels, amountKobo: bigint): string {
  return (
    `${other} approved this ${it} after it had failed: ${formatNaira(amountKobo)} was paid out and also returned to the ` +
    'payer. Recover it from the beneficiary or from the payer'
  )
}

export function refusedLateAlert({ it, other }: Labels, code: string | null): string {
  return `${other} rejected this ${it} after it had been marked successful: ${codeText(code)}`
}

/** Name of the provider inside a sentence, such as `the switch`. */
export function providerName({ other }: Pick<Labels, 'other'>): string {
  return other.charAt(0).toLowerCase() + other.slice(1)
}

function codeText(code: string | null): string {
  return `${describeResponseCode(code)} (${code})`
}
