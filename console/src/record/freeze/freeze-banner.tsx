import { freezes } from '@kobo/contract/freezes'
import { useIsSupported } from '../../api/config.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import type { Freezable } from './freezable.ts'
import classes from './freeze-banner.module.css'

const FreezeLines = lazyComponent(() => import('./freeze-lines.tsx'), 'FreezeLines', { quiet: true })

/**
 * Freezes that bind the record of a page, loaded after the record. The region exists before its content, so that this is
 * announced, and has the height of one line if the record is known to be frozen.
 */
export function FreezeBanner({ of: record }: { of: Freezable | undefined }) {
  const isSupported = useIsSupported(freezes.list)
  if (!isSupported) return null
  return (
    <div role="status" className={classes.region} data-frozen={record?.isFrozen || undefined}>
      {record && <FreezeLines of={record} />}
    </div>
  )
}
