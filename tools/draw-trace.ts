/** A span to be drawn, with the role of its server. */
export interface DrawnSpan {
  spanId: string
  parentSpanId?: string | undefined
  name: string
  role: string
  startMs: number
  endMs: number
}

const rowHeight = 17
const labelWidth = 330
const barWidth = 560
const margin = 16
const top = 52
const colours: Record<string, string> = { web: '#2f6fde', worker: '#1c8a5a' }

/** Draws the spans of one trace as an SVG: a tree of names, each with its time. */
export function drawTrace(spans: readonly DrawnSpan[]): string {
  const startMs = Math.min(...spans.map((span) => span.startMs))
  const endMs = Math.max(...spans.map((span) => span.endMs))
  const scale = barWidth / (endMs - startMs || 1)
  const rows = inTreeOrder(spans)
  const width = margin * 2 + labelWidth + barWidth + 70
  const height = top + rows.length * rowHeight + margin
  const lines = rows.map(({ span, depth }, position) => {
    const y = top + position * rowHeight
    const x = margin + labelWidth + (span.startMs - startMs) * scale
    const length = Math.max(1.5, (span.endMs - span.startMs) * scale)
    const colour = colours[span.role] ?? '#666'
    return [
      `<text x="${margin + depth * 14}" y="${y + 12}">${escaped(span.name)}</text>`,
      `<rect x="${round(x)}" y="${y + 3}" width="${round(length)}" height="11" rx="2" fill="${colour}"/>`,
      `<text x="${round(x + length + 5)}" y="${y + 12}" fill="#666">${round(span.endMs - span.startMs)} ms</text>`,
    ].join('')
  })
  const legend = Object.entries(colours).map(([role, colour], position) => {
    const x = margin + labelWidth + position * 90
    return `<rect x="${x}" y="18" width="11" height="11" rx="2" fill="${colour}"/><text x="${x + 17}" y="28">${role}</text>`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="11" fill="#222">`,
    `<title>Spans of one trace, ${spans.length} in ${round(endMs - startMs)} ms</title>`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    `<text x="${margin}" y="28" font-weight="600">${spans.length} spans in ${round(endMs - startMs)} ms</text>`,
    ...legend,
    ...lines,
    '</svg>',
    '',
  ].join('\n')
}

/** Children below their parents, in the order of their start. */
function inTreeOrder(spans: readonly DrawnSpan[]): { span: DrawnSpan; depth: number }[] {
  const ids = new Set(spans.map(({ spanId }) => spanId))
  const sorted = spans.toSorted((a, b) => a.startMs - b.startMs || a.endMs - b.endMs)
  const below = (parent: string | undefined, depth: number): { span: DrawnSpan; depth: number }[] =>
    sorted
      .filter(({ parentSpanId }) => (parentSpanId && ids.has(parentSpanId) ? parentSpanId : undefined) === parent)
      .flatMap((span) => [{ span, depth }, ...below(span.spanId, depth + 1)])
  return below(undefined, 0)
}

const round = (value: number) => Math.round(value * 10) / 10

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
