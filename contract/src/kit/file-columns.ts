import { z } from 'zod'
import type { Call } from './call.ts'
import { nairaReply } from './naira.ts'

/** Format of a value; a moment is an instant or a day, depending on the reply. */
export type ColumnKind = 'text' | 'naira' | 'number' | 'moment' | 'yesNo'

/** Column that an export can contain. */
export interface FileColumn {
  /** Path of the value in a row, such as `merchant.businessName`. */
  path: string
  title: string
  kind: ColumnKind
}

/** Returns the key of a reply's rows if the call can be exported, that is if it lists and counts rows. */
export function rowsKey(call: Call): string | undefined {
  if (call.method !== 'GET' || call.effect !== 'read' || call.permission === 'public') return undefined
  if (!(call.reply instanceof z.ZodObject) || !('totalRecords' in call.reply.shape)) return undefined
  return Object.keys(call.reply.shape).find((key) => rowOf(call, key) !== undefined)
}

/** Returns every column that an export of the call can contain, in the order of the reply; empty if it cannot be exported. */
export function fileColumns(call: Call): FileColumn[] {
  const key = rowsKey(call)
  const row = key === undefined ? undefined : rowOf(call, key)
  const columns = row ? columnsOf(row, '') : []
  // Drops later columns with the same title, which hold the same value.
  return columns.filter(({ title }, at) => columns.findIndex((other) => other.title === title) === at)
}

function rowOf(call: Call, key: string): z.ZodObject | undefined {
  const list = call.reply instanceof z.ZodObject ? fieldOf(call.reply, key) : undefined
  const element = list instanceof z.ZodArray ? bare(list.element) : undefined
  return element instanceof z.ZodObject ? element : undefined
}

function columnsOf(row: z.ZodObject, above: string): FileColumn[] {
  return Object.keys(row.shape).flatMap((key) => {
    const path = above + key
    const value = fieldOf(row, key)
    if (value instanceof z.ZodObject) return columnsOf(value, `${path}.`)
    const kind = kindOf(value, key)
    return kind === undefined ? [] : [{ path, title: titleOf(path), kind }]
  })
}

/** Returns undefined for values that do not fit one cell, and for URLs, which grant access to anyone who has the file. */
function kindOf(value: z.core.$ZodType | undefined, key: string): ColumnKind | undefined {
  if (/^(link|url)$|(Link|Url|URL)$/.test(key)) return undefined
  if (value === nairaReply) return 'naira'
  if (value instanceof z.ZodNumber) return 'number'
  if (value instanceof z.ZodBoolean) return 'yesNo'
  if (value instanceof z.ZodString || value instanceof z.ZodEnum) return isMoment(key) ? 'moment' : 'text'
  return undefined
}

function isMoment(key: string): boolean {
  return /At$|Date$|^date$/.test(key)
}

function fieldOf({ shape }: z.ZodObject<z.core.$ZodShape>, key: string): z.core.$ZodType | undefined {
  return bare(shape[key])
}

function bare(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return bare(schema.unwrap())
  return schema
}

/** Titles of paths whose words would make a poor title. */
const ownTitles: Readonly<Record<string, string>> = {
  createdAt: 'Date created',
  consumated: 'Accepted',
  hasPaid: 'Paid',
  isOverdue: 'Overdue',
  totalRecords: 'Items',
  totalInvalidRecords: 'Invalid items',
  usesApp: 'Uses an authenticator',
  verified: 'KYC status',
  hindrance: 'Blocker',
  maskedPan: 'Card number',
  'card.maskedPan': 'Card number',
  enableConversation: 'Conversation',
  expiry: 'Expires',
  acceptor: 'Paid at',
  stops: 'Disables',
  paymentMethod: 'Paid by',
}
const abbreviations = new Set(['id', 'kyc', 'bvn', 'nin', 'vat'])

/** Turns `merchant.businessName` into "Merchant business name", and `expiresAt` into "Expires". */
export function titleOf(path: string): string {
  const ownTitle = ownTitles[path]
  if (ownTitle !== undefined) return ownTitle
  const terms = path
    .replace(/At$/, '')
    .split(/\.|(?=[A-Z])|(?<=[a-z])(?=\d)/)
    .map((term) => term.toLowerCase())
    .map((term) => (abbreviations.has(term) ? term.toUpperCase() : term))
    // Drops repeated words, as in `wallet.walletName`.
    .filter((term, at, list) => term !== list[at - 1])
    .join(' ')
  return terms.charAt(0).toUpperCase() + terms.slice(1)
}
