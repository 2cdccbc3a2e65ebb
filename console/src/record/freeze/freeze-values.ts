import { type FreezableKind, type FreezeScope, allScopes, scopesOfKind } from '@kobo/contract/kit/freeze'
import type { FormErrors } from '@mantine/form'
import { type EndTime, instantOf, isPast, noEnd } from '../end-time.ts'

/** Input of the form. Fields that the server may reject have the names of the call's body. */
export interface FreezeValues {
  extent: 'ALL' | 'SOME'
  /** Ticked scopes: any of them, or beside all only refunds. */
  scope: FreezeScope[]
  reason: string
  until: EndTime
  waiting: 'CONTINUE' | 'CANCEL'
}

export const emptyValues: FreezeValues = {
  extent: 'ALL',
  scope: [],
  reason: '',
  until: noEnd,
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

/** Returns what the input asks of the server. */
export function bodyOf(kind: FreezableKind, values: FreezeValues) {
  const stopped = stoppedScopes(kind, values)
  const scope = values.extent === 'ALL' ? (['ALL', ...stopped.filter((one) => one === 'REFUNDS')] as const) : stopped
  const until = instantOf(values.until)
  return {
    scope: [...scope],
    reason: values.reason,
    ...(until !== undefined && { until }),
    ...(isCancelling(kind, values) && { cancelWaiting: true }),
  }
}

/** Returns errors beyond those of the contract. */
export function problemsOf(kind: FreezableKind, values: FreezeValues): FormErrors {
  return {
    ...(stoppedScopes(kind, values).length === 0 && { scope: 'Choose at least one' }),
    ...(isPast(values.until) && { until: 'The end must be in the future' }),
  }
}
