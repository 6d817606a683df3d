import { says } from '@gyre/core/testing'
import { describe, expect, it } from 'vitest'
import { runTree, treeModel } from '../../../../../test/support/tree-model.ts'
import { earlier, logOfScenario, readLog } from '../../../test/support/loop-log.ts'
import { isSameThought, saidScore, saidThought } from './thought-text.ts'
import { lineTo, type TreePicture, treePicture } from './tree-picture.ts'

const pictureOf = async (name: string) => treePicture(await logOfScenario(name), '')

/** `1 left 4 pruned`. */
const brief = ({ thoughts }: TreePicture) =>
  thoughts.map(({ depth, text, score, state, isOnPath }) => `${depth} ${text} ${score} ${state}${isOnPath ? ' *' : ''}`)

describe('the tree of a session', () => {
  it('has every thought with its score, the line that won, and why others were left', async () => {
    const picture = await pictureOf('tree-of-thoughts that finds an answer')
    expect(brief(picture)).toEqual(['1 left 4 pruned', '1 right 8 kept *', '2 found 9 answer *', '2 further 5 pruned'])
    expect(picture.thoughts[0]).toMatchObject({
      why: 'not among the best 1. It is so.',
      parent: null,
      key: 'branch#1[0]/think#1',
    })
    expect(picture.best).toMatchObject({ text: 'found', score: 9, parent: 'branch#1[1]/think#1' })
    expect(picture).toMatchObject({
      goal: 'Where is it?',
      search: 'beam',
      shape: { branches: 2, beam: 1, maxDepth: 4 },
      depth: 2,
      pruned: 2,
      merged: 0,
      calls: { thoughts: 4, scores: 4 },
      stop: 'answered',
      isOver: true,
    })
  })

  it('merges equal thoughts of one parent and equal answers, and says with which', async () => {
    const model = treeModel({
      think: ({ line, place }) => (line.length === 0 ? `THOUGHT: ${['a', 'A.', 'b'][place]}` : 'ANSWER: 24'),
      score: (candidate) => (candidate === '24' ? 9 : 6),
    })
    const { runtime, session } = await runTree(model)
    const picture = treePicture(await readLog(runtime, session.id), '')
    expect(brief(picture)).toEqual([
      '1 a 6 kept *',
      '1 A. null merged',
      '1 b 6 kept',
      '2 24 9 answer *',
      ...Array.from({ length: 5 }, () => '2 24 null merged'),
    ])
    expect(picture.thoughts[1]?.mergedWith).toBe('branch#1[0]/think#1')
    expect(picture.thoughts.at(-1)).toMatchObject({
      parent: 'branch#1[2]/think#1',
      mergedWith: 'branch#2[0]/think#1',
    })
  })

  it('keeps branches of which no thought came, with the reason', async () => {
    const picture = await pictureOf('tree-of-thoughts with replies that are malformed and mended, or not')
    expect(picture.thoughts.map(({ text, state }) => `${text}: ${state}`)).toEqual([
      'mended: answer',
      'no thought: dead',
      'no thought: dead',
    ])
    expect(picture.thoughts[1]?.why).toMatch(/^cannot be read: /)
    expect(picture.thoughts[2]?.why).toBe('out of order')
    expect(picture.best?.score).toBe(4)
  })

  it('ends with the answer that the best line was asked for', async () => {
    const picture = await pictureOf('tree-of-thoughts that is asked to answer at its greatest depth')
    expect(picture.thoughts.at(-1)).toMatchObject({ key: 'answer#1', text: 'Asked for.', state: 'answer', depth: 3 })
    expect(picture.stop).toBe('depth')
  })

  it('is that of a search that goes deep first, and back', async () => {
    const picture = await pictureOf('tree-of-thoughts that goes deep first, and back')
    expect(picture.best).toMatchObject({ text: '3-1', state: 'answer', score: 7 })
    expect(picture.thoughts.map(({ parent, text }) => `${text} < ${parent}`)).toEqual([
      '1-0 < null',
      '1-1 < null',
      '2-0 < branch#1[0]/think#1',
      '2-1 < branch#1[0]/think#1',
      '3-0 < branch#1[1]/think#1',
      '3-1 < branch#1[1]/think#1',
    ])
  })

  it('counts visits where the search does', async () => {
    const { thoughts } = await pictureOf('tree-of-thoughts that uses up its expansions')
    expect(thoughts.some(({ visits }) => visits > 1)).toBe(true)
  })

  it('grows level by level: thoughts are there before they are judged', async () => {
    const log = await logOfScenario('tree-of-thoughts that finds an answer')
    const upTo = (path: string) => treePicture(earlier(log, log.facts.findIndex((fact) => fact.path === path) + 1), '')
    expect(brief(upTo('branch#1[1]/think#1'))).toEqual(['1 left null open', '1 right null open'])
    expect(brief(upTo('value#1[1]/score#1'))).toEqual(['1 left 4 open', '1 right 8 open'])
    expect(brief(upTo('branch#2[0]/think#1'))).toEqual(['1 left 4 pruned', '1 right 8 kept *', '2 found null open'])
  })

  it('places a thought under way by its branch', async () => {
    const log = await logOfScenario('tree-of-thoughts that finds an answer')
    const before = earlier(
      log,
      log.facts.findIndex(({ path }) => path === 'branch#2[0]/think#1'),
    )
    const data = { kind: 'generate' }
    const shared = { v: 1, at: '2026-01-01T00:00:00.000Z', session: log.id, path: 'branch#2[1]/think#1' }
    before.apply({ ...shared, type: 'step.started', data })
    before.apply({ ...shared, type: 'text.delta', data: { text: 'THOUGHT: fur' } })
    expect(treePicture(before, '').thoughts.at(-1)).toMatchObject({
      text: 'fur',
      state: 'thinking',
      parent: 'branch#1[1]/think#1',
    })
  })

  it('can be taken up elsewhere where the search went on, and not where it ended', async () => {
    const picture = await pictureOf('tree-of-thoughts that finds an answer')
    const log = await logOfScenario('tree-of-thoughts that finds an answer')
    const judged = log.stepByPath.get('value#1[1]/score#1')?.seq
    expect(picture.thoughts.map(({ forkAt }) => forkAt)).toEqual([judged, judged, null, null])
  })

  it('stays as it was when the budget ends in the middle of a level', async () => {
    const picture = await pictureOf('tree-of-thoughts that spends its calls in the middle of a level')
    expect(picture.isOver).toBe(true)
    expect(picture.thoughts.length).toBeGreaterThan(2)
    expect(picture.thoughts.every(({ state }) => state !== 'thinking')).toBe(true)
  })

  it('says of replies that were cut off that no thought came of them', async () => {
    const picture = await pictureOf('tree-of-thoughts with replies that were cut off, and a judge that fails at last')
    expect(picture.thoughts[0]).toMatchObject({ state: 'dead', why: 'cut off before its end' })
    expect(picture.gap).toMatch(/judge failed/)
  })
})

