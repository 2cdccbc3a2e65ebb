/** Document or image of the demo before it is stored. */
export interface MadeFile {
  name: string
  contentType: string
  bytes: Buffer
}
