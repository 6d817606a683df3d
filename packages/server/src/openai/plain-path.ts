/** Addresses as clients put them together: with a doubled slash, or without the `/v1` that somebody forgot. */

const openaiPaths = /^\/(?:models|chat\/completions|responses|embeddings)(?:\/|$)/

export function openaiPath(path: string): string {
  const single = path.replaceAll(/\/{2,}/g, '/')
  return openaiPaths.test(single) ? `/v1${single}` : single
}
