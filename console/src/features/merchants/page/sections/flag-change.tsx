import { merchants } from '@kobo/contract/merchants'
import type { Data } from '@kobo/contract/kit/call'
import { useIsSupported } from '../../../../api/config.ts'
import { useApiQuery } from '../../../../api/use-api-query.ts'
import { listDateTime } from '../../../../ui/dates.tsx'
import classes from './merchant-flags.module.css'

type Change = Data<typeof merchants.configurationChanges>['changes'][number]

interface FlagChangeProps {
  merchantId: string
  flag: string
}

/** Last change of a flag: by whom, when, from what and why. Its line exists before its text, so that nothing moves. */
export function FlagChange({ merchantId, flag }: FlagChangeProps) {
  const isSupported = useIsSupported(merchants.configurationChanges)
  const { data, isError } = useApiQuery(merchants.configurationChanges, isSupported ? { merchantId } : null)
  if (!isSupported) return null
  const change = data?.changes.find((each) => each.flag === flag)
  const text = change ? changeText(change) : data ? 'No change recorded' : isError ? 'Last change not available' : ''
  return (
    <span className={classes.change} title={text}>
      {text}
    </span>
  )
}

function changeText({ staffName, at, before, reason }: Change): string {
  const from = `from ${before ? 'On' : 'Off'}`
  return `Changed by ${staffName} on ${listDateTime(at)}, ${from}${reason ? `: ${reason}` : ''}`
}
