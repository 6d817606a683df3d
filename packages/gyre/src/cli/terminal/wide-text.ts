/** The width of texts that are not plain. A file of its own also in the bundle: it takes long to load, and few need it. */
import stringWidth from 'string-width'

/** How many columns any text takes. */
export const wideWidth: (text: string) => number = stringWidth
