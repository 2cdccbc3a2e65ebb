// @ts-check
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder that contains the workspaces, independent of the working directory. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))
