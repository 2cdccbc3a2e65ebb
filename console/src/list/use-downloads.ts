import { downloads } from '@kobo/contract/downloads'
import { useState } from 'react'
import { useApiQuery } from '../api/use-api-query.ts'
import { usePollMs } from '../api/use-poll-interval.ts'

/** Refresh interval of finished exports, whose URLs expire after 15 minutes. */
const renewMs = 300_000

/** Polls the operator's exports at a place. Servers without exports return 404. */
export function useDownloads(place: string) {
  const [making, setMaking] = useState(false)
  const [isThere, setThere] = useState(false)
  const quickMs = usePollMs(making)
  const mine = useApiQuery(downloads.mine, { place }, { pollMs: quickMs ?? (isThere ? renewMs : undefined) })
  const all = mine.data?.downloads ?? []
  const stillMaking = all.some(({ status }) => status === 'MAKING')
  const nowThere = all.some(({ status }) => status === 'READY')
  if (stillMaking !== making) setMaking(stillMaking)
  if (nowThere !== isThere) setThere(nowThere)
  return { all, isOffered: mine.isSuccess || (mine.isError && mine.error.status !== 404) }
}
