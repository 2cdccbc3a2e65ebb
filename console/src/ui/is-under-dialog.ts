/** Whether a window lies over the page, whose keys are then silent; for a window itself, whether one lies over it (`windows` 1). */
export function isUnderDialog(windows = 0): boolean {
  return document.querySelectorAll('[role="dialog"]').length > windows
}