describe('what a model says', () => {
  it('is a thought or an answer', () => {
    expect(saidThought('THOUGHT: left')).toEqual({ text: 'left', isAnswer: false })
    expect(saidThought('So.\n**ANSWER:** 42')).toEqual({ text: '42', isAnswer: true })
    expect(saidThought('just prose')).toEqual({ text: 'just prose', isAnswer: false })
  })

  it('is a score with a reason', () => {
    expect(saidScore(says('It fits.\nSCORE: 7.5').text ?? '')).toEqual({ score: 7.5, why: 'It fits.' })
    expect(saidScore('no idea')).toEqual({ score: null, why: 'no idea' })
  })

  it('is the same thought when only its end is cut, or its case is another', () => {
    expect(isSameThought('Left.', 'left')).toBe(true)
    expect(isSameThought('abc…', 'abcdef')).toBe(true)
    expect(isSameThought('abd…', 'abcdef')).toBe(false)
  })
})

describe('a line of thoughts', () => {
  it('goes from the first thought to the last', () => {
    const thoughts = [
      { key: 'a', parent: null },
      { key: 'b', parent: 'a' },
      { key: 'c', parent: 'b' },
    ]
    expect(lineTo(thoughts, 'c')).toEqual(['a', 'b', 'c'])
    expect(lineTo(thoughts, null)).toEqual([])
  })
})
