import { merchants } from '@kobo/contract/merchants'
import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { useMay } from '../../../../api/use-may.ts'
import { useApiQuery } from '../../../../api/use-api-query.ts'
import { useApiMutation } from '../../../../api/use-api-mutation.ts'
import { paths } from '../../../../paths.ts'
import { formatCount } from '../../../../ui/format-count.ts'

/** Request that has waited longest without a reviewer. */
const oldestSubmitted = { page: 1, size: 1, verified: 'SUBMITTED', sort: 'oldest' } as const

/** Links from a decided KYC to the next pending request and starts its review. */
export function NextRequest() {
  const { data } = useApiQuery(merchants.list, oldestSubmitted)
  const { state, send } = useApiMutation(merchants.startReview)
  const navigate = useNavigate()
  const [next] = data?.merchants ?? []
  const may = useMay()
  if (!data || !may(merchants.startReview)) return null
  if (!next) return <span>No other pending requests</span>
  const to = paths.merchant(next.id)
  const startReview = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    // If another operator was faster, the list is read again and links to another request.
    send({ merchantId: next.id }).then(
      () => navigate({ to }),
      () => undefined,
    )
  }
  return (
    <Button
      component={Link}
      to={to}
      variant="default"
      rightSection={<IconArrowRight size={16} />}
      aria-disabled={state === 'sending' || undefined}
      onClick={startReview}
    >
      Next request ({formatCount(data.totalRecords)} pending)
    </Button>
  )
}
