/** Lines of a text, and which of them stand behind a fence: what is fenced cannot pass for a heading. */

type FencedText = { readonly from: string; readonly text: string }

/** An entry begins with a line outside of any fence that a pattern fits. */
type Entry = {
  readonly head: RegExpExecArray
  /** Lines outside of fences below the first. */
  readonly plain: readonly string[]
  readonly fenced: readonly FencedText[]
}

type OpenFence = { readonly from: string; readonly lines: string[] }
type OpenEntry = { readonly head: RegExpExecArray; readonly plain: string[]; readonly fenced: OpenFence[] }

export function entriesIn(text: string | undefined, begins: RegExp): readonly Entry[] {
  const entries: OpenEntry[] = []
  let open: OpenFence | undefined
  for (const line of (text ?? '').split('\n')) {
    if (open) {
      if (line === '</untrusted>') open = undefined
      else open.lines.push(line)
      continue
    }
    open = fenceAt(line)
    if (open) entries.at(-1)?.fenced.push(open)
    else outside(line, entries, begins)
  }
  return entries.map(({ head, plain, fenced }) => ({ head, plain, fenced: fenced.map(closed) }))
}

function fenceAt(line: string): OpenFence | undefined {
  const [, from] = /^<untrusted from="([^"]*)">$/.exec(line) ?? []
  return from === undefined ? undefined : { from, lines: [] }
}

function outside(line: string, entries: OpenEntry[], begins: RegExp): void {
  const head = begins.exec(line)
  if (head) entries.push({ head, plain: [], fenced: [] })
  else entries.at(-1)?.plain.push(line)
}

function closed({ from, lines }: OpenFence): FencedText {
  const said = lines[0]?.startsWith('[Warning: ') ? lines.slice(1) : lines
  return { from, text: said.join('\n').trim() }
}

/** What stands in the fences of a text, whoever it is from. */
export function fencedIn(text: string | undefined): readonly FencedText[] {
  return entriesIn(`\n${text ?? ''}`, /^$/).flatMap(({ fenced }) => fenced)
}
