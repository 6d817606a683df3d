/** A process that dies while a skill runs: the next one goes on inside of it. */
import type { JournalRow } from '@gyre/core'
import { calls, callsAll, says } from '@gyre/core/testing'
import { describe, expect, it } from 'vitest'
import type { Skill } from '../../packages/tools/src/toolboxes/skills/skill.ts'
import { begun, effectsIn, stepsOf } from '../support/compare.ts'
import { lastText } from '../support/effects.ts'
import { skillsOf, skillText } from './skill-files.ts'
import { type Course, SkillWorld } from './skill-world.ts'

const inside = 'act#1[0]'

function courseOf(skills: readonly Skill[], more: Partial<Course> = {}): Course {
  return {
    skills,
    replies: {
      'think#1': calls('skills.prose', { task: 'Write.' }),
      [`${inside}/think#1`]: callsAll(
        { tool: 'look', input: { name: 'sky' } },
        { tool: 'put', input: { name: 'cup' } },
      ),
      [`${inside}/think#2`]: calls('send', { name: 'note' }),
      [`${inside}/think#3`]: (request) => says(`Last: ${lastText(request)}`),
      'think#2': (request) => says(`Heard: ${lastText(request)}`),
    },
    ...more,
  }
}

const answer = 'Heard: Last: sent note'
const prose = () => skillsOf({ 'prose/SKILL.md': skillText('prose', 'allowed-tools: look put send\n') })

/** The same run without any death. */
async function whole(course: Course) {
  const world = new SkillWorld(course)
  const { end, life } = await world.live()
  return { end, appends: life.appends, effects: life.effects, steps: stepsOf(await world.rows()) }
}

/** Beside what models and tools do, the journal tells of the skill itself. */
function effectsAfter(rows: readonly JournalRow[], before: readonly JournalRow[]): readonly string[] {
  return effectsIn(rows.slice(before.length)).filter((effect) => effect !== `tool ${inside}`)
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

describe('a session whose process dies while a skill runs', () => {
  it('ends as if nothing had happened, at whatever effect it was', async () => {
    const course = courseOf(await prose())
    const { end, effects, steps } = await whole(course)
    expect(end).toMatchObject({ answer, outcome: 'answered' })
    expect(effects).toBe(8)
    for (const inEffect of upTo(effects)) {
      const world = new SkillWorld(course)
      expect((await world.live({ inEffect })).end).toBeUndefined()
      const before = await world.rows()
      const second = await world.live()
      const rows = await world.rows()
      expect({
        inEffect,
        end: second.end,
        steps: stepsOf(rows),
        effects: begun(second.hand.effects),
      }).toEqual({
        inEffect,
        end: expect.objectContaining({ answer }),
        steps,
        effects: effectsAfter(rows, before),
      })
    }
  })

  it('ends as if nothing had happened, after whatever record it was', async () => {
    const course = courseOf(await prose())
    const { appends, steps } = await whole(course)
    for (const afterAppend of upTo(appends - 1)) {
      const world = new SkillWorld(course)
      await world.live({ afterAppend })
      const { end } = await world.live()
      expect({ afterAppend, end, steps: stepsOf(await world.rows()) }).toEqual({
        afterAppend,
        end: expect.objectContaining({ answer }),
        steps,
      })
    }
  })

  it('asks a model nothing twice that is on record', async () => {
    const course = courseOf(await prose())
    const world = new SkillWorld(course)
    // 1 think, 2 think in the skill, 3 look, 4 put, 5 think in the skill.
    await world.live({ inEffect: 5 })
    const { hand } = await world.live()
    expect(begun(hand.effects)).toEqual([
      `model ${inside}/think#2`,
      `model ${inside}/think#3`,
      'model think#2',
      `tool ${inside}/act#2[0]`,
    ])
  })

  it('asks a person about the call in it that must not be repeated, not about the skill', async () => {
    const skills = await prose()
    const asked = `${inside}/act#2[0]/uncertain#1`
    const course = courseOf(skills, { answers: { [asked]: 'treat as done' } })
    const world = new SkillWorld(course)
    await world.live({ inEffect: 6 })
    const { end, hand } = await world.live()
    expect(end?.answer).toBe('Heard: Last: Done.')
    expect(begun(hand.effects)).toEqual([`model ${inside}/think#3`, 'model think#2'])
    const questions = (await world.rows()).filter(({ type }) => type === 'question.asked')
    expect(questions.map(({ path }) => path)).toEqual([asked])
  })
})
