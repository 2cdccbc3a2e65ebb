import { expect, it } from 'vitest'
import { drawTrace } from './draw-trace.ts'

it('draws children below their parents in the order of their start, with escaped names and their times', () => {
  const svg = drawTrace([
    { spanId: 'c', parentSpanId: 'b', name: 'select <x> & y', role: 'worker', startMs: 1030, endMs: 1031 },
    { spanId: 'b', parentSpanId: 'a', name: 'job payout', role: 'worker', startMs: 1025, endMs: 1050 },
    { spanId: 'a', name: 'POST /api', role: 'web', startMs: 1000, endMs: 1020.04 },
    { spanId: 'd', parentSpanId: 'a', name: 'transaction', role: 'web', startMs: 1002, endMs: 1010 },
  ])
  const texts = [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, text]) => text)
  expect(texts).toEqual([
    '4 spans in 50 ms',
    'web',
    'worker',
    'POST /api',
    '20 ms',
    'transaction',
    '8 ms',
    'job payout',
    '25 ms',
    'select &lt;x> &amp; y',
    '1 ms',
  ])
})
