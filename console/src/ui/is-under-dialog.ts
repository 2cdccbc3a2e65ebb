/** Whether a window lies over the page, whose keys are then silent. */
export function isUnderDialog(): boolean {
  return document.querySelector('[role="dialog"]') !== null
}
