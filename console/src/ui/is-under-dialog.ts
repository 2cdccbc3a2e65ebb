/** Returns whether a dialog covers the page, which disables its shortcuts. For a dialog itself, pass `windows` 1. */
export function isUnderDialog(windows = 0): boolean {
  return document.querySelectorAll('[role="dialog"]').length > windows
}
