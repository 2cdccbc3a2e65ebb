import { createHash } from 'node:crypto'
import type { Mode } from '@kobo/contract/kit/mode'
import type { Selectable } from 'kysely'
import type { Tables } from '@kobo/server/db/tables'
import type { StoredBytes } from '@kobo/server/rails/file-store'
import type { Colleagues } from './colleagues.ts'
import { type Random, seeded } from './random.ts'
import type { Seal } from '@kobo/server/seal'
import type { Transaction } from '@kobo/server/db/database'

/** Tables that a mode's demo data fills, ordered so that no row refers to a later one. */
export const worldTables = [
  'file',
  'bvn_record',
  'partner',
  'merchant',
  'merchant_charge',
  'webhook_endpoint',
  'merchant_document',
  'merchant_service',
  'director',
  'settlement_account',
  'merchant_upgrade',
  'merchant_upgrade_document',
  'wallet',
  'wallet_upgrade',
  'audit',
] as const

type WorldTable = (typeof worldTables)[number]

export type Row<T extends keyof Tables> = Selectable<Tables[T]>

export type Rows = { [T in WorldTable]: Row<T>[] }

/** Account to be opened with a number of the provider's bank. */
export interface NewAccount {
  merchantId: string
  walletId: string | null
  name: string
  at: string
}

interface Service {
  id: string
  name: string
}

/** Images shared by many records, by content. */
export interface SharedImages {
  logos: ReadonlyMap<string, DemoFile>
  identityCards: ReadonlyMap<string, DemoFile>
}

/** Shared inputs and collected output of one mode's generators. */
export interface World {
  /** The same seed yields the same data. */
  seed: string
  mode: Mode
  now: Date
  staff: Colleagues
  services: readonly Service[]
  images: SharedImages
  takenBvns: Set<string>
  rows: Rows
  contents: StoredBytes[]
  accounts: NewAccount[]
  /** Used only for the ids and keys of files. */
  fileIds: Random
  /** Creates a random stream for one subject. */
  random(subject: string): Random
}

export type WorldInputs = Pick<World, 'seed' | 'mode' | 'now' | 'staff' | 'services' | 'images' | 'takenBvns'>

export function emptyWorld(inputs: WorldInputs): World {
  const random = (subject: string) => seeded(`${inputs.seed} ${inputs.mode} ${subject}`)
  return {
    ...inputs,
    rows: {
      file: [],
      bvn_record: [],
      partner: [],
      merchant: [],
      merchant_charge: [],
      webhook_endpoint: [],
      merchant_document: [],
      merchant_service: [],
      director: [],
      settlement_account: [],
      merchant_upgrade: [],
      merchant_upgrade_document: [],
      wallet: [],
      wallet_upgrade: [],
      audit: [],
    },
    contents: [],
    accounts: [],
    fileIds: random('files'),
    random,
  }
}

/** Adds a file. Keys are drawn in the same order on every attempt, so that a retry overwrites the files of a failed one. */
export function addFile(world: World, file: DemoFile, at: Date): string {
  const id = world.fileIds.id(at)
  const key = world.fileIds.hex(32)
  world.contents.push({ key, bytes: file.bytes })
  world.rows.file.push({
    id,
    created_at: at.toISOString(),
    mode: world.mode,
    name: file.name,
    content_type: file.contentType,
    size_bytes: file.bytes.byteLength,
    sha256: createHash('sha256').update(file.bytes).digest('hex'),
    storage_key: key,
    status: 'READY',
    staff_id: null,
    sealed_with: null,
  })
  return id
}

/** Encrypts the personal numbers of the demo data, after all comparisons on them. */
export function sealNumbersOf({ rows }: World, seal: Seal): void {
  // As the files are.
  for (const row of rows.file) row.sealed_with = seal.form() === 1 ? null : (seal.keys[0] ?? null)
  for (const row of rows.wallet) Object.assign(row, numbersOf('wallet', row, ['bvn', 'nin']))
  for (const row of rows.merchant) Object.assign(row, numbersOf('merchant', row, ['bvn', 'identity_number']))
  for (const row of rows.director) Object.assign(row, numbersOf('director', row, ['bvn']))
  for (const row of rows.bvn_record) Object.assign(row, numbersOf('bvn_record', { ...row, id: '' }, ['bvn']))

  /** The columns of a row's numbers, sealed. */
  function numbersOf<C extends string>(
    table: string,
    row: { id: string } & Record<C, string | null>,
    columns: readonly C[],
  ): Record<string, string | null> {
    return Object.fromEntries(
      columns.flatMap((column): [string, string | null][] => {
        const clear = row[column]
        const place = { table, column, id: row.id }
        const { hash, sealed } = clear === null ? { hash: null, sealed: null } : seal.closeNumber(clear, place)
        return [
          [column, hash],
          [`sealed_${column}`, sealed],
        ]
      }),
    )
  }
}

const serviceNames = [
  'Collections',
  'Payouts',
  'Bills Payment',
  'Virtual Accounts',
  'Wallets',
  'Cards',
  'Agency Banking',
]

/** Returns the services that merchants choose from. */
export async function findServices(db: Transaction): Promise<Service[]> {
  const rows = await db.selectFrom('service').select(['id', 'name']).where('name', 'in', serviceNames).execute()
  return serviceNames.flatMap((name) => rows.filter((row) => row.name === name))
}

/** Document or image of the demo before it is stored. */
export interface DemoFile {
  name: string
  contentType: string
  bytes: Buffer
}
