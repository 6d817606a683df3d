/** The blocks of code, tables and data: what stands between empty lines, under the declaration it belongs to. */

import type { Span } from '../span.ts'
import { type Block, longestBlock } from './block.ts'
import { type Line, linesOf } from './lines.ts'

const none: readonly string[] = []
/** At the very beginning of a line; whatever is further in belongs to it. */
const declaration =
  /^(?:(?:export|default|async|public|private|protected|internal|static|final|abstract|sealed|open|declare|pub(?:\([a-z]+\))?|unsafe|inline|extern)\s+)*(?:function\*?|class|interface|type|enum|const|let|var|def|fn|func|struct|impl|trait|mod|module|namespace|object|record|protocol|extension|sub|proc|macro)\s+(?:\([^)]{0,80}\)\s*)?([\p{L}_$][\p{L}\p{N}_$]{0,80})/u

/** Of what a block of code at the top begins with. */
type Section = { readonly path: readonly string[]; readonly level: number }

export function* codeBlocks(
  text: string,
  { hasDeclarations }: { readonly hasDeclarations: boolean },
): Generator<Block> {
  const reader = new CodeReader(hasDeclarations)
  for (const line of linesOf(text)) yield* reader.take(line, text.slice(line.start, line.end))
  yield* reader.flush()
}

class CodeReader {
  readonly #hasDeclarations: boolean
  #section: Section = { path: none, level: 0 }
  #open: Span | undefined
  /** The open block has a declaration: the first one names it. */
  #isNamed = false

  constructor(hasDeclarations: boolean) {
    this.#hasDeclarations = hasDeclarations
  }

  *take(line: Line, words: string): Generator<Block> {
    const isBlank = words.trim() === ''
    if (isBlank || line.end - (this.#open?.start ?? line.start) > longestBlock) yield* this.flush()
    if (isBlank) return
    if (this.#hasDeclarations && !line.isRest && !this.#isNamed) this.#place(words)
    this.#open = { start: this.#open?.start ?? line.start, end: line.end }
  }

  *flush(): Generator<Block> {
    if (this.#open) yield { ...this.#open, ...this.#section, kind: 'lines' }
    this.#open = undefined
    this.#isNamed = false
  }

  #place(words: string): void {
    const next = sectionAt(words, this.#section, this.#open !== undefined)
    this.#isNamed = next !== this.#section && next.level > 0
    this.#section = next
  }
}

/** The section that a line is in. A comment above a declaration is found when the declaration comes. */
function sectionAt(words: string, current: Section, isInBlock: boolean): Section {
  const name = declaration.exec(words.slice(0, 400))?.[1]
  if (name !== undefined) return { path: [name], level: 1 }
  if (isInBlock || /^[\s)\]}]/.test(words)) return current
  return current.level === 0 ? current : { path: none, level: 0 }
}
