import { type FreezableKind, type FreezeScope, allScopes, scopesOfKind } from '@kobo/contract/kit/freeze'
import type { FormErrors } from '@mantine/form'
import { serverNow } from '../../api/clock.ts'

/** Input of the form. Fields that the server may reject have the names of the call's body. */
export interface FreezeValues {
  extent: 'ALL' | 'SOME'
  /** Ticked scopes: any of them, or beside all only refunds. */
  scope: FreezeScope[]
  reason: string
  /** Day and hour in Lagos at which it ends by itself; no day for none. */
  until: { day: string; hour: string }
  waiting: 'CONTINUE' | 'CANCEL'
}

export const emptyValues: FreezeValues = {
  extent: 'ALL',
  scope: [],
  reason: '',
  until: { day: '', hour: '09:00' },
  waiting: 'CONTINUE',
}

/** Returns the scopes that the freeze stops, in their usual order. */
export function stoppedScopes(kind: FreezableKind, { extent, scope }: FreezeValues): FreezeScope[] {
  const all = extent === 'ALL' ? allScopes(kind) : []
  return scopesOfKind[kind].filter((one) => scope.includes(one) || all.includes(one))
}

/** Returns whether there may be waiting payments to cancel. */
export function mayCancel(kind: FreezableKind, values: FreezeValues): boolean {
  return stoppedScopes(kind, values).includes('MONEY_OUT')
}

/** Returns whether waiting payments are cancelled. */
export function isCancelling(kind: FreezableKind, values: FreezeValues): boolean {
  return values.waiting === 'CANCEL' && mayCancel(kind, values)
}

/** Returns the instant of the entered end, if any. */
export function endOf({ until: { day, hour } }: FreezeValues): string | undefined {
  return day === '' ? undefined : `${day}T${hour}:00+01:00`
}

/** Returns what the input asks of the server. */
export function bodyOf(kind: FreezableKind, values: FreezeValues) {
  const stopped = stoppedScopes(kind, values)
  const scope = values.extent === 'ALL' ? (['ALL', ...stopped.filter((one) => one === 'REFUNDS')] as const) : stopped
  const until = endOf(values)
  return {
    scope: [...scope],
    reason: values.reason,
    ...(until !== undefined && { until }),
    ...(isCancelling(kind, values) && { cancelWaiting: true }),
  }
}

/** Returns errors beyond those of the contract. */
export function problemsOf(kind: FreezableKind, values: FreezeValues): FormErrors {
  const end = endOf(values)
  const isPast = end !== undefined && Date.parse(end) <= serverNow()
  return {
    ...(stoppedScopes(kind, values).length === 0 && { scope: 'Choose at least one' }),
    ...(isPast && { until: 'The end must be in the future' }),
  }
}
