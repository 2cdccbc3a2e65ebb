/** Text encoded once for the database and written many times. */
export type Encoded = Uint8Array

export function encoded(text: string): Encoded {
  return Buffer.from(text)
}

/** Header of PostgreSQL's binary COPY format. */
const signature = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
const postgresEpochMs = Date.UTC(2000, 0, 1)
const dayMs = 86_400_000
const word = 2 ** 32

/** Rows in PostgreSQL's binary COPY format, written field by field, so that neither side formats or parses text. */
export class CopyRows {
  #bytes: Buffer
  #view: DataView
  #at: number

  constructor(expectedBytes: number) {
    this.#bytes = Buffer.allocUnsafeSlow(expectedBytes)
    this.#view = viewOf(this.#bytes)
    this.#at = signature.copy(this.#bytes)
  }

  get byteLength(): number {
    return this.#at
  }

  get isEmpty(): boolean {
    return this.#at === signature.byteLength
  }

  /** Begins a row with this number of fields. */
  row(fields: number): void {
    this.#makeRoom(2)
    this.#view.setInt16(this.#at, fields)
    this.#at += 2
  }

  nothing(): void {
    this.#makeRoom(4)
    this.#view.setInt32(this.#at, -1)
    this.#at += 4
  }

  /** Writes the 16 bytes of an id. */
  uuid(from: Uint8Array, offset = 0): void {
    this.#begin(16)
    for (let position = 0; position < 16; position += 1) this.#bytes[this.#at + position] = from[offset + position] ?? 0
    this.#at += 16
  }

  text(value: Encoded | null): void {
    if (value === null) {
      this.nothing()
      return
    }
    this.#begin(value.byteLength)
    this.#bytes.set(value, this.#at)
    this.#at += value.byteLength
  }

  ascii(value: string): void {
    this.#begin(value.length)
    this.#at += this.#bytes.write(value, this.#at, 'latin1')
  }

  json(value: object | null): void {
    if (value === null) {
      this.nothing()
      return
    }
    const text = Buffer.from(JSON.stringify(value))
    this.#begin(text.byteLength + 1)
    this.#bytes[this.#at] = 1
    this.#bytes.set(text, this.#at + 1)
    this.#at += text.byteLength + 1
  }

  boolean(value: boolean): void {
    this.#begin(1)
    this.#bytes[this.#at] = value ? 1 : 0
    this.#at += 1
  }

  smallint(value: number): void {
    this.#begin(2)
    this.#view.setInt16(this.#at, value)
    this.#at += 2
  }

  integer(value: number): void {
    this.#begin(4)
    this.#view.setInt32(this.#at, value)
    this.#at += 4
  }

  /** Writes an integer that a double represents exactly. */
  bigint(value: number): void {
    this.#begin(8)
    const high = Math.floor(value / word)
    this.#view.setInt32(this.#at, high)
    this.#view.setUint32(this.#at + 4, value - high * word)
    this.#at += 8
  }

  /** Writes an instant in whole milliseconds. */
  instant(ms: number | null): void {
    if (ms === null) this.nothing()
    else this.bigint((ms - postgresEpochMs) * 1000)
  }

  /** Writes a calendar day, counted from 1970. */
  day(index: number): void {
    this.integer(index - postgresEpochMs / dayMs)
  }

  /** Returns everything written since the last call, complete for one COPY. */
  take(): Buffer {
    this.#makeRoom(2)
    this.#view.setInt16(this.#at, -1)
    const written = this.#bytes.subarray(0, this.#at + 2)
    this.#bytes = Buffer.allocUnsafeSlow(this.#bytes.byteLength)
    this.#view = viewOf(this.#bytes)
    this.#at = signature.copy(this.#bytes)
    return written
  }

  #begin(fieldBytes: number): void {
    this.#makeRoom(fieldBytes + 4)
    this.#view.setInt32(this.#at, fieldBytes)
    this.#at += 4
  }

  #makeRoom(more: number): void {
    if (this.#at + more <= this.#bytes.byteLength) return
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.byteLength * 2, this.#at + more))
    this.#bytes.copy(larger, 0, 0, this.#at)
    this.#bytes = larger
    this.#view = viewOf(larger)
  }
}

function viewOf(bytes: Buffer): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
