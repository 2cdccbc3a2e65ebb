import { transactions } from '@kobo/contract/transactions'
import { transactionExplanation } from '@kobo/contract/transaction-explanation'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { callKey, useApiQuery } from '../../../api/use-api-query.ts'
import { transactionRecord } from '../../../transaction/transaction-record.ts'
import { mayStillChange } from './actions/transaction-rules.ts'

const { overview: overviewCall, logs: logsCall } = transactions

/** Reads a transaction, its steps and explanation, polling while they may change; a change invalidates its log. */
export function useTransaction(transactionId: string) {
  const queries = useQueryClient()
  const [changing, setChanging] = useState(false)
  const found = transactionRecord.useFound(transactionId, () => changing)
  const { pollMs } = found
  const overview = useApiQuery(overviewCall, { transactionId }, { pollMs })
  const story = useApiQuery(transactionExplanation.tell, { transactionId }, { pollMs })
  const status = found.record?.status
  const steps = overview.data?.overview

  const stillChanging = mayStillChange(status, steps) || Boolean(story.data?.story.next)
  if (stillChanging !== changing) setChanging(stillChanging)

  const progress = status && steps && [status, ...steps.map((step) => `${step.id} ${step.completed}`)].join()
  const seen = useRef(progress)
  useEffect(() => {
    if (seen.current && progress && seen.current !== progress) {
      void queries.invalidateQueries({ queryKey: [callKey(logsCall)] })
    }
    seen.current = progress ?? seen.current
  }, [progress, queries])

  return { found, overview, story }
}
