/** Loads a part of the console as soon as somebody reaches for the button that opens it. */
export function preloadOnIntent(load: () => Promise<unknown>) {
  // A part that cannot be had is missed when the button is pressed.
  const begin = () => void load().catch(() => undefined)
  return { onPointerEnter: begin, onFocus: begin }
}
