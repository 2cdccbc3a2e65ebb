import { StatusTag } from '../../../status/status-tag.tsx'
import type { StatusMap } from '../../../status/statuses.ts'
import { emptyValue } from '../../../ui/empty-value.ts'

interface Answered {
  responseCode?: string | null
  /** What the code means, where that is known. */
  responseText?: string | null
}

/** What the outside world answered, beside what that means: `00` of a switch or a merchant's 2xx is good, everything else wants a look. */
export function ResponseCode({ of }: { of: Answered }) {
  const { responseCode, responseText } = of
  if (!responseCode) return emptyValue
  return (
    <>
      <StatusTag of={responseCode} map={responseCodes} />
      {responseText && ` ${responseText}`}
    </>
  )
}

const good = ['00', '200', '201', '202', '204']

/** A code is shown as it is; what is not known to be good stands out. */
const responseCodes: StatusMap = {
  known: Object.fromEntries(good.map((code) => [code, { label: code, tone: 'green' }])),
  other: { tone: 'orange' },
}
