/** How much is known, of what the server tells as plain counts. */

export type Overview = {
  readonly documents: number
  readonly chunks: number
  readonly names: number
  readonly edges: number
  readonly embedder: string
  /** Why nothing can be searched or added; null when all is well. */
  readonly fault: string | null
  /** Documents that are bundled, and searched by who has none. */
  readonly bundled: number
}

type Fields = Readonly<Record<string, unknown>>

export function overviewIn(counts: Fields): Overview {
  const demo = counts['demo']
  return {
    documents: number(counts, 'documents'),
    chunks: number(counts, 'chunks'),
    names: number(counts, 'names'),
    edges: number(counts, 'edges'),
    embedder: typeof counts['embedder'] === 'string' ? counts['embedder'] : '',
    fault: typeof counts['fault'] === 'string' ? counts['fault'] : null,
    bundled: typeof demo === 'object' && demo !== null ? number(demo as Fields, 'documents') : 0,
  }
}

/** What the names of the graph are read from: who has no documents sees those of the samples. */
export function namesFrom(known: Pick<Overview, 'documents' | 'bundled'> | undefined): string {
  return known?.documents === 0 && known.bundled > 0 ? 'the bundled samples' : 'the documents'
}

function number(fields: Fields, name: string): number {
  const value = fields[name]
  return typeof value === 'number' ? value : 0
}
