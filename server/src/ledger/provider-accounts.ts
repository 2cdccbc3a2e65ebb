import { type Mode, mode as modes } from '@kobo/contract/kit/mode'

/** The provider's own accounts, one per kind and mode; ids derive from the position, so new kinds are appended. */
const kinds = [
  'FLOAT_NIP',
  'FLOAT_ETRANZACT',
  'FEE_INCOME',
  'PROVIDER_COST',
  'VAT_PAYABLE',
  'STAMP_DUTY_PAYABLE',
  // Retired: RECOVERY now holds the receivables from compensations.
  'SETTLEMENT_CLEARING',
  'RECOVERY',
  'CARD_RECEIVABLE',
  'SCHEME_FLOAT',
  'BILLER_FLOAT',
] as const

export type ProviderAccount = (typeof kinds)[number]

const prefix = '00000000-0000-7000-8000-'

/** The id of a provider account, the same in every database. */
export function providerAccount(mode: Mode, kind: ProviderAccount): string {
  const number = kinds.indexOf(kind) + 1
  // The tens precede the mode, so that the first nine keep their one-digit ids.
  const tens = String(Math.floor(number / 10)).padStart(10, '0')
  return `${prefix}${tens}${mode === 'PRODUCTION' ? 1 : 2}${number % 10}`
}

const modeById = new Map(
  modes.options.flatMap((mode) => kinds.map((kind): [string, Mode] => [providerAccount(mode, kind), mode])),
)

/** The mode of one of the provider's own accounts; undefined for any other account. */
export function providerAccountMode(accountId: string): Mode | undefined {
  return modeById.get(accountId)
}

export function isProviderAccount(accountId: string): boolean {
  return modeById.has(accountId)
}

/** Display names of the provider's own accounts. */
const names: Readonly<Record<string, string>> = {
  FLOAT_NIP: 'Float at NIP',
  FLOAT_ETRANZACT: 'Float at eTranzact',
  FEE_INCOME: 'Fee income',
  PROVIDER_COST: 'Provider cost',
  VAT_PAYABLE: 'VAT payable',
  STAMP_DUTY_PAYABLE: 'Stamp duty payable',
  SETTLEMENT_CLEARING: 'Settlement clearing (retired)',
  RECOVERY: 'Recovery',
  CARD_RECEIVABLE: 'Card receivable',
  SCHEME_FLOAT: 'Card scheme float',
  BILLER_FLOAT: 'Biller float',
}

/** Display name of a kind of provider account. */
export function providerAccountName(kind: string): string {
  return names[kind] ?? kind
}
