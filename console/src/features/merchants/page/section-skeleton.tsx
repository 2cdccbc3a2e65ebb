import { SkeletonBar } from '../../../ui/skeleton-bar.tsx'
import { SectionBody } from '../../../ui/section.tsx'

/** Skeleton of a table. */
export function SectionBar() {
  return (
    <SectionBody>
      <SkeletonBar width="100%" />
    </SectionBody>
  )
}
