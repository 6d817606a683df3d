/** What the simulated model does in a research. */
import type { Play } from '../play.ts'
import { drawOutline } from './draw-outline.ts'
import { imaginePassage } from './imagine-passage.ts'
import { planRound } from './plan-round.ts'
import { rewriteSection } from './rewrite-section.ts'
import { writeFront } from './write-front.ts'
import { writeSection } from './write-section.ts'

export const researchPlays: readonly Play[] = [
  drawOutline,
  imaginePassage,
  planRound,
  rewriteSection,
  writeSection,
  writeFront,
]
