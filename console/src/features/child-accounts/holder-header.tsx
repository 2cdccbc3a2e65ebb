import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { RecordHeader } from '../../record/record-header.tsx'
import { RecordTitle } from '../../record/record-title.tsx'

interface HolderHeaderProps {
  /** Tab that lists the holder. */
  tab: { status: 'merchants' | 'customers'; label: string }
  name: string | undefined
  tags?: ReactNode
  facts: ReactNode
}

/** Header naming the holder of the child accounts. */
export function HolderHeader({ tab, name, tags, facts }: HolderHeaderProps) {
  return (
    <RecordHeader
      above={aboveHolder(tab)}
      here={name}
      title={<RecordTitle>{name}</RecordTitle>}
      tags={tags}
      facts={facts}
    />
  )
}

/** Returns the breadcrumb of a holder. */
export function aboveHolder({ status, label }: HolderHeaderProps['tab']) {
  return [
    { label: 'Child Account', to: paths.childAccount() },
    { label, to: paths.childAccount({ status }) },
  ]
}
