import { liens } from '@kobo/contract/liens'
import { useIsSupported } from '../../api/config.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import type { Freezable } from '../freeze/freezable.ts'

const OpenLiens = lazyComponent(() => import('./open-liens.tsx'), 'OpenLiens', { quiet: true })

/** Open liens on the account of a page's record, loaded after the record. */
export function LienBanner({ of: record }: { of: Freezable | undefined }) {
  const isSupported = useIsSupported(liens.list)
  return isSupported && record ? <OpenLiens of={record} /> : null
}
