const interactions = ['wheel', 'touchstart', 'pointerdown', 'keydown']

/** Calls back whenever the operator interacts with the page, until the signal is aborted. */
export function watchInteraction(callback: () => void, signal: AbortSignal): void {
  for (const interaction of interactions) {
    window.addEventListener(interaction, callback, { signal, capture: true, passive: true })
  }
}
