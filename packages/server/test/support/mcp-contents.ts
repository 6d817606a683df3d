/** Contents of each kind that a tool or prompt of MCP can have. */

/** One pixel. */
export const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg=='

/** A sound file without a sound. */
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA='

export const text = (said: string) => ({ type: 'text' as const, text: said })

export const image = { type: 'image' as const, data: png, mimeType: 'image/png' }

export const audio = { type: 'audio' as const, data: wav, mimeType: 'audio/wav' }

export const embedded = (uri: string, mimeType: string, said: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: said },
})
