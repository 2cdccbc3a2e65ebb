import { freezes } from '@kobo/contract/freezes'
import type { Freeze } from '@kobo/contract/kit/freeze'
import { useIsSupported } from '../../api/config.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { usePollInterval } from '../../api/use-poll-interval.ts'
import type { Freezable } from './freezable.ts'

interface Freezes {
  state: 'unsupported' | 'loading' | 'ready' | 'failed'
  own: Freeze | undefined
  /** Freezes of its holder or its merchant. */
  inherited: readonly Freeze[]
  again: () => void
}

/** Returns the freezes in force that bind a record. Any operator may freeze or lift, and a freeze may end by itself. */
export function useFreezes(record: Freezable): Freezes {
  const isSupported = useIsSupported(freezes.list)
  const pollMs = usePollInterval('slow')
  const { merchantId, accountId } = record
  const binding = accountId === undefined ? { merchantId, kind: 'MERCHANT' as const } : { accountId }
  const request = { ...binding, status: 'IN_FORCE' as const, page: 1, size: 10 }
  const query = useApiQuery(freezes.list, isSupported ? request : null, { pollMs })
  const inForce = query.data?.freezes ?? []
  // The page of a wallet knows it by the wallet's ID.
  const isOwn = ({ kind, walletId, accountId: frozenId }: Freeze) =>
    ((kind === 'WALLET' ? walletId : frozenId) ?? undefined) === accountId
  const loaded = query.data ? 'ready' : query.isError ? 'failed' : 'loading'
  return {
    state: isSupported ? loaded : 'unsupported',
    own: inForce.find(isOwn),
    inherited: inForce.filter((freeze) => !isOwn(freeze)),
    again: () => void query.refetch(),
  }
}
