/** Returns handlers that preload a component when its button is hovered or focused. */
export function preloadOnIntent(load: () => Promise<unknown>) {
  // A failure is handled when the button is pressed.
  const begin = () => void load().catch(() => undefined)
  return { onPointerEnter: begin, onFocus: begin }
}
