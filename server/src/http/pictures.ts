import { NoPicture, type Picture, redraw } from '../rails/pictures.ts'
import { badInput } from './refusal.ts'

/** The pictures that were sent under `attachments`, drawn anew one after the other; the first that is none is refused. */
export async function receivePictures(sent: readonly { name: string; bytes(): Promise<Buffer> }[]): Promise<Picture[]> {
  const pictures: Picture[] = []
  for (const { name, bytes } of sent) {
    try {
      pictures.push(await redraw({ name, bytes: await bytes() }))
    } catch (error) {
      throw error instanceof NoPicture ? badInput(error.message, { attachments: error.message }) : error
    }
  }
  return pictures
}
