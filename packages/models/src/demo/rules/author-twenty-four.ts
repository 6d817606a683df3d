/** The Game of 24 as a plain question: moves as they look best, and no way back. */

import { stepsIn } from '../reading/thought-lines.ts'
import type { Rule } from '../rule.ts'
import { readLine } from '../twenty-four/line.ts'
import { readPuzzle } from '../twenty-four/puzzle.ts'
import { answerFrom } from '../twenty-four/twenty-four-skill.ts'

export const authorTwentyFour: Rule = {
  name: 'author-twenty-four',
  purposes: ['answer', 'follow-ups'],
  ability: 'play the Game of 24 (`Use 4, 9, 10 and 13 to make 24.`), best as a tree of thoughts',
  decide({ text: question }, { material }) {
    const puzzle = readPuzzle(question)
    if (!puzzle) return undefined
    const text = answerFrom(puzzle, readLine(puzzle, stepsIn(material['thoughts'])))
    const isKnown = !text.startsWith('I found no way')
    const thought = 'I take the moves that look best.'
    return { kind: 'answer', thought, text, findings: { isKnown, question, results: [] } }
  },
}
