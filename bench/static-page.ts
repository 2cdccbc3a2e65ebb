import { type Captured, type CapturedServer, serveCaptured } from './captured-server.ts'

/**
 * Baseline for the console: a page without any library that fetches the same rows and writes them with innerHTML; each row
 * links to a page that does the same with its record.
 */
export function startStaticPage(captured: Captured): Promise<CapturedServer> {
  return serveCaptured(captured, {
    '/': { type: 'text/html', text: listPage },
    '/record': { type: 'text/html', text: recordPage },
  })
}

const listPage = `<!doctype html><title>Rows</title><table aria-busy="true"><tbody></tbody></table><script>
fetch('/rows').then((answer) => answer.json()).then(({ data }) => {
  const rows = Object.values(data).find(Array.isArray)
  document.querySelector('tbody').innerHTML = rows.map((row) => '<tr>' + Object.values(row).slice(0, 9).map((value, place) =>
    '<td>' + (place === 0 ? '<a href="/record">' + value + '</a>' : value) + '</td>').join('') + '</tr>').join('')
  document.querySelector('table').setAttribute('aria-busy', 'false')
})</script>`

const recordPage = `<!doctype html><title>Record</title><main><div aria-busy="true"></div></main><script>
fetch('/fields').then((answer) => answer.json()).then(({ data }) => {
  const fields = Object.entries(Object.values(data)[0])
  const place = document.querySelector('div')
  place.innerHTML = '<dl>' + fields.map(([name, value]) => '<dt>' + name + '</dt><dd>' + JSON.stringify(value) + '</dd>').join('') + '</dl>'
  place.setAttribute('aria-busy', 'false')
})</script>`
