/** A draft mended by evidence: as edits, or written again as a whole. */
import type { Decision, Edit, Reading } from '@gyre/models/demo'
import type { Odds } from '../simulation/odds.ts'
import { readFact, somebodyElse } from '../world/facts.ts'
import { answered, type Play } from './play.ts'

export const revise: Play = {
  name: 'revise',
  decide(reading) {
    const edits = editsFor(reading, ({ isWrong, replacement }) => (isWrong ? replacement : undefined))
    return isRevision(reading) ? revision(reading, edits) : undefined
  },
  err(_, reading, odds) {
    const { fix, spoil } = odds.competence
    const edits = editsFor(reading, ({ claim, isWrong, replacement }, at) => {
      if (isWrong) return odds.happens(`fix ${at}`, fix) ? replacement : undefined
      return odds.happens(`spoil ${at}`, spoil) ? spoiltClaim(claim, odds.share(`spoilt ${at}`)) : undefined
    })
    return revision(reading, edits, odds)
  },
}

function isRevision({ purpose, material }: Reading): boolean {
  return purpose === 'edits' || (purpose === 'answer' && material['evidence'] !== undefined)
}

type Checked = { readonly claim: string; readonly isWrong: boolean; readonly replacement: string }

const block = /^CLAIM: (.+)\nTOOL: .*\nTOOL INPUT: .*\nEVIDENCE: (.+)$/gm

function editsFor(
  { material: { evidence = '' } }: Reading,
  replace: (checked: Checked, at: number) => string | undefined,
): readonly Edit[] {
  const blocks = [...evidence.matchAll(block)]
  return blocks.flatMap(([, claim = '', shown = ''], at) => {
    // What says nothing about the claim shows nothing wrong with it.
    const isWrong = readFact(shown) !== undefined && shown !== claim
    const replacement = replace({ claim, isWrong, replacement: shown }, at)
    return replacement === undefined ? [] : [{ claim, replacement }]
  })
}

function spoiltClaim(claim: string, share: number): string {
  const value = readFact(claim)?.value ?? ''
  return claim.replace(`is ${value}`, `is ${somebodyElse(value, share)}`)
}

/** Whoever writes the whole text again may slip at any line that was to stay. */
function revision({ purpose, material }: Reading, edits: readonly Edit[], odds?: Odds): Decision {
  if (purpose === 'edits') return { kind: 'edits', edits }
  const lines = (material['draft'] ?? '').split('\n').map((line, at) => {
    const edit = edits.find(({ claim }) => claim === line)
    if (edit) return edit.replacement
    return odds?.happens(`slip ${at}`, odds.competence.slip) ? spoiltClaim(line, odds.share(`slipped ${at}`)) : line
  })
  return answered(lines.join('\n'))
}
