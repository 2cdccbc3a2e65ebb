import { type Mode, mode as modes } from '@kobo/contract/kit/mode'

/** The provider's own accounts, one of each in each mode. */
const kinds = [
  'FLOAT_NIP',
  'FLOAT_ETRANZACT',
  'FEE_INCOME',
  'PROVIDER_COST',
  'VAT_PAYABLE',
  'STAMP_DUTY_PAYABLE',
  'SETTLEMENT_CLEARING',
] as const

export type ProviderAccount = (typeof kinds)[number]

const prefix = '00000000-0000-7000-8000-0000000000'

/** The id of a provider account, the same in every database. */
export function providerAccount(mode: Mode, kind: ProviderAccount): string {
  return `${prefix}${mode === 'PRODUCTION' ? 1 : 2}${kinds.indexOf(kind) + 1}`
}

const modeById = new Map(
  modes.options.flatMap((one) => kinds.map((kind): [string, Mode] => [providerAccount(one, kind), one])),
)

/** The mode of one of the provider's own accounts; undefined for any other account. */
export function providerAccountMode(accountId: string): Mode | undefined {
  return modeById.get(accountId)
}

export function isProviderAccount(accountId: string): boolean {
  return modeById.has(accountId)
}
