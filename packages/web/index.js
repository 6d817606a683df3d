import { fileURLToPath } from 'node:url'

/** Where the pages lie, built: a folder of files that any server may serve as they are. */
export const pagesFolder = fileURLToPath(new URL('./dist/', import.meta.url))
