import { StatusTag } from '../../../../status/status-tag.tsx'
import type { StatusMap } from '../../../../status/statuses.ts'
import { emptyValue } from '../../../../ui/format-text.ts'

interface ProviderResponse {
  responseCode?: string | null
  /** Meaning of the code, if known. */
  responseText?: string | null
}

/** Response code with its meaning; `00` from a payment switch and a merchant's 2xx are successful. */
export function ResponseCode({ of: response }: { of: ProviderResponse }) {
  const { responseCode, responseText } = response
  if (!responseCode) return emptyValue
  return (
    <>
      <StatusTag of={responseCode} map={responseCodes} />
      {responseText && ` ${responseText}`}
    </>
  )
}

const successCodes = ['00', '200', '201', '202', '204']

/** Codes are shown unchanged; those not known as successful are highlighted. */
const responseCodes: StatusMap = {
  known: Object.fromEntries(successCodes.map((code) => [code, { label: code, tone: 'green' }])),
  other: { tone: 'orange' },
}
