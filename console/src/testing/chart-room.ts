import { onTestFinished, vi } from 'vitest'

/** Charts are drawn to their element's size, which jsdom reports as zero. */
export function giveChartsRoom(): void {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const isChart = this.classList.contains('recharts-responsive-container')
    return isChart ? new DOMRect(0, 0, 900, 280) : new DOMRect(10, 10, 100, 20)
  })
  onTestFinished(() => void vi.restoreAllMocks())
}
