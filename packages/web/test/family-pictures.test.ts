/** The pictures of loops over everything that the crash tests know: as they grow, as they end, and inside each other. */
import { describe, expect, it } from 'vitest'
import { scenarios } from '../../../test/support/scenarios.ts'
import { answerPicture } from '../src/families/answer/answer-picture.ts'
import { attemptsPicture } from '../src/families/attempts/attempts-picture.ts'
import { claimsPicture } from '../src/families/claims/claims-picture.ts'
import { ladderPicture } from '../src/families/ladder/ladder-picture.ts'
import { lanesPicture } from '../src/families/lanes/lanes-picture.ts'
import { treePicture } from '../src/families/tree/tree-picture.ts'
import type { SessionLog } from '../src/session/session-log.ts'
import { earlier, logOf } from './support/loop-log.ts'

const pictures: Readonly<Record<string, (log: SessionLog, base: string) => { readonly isOver: boolean }>> = {
  direct: answerPicture,
  cot: answerPicture,
  react: lanesPicture,
  'self-ask': ladderPicture,
  reflexion: attemptsPicture,
  critic: claimsPicture,
  'tree-of-thoughts': treePicture,
}

const drawn = scenarios.filter(({ loop }) => loop.name in pictures)

/** What says that something is under way. */
const busy = /"state":"(?:running|judging|checking|checked|thinking|next)"/

describe('the picture of', () => {
  it.each(drawn.map((scenario) => [scenario.name, scenario] as const))(
    '%s can be drawn at any time',
    async (_, scenario) => {
      const log = await logOf(scenario)
      const picture = pictures[scenario.loop.name]!
      for (let count = 0; count < log.facts.length; count += 1) {
        expect(picture(earlier(log, count), '')).toMatchObject({ isOver: false })
      }
      const whole = picture(log, '')
      expect(whole.isOver).toBe(true)
      expect(JSON.stringify(whole)).not.toMatch(busy)
    },
  )
})
