/** Who makes vectors, in words: what is near to one without a service is near by its words. */
export function shownEmbedder(id: string): string {
  return id.startsWith('lexical/') ? `${id}: by words, no service` : id
}
