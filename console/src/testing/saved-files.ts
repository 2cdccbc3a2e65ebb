import { onTestFinished, vi } from 'vitest'

export interface SavedFile {
  name: string
  file: Blob
}

/** Collects the files that the browser saves during this test. */
export function savedFiles(): SavedFile[] {
  const saved: SavedFile[] = []
  let last = new Blob()
  const createUrl = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) last = file
    return 'blob:test'
  })
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, file: last })
  })
  onTestFinished(() => {
    createUrl.mockRestore()
    clicked.mockRestore()
  })
  return saved
}
