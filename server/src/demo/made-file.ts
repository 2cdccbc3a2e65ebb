/** A document or picture of the demo world, before it is stored. */
export interface MadeFile {
  name: string
  contentType: string
  bytes: Buffer
}
