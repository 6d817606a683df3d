/** The sections of a text; very small ones go with those after them. */
import type { Block } from './block.ts'
import { chunkSize } from './chunk-size.ts'

export type Section = { readonly blocks: readonly Block[]; readonly level: number }

/** Adds a block to the last section, or begins the next one with it. */
export function addBlock(sections: { readonly blocks: Block[]; readonly level: number }[], block: Block): void {
  const last = sections.at(-1)
  if (last && last.blocks[0]?.path === block.path) last.blocks.push(block)
  else sections.push({ blocks: [block], level: block.level })
}

/** Sections in groups: nothing of two groups comes into one chunk. */
export function* joined(sections: readonly Section[], tiny: number): Generator<readonly Section[]> {
  let group: Section[] = []
  for (const section of sections) {
    if (group.length > 0 && !goesOn(group, section, tiny)) {
      yield group
      group = []
    }
    group.push(section)
  }
  if (group.length > 0) yield group
}

/** A tiny group takes whatever comes next; tiny sections gather until they are worth a chunk. Never out of their chapter. */
function goesOn(group: readonly Section[], next: Section, tiny: number): boolean {
  const first = group[0]
  if (first === undefined || next.level < first.level) return false
  if (sizeOf(group) < tiny) return true
  // One that is not tiny lets no other follow: it can only be the last.
  const areTiny = [...group.slice(-1), next].every((section) => sizeOf([section]) < tiny)
  return areTiny && sizeOf([first, next]) <= chunkSize.least
}

function sizeOf(sections: readonly Section[]): number {
  return (sections.at(-1)?.blocks.at(-1)?.end ?? 0) - (sections[0]?.blocks[0]?.start ?? 0)
}
