/** Renders a small page without scripts, such as the API's documentation and the demo's outbox. */
export function plainPage(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/plain.css"></head>
<body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** Served at `/plain.css`, because the pages allow no inline style. */
export const plainStyle = `:root{color-scheme:light dark}
body{font:15px/1.5 system-ui,sans-serif;margin:0;background:Canvas;color:CanvasText}
main{max-width:60rem;margin:2rem auto;padding:0 1.5rem}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2.5rem;border-bottom:1px solid #8885;padding-bottom:.3rem}
article{border:1px solid #8885;border-radius:8px;padding:.75rem 1rem;margin:.75rem 0}
article h3{font:600 .95rem ui-monospace,monospace;margin:0}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:13px/1.5 ui-monospace,monospace;margin:.5rem 0 0}
p{margin:.4rem 0}small{opacity:.75}table{border-collapse:collapse;margin:.5rem 0;width:100%}
td{border-top:1px solid #8883;padding:.25rem .75rem .25rem 0;vertical-align:top;font-size:.9rem}
td:first-child{font-family:ui-monospace,monospace;white-space:nowrap}a{color:inherit}
`
