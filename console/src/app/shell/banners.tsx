import { OutageBanner } from './outage-banner.tsx'
import { PreviewBanner } from './preview-banner.tsx'

/** Banners that need no code before the first rows. */
export function Banners() {
  return (
    <>
      <OutageBanner />
      <PreviewBanner />
    </>
  )
}
