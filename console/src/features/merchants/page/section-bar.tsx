import { Bar } from '../../../ui/bar.tsx'
import { SectionBody } from '../../../ui/section.tsx'

/** Stands for a table that is still on its way. */
export function SectionBar() {
  return (
    <SectionBody>
      <Bar width="100%" />
    </SectionBody>
  )
}
