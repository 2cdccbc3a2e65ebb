import { SkeletonBar } from '../../../ui/skeleton-bar.tsx'
import { SectionBody } from '../../../ui/section.tsx'

/** Stands for a table that is still on its way. */
export function SectionBar() {
  return (
    <SectionBody>
      <SkeletonBar width="100%" />
    </SectionBody>
  )
}
