import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { RecordHeader } from '../../record/record-header.tsx'
import { RecordTitle } from '../../record/record-title.tsx'

interface HolderHeaderProps {
  /** The tab that the holder is found in. */
  tab: { status: 'merchants' | 'customers'; label: string }
  name: string | undefined
  tags?: ReactNode
  facts: ReactNode
}

/** Whose child accounts these are. */
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

/** The lists in which a holder is found. */
export function aboveHolder({ status, label }: HolderHeaderProps['tab']) {
  return [
    { label: 'Child Account', to: paths.childAccount() },
    { label, to: paths.childAccount({ status }) },
  ]
}
