import { contract } from '@kobo/contract'
import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useCall } from '../../../api/use-call.ts'
import { paths } from '../../../paths.ts'
import { grouped } from '../../../ui/grouped.ts'

const waiting = { page: 1, size: 1, verified: 'SUBMITTED' } as const

/** Leads from a KYC that was just decided to the next that waits for a decision. */
export function NextRequest() {
  const { data } = useCall(contract.merchants.list, waiting)
  const [next] = data?.merchants ?? []
  if (!data) return null
  if (!next) return <span>No other request waits</span>
  return (
    <Button component={Link} to={paths.merchant(next.id)} variant="default" rightSection={<IconArrowRight size={16} />}>
      Next of {grouped(data.totalRecords)} requests
    </Button>
  )
}
