import { lazyComponent } from '../ui/lazy-component.tsx'

/** Replaces data that the operator's role may not see. */
export const NoAccess = lazyComponent(() => import('./no-access.tsx'), 'NoAccess')
