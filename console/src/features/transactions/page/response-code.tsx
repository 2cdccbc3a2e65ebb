import { StatusTag } from '../../../status/status-tag.tsx'
import { empty } from '../../../ui/empty.ts'
import type { StatusMap } from '../../../status/statuses.ts'

/** What the outside world answered: `00` of a switch or a merchant's 2xx is good, everything else wants a look. */
export function ResponseCode({ code }: { code: string | null | undefined }) {
  if (!code) return empty
  return <StatusTag of={code} map={responseCodes} />
}

const good = ['00', '200', '201', '202', '204']

/** A code is shown as it is; what is not known to be good stands out. */
export const responseCodes: StatusMap = {
  known: Object.fromEntries(good.map((code) => [code, { label: code, tone: 'green' }])),
  other: { tone: 'orange' },
}
