interface Upload {
  method: string
  headers: Headers
  body: FormData
  signal: AbortSignal | undefined
  /** Receives the fraction of the request that was sent, from 0 to 1. */
  onProgress: ((sent: number) => void) | undefined
}

/** `fetch` for a form with files. Over HTTP/1.1 only XMLHttpRequest reports upload progress. */
export function upload(url: string, { method, headers, body, signal, onProgress }: Upload): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    request.withCredentials = true
    for (const [name, value] of headers) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 1))
    const abort = () => {
      request.abort()
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', abort)
    request.addEventListener('load', () => resolve(toResponse(request)))
    request.addEventListener('error', () => reject(new TypeError('The request failed')))
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort))
    request.send(body)
  })
}

function toResponse(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const [name = '', ...rest] = line.split(':')
    if (name) headers.append(name.trim(), rest.join(':').trim())
  }
  return new Response(request.responseText || null, { status: request.status, headers })
}
