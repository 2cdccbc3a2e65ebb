import type { Request } from '@kobo/contract/kit/call'
import type { List } from '../define-list.ts'
import type { ListCall, ListRow } from '../list-call.ts'
import type { ListContextValue } from '../list-context.ts'
import { withKeys } from '../../ui/use-search-params.ts'

/** Rows that are read ahead. Decided ones make room for others. */
const size = 100

/** Returns the search param of a list's queue: its filters and the order of work, without empty values. */
export function queueParam<Reply, Row>(
  { queue }: Pick<List<Reply, Row>, 'queue'>,
  { request }: Pick<ListContextValue<Reply, Row>, 'request'>,
): string {
  const { page: _page, size: _size, ...filters } = request as Record<string, unknown>
  const all = Object.entries({ ...filters, ...queue?.items })
  return new URLSearchParams(
    all.filter(([, value]) => value !== '').map(([key, value]) => [key, String(value)]),
  ).toString()
}

/** Returns the request of a queue's rows. */
export function queueRequest<Reply>(param: string): Request<ListCall<Reply>> {
  return { page: 1, size, ...Object.fromEntries(new URLSearchParams(param)) }
}

/** Returns the address at which a row is decided within its queue: the list's panel, or else the row's page. */
export function queueAddress<Reply, Row extends ListRow>(
  { panel, open }: Pick<List<Reply, Row>, 'panel' | 'open'>,
  row: Row,
  param: string,
  at: { pathname: string; query: string },
): string {
  if (panel) return at.pathname + withKeys(at.query, { [panel.key]: row.id, queue: param })
  return (open?.(row) ?? '') + withKeys('', { queue: param })
}
