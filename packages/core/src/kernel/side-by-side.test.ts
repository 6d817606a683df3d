import { describe, expect, it } from 'vitest'
import { SideBySide } from './side-by-side.ts'

describe('a step whose place is a matter of timing', () => {
  it('is none of those that follow one another', () => {
    const steps = new SideBySide(false)
    for (const path of ['a#1', 'a#2']) {
      steps.called(path)
      steps.began()
      steps.ended()
    }
    expect(['a#1', 'a#2'].map((path) => steps.isMarked(path))).toEqual([false, false])
  })

  it('is none of several that are called at once', () => {
    const steps = new SideBySide(false)
    for (const path of ['a#1', 'a#2', 'a#3']) {
      steps.called(path)
      steps.began()
    }
    expect(['a#1', 'a#2', 'a#3'].map((path) => steps.isMarked(path))).toEqual([false, false, false])
  })

  it('is one that is called when one of several has ended, the last of them too', () => {
    const steps = new SideBySide(false)
    steps.began()
    steps.began()
    steps.ended()
    steps.called('a#3')
    steps.ended()
    steps.called('a#4')
    expect([steps.isMarked('a#3'), steps.isMarked('a#4'), steps.isMarked('a#4[1]')]).toEqual([true, true, true])
  })

  it('is one that is called after a record while another is in flight', () => {
    const steps = new SideBySide(false)
    steps.began()
    steps.replayed()
    steps.called('a#3')
    expect(steps.isMarked('a#3')).toBe(true)
  })

  it('is none of those that a reply hands out while it streams', async () => {
    const steps = new SideBySide(false)
    await steps.whileStreaming(async () => {
      expect([steps.began(), steps.began()]).toEqual([false, false])
      steps.replayed()
      steps.called('act#2')
    })
    steps.called('think#2')
    expect(steps.isMarked('act#2') || steps.isMarked('think#2')).toBe(false)
  })

  it('is any that is below such a one', () => {
    const steps = new SideBySide(false)
    steps.began()
    steps.replayed()
    steps.called('map#2')
    const paths = ['map#2[1]/', 'map#2/loop/', 'map#21', 'map#1']
    expect(paths.map((path) => steps.isMarked(path))).toEqual([true, true, false, false])
    expect(new SideBySide(true).isMarked('x')).toBe(true)
  })

  it('is none once a step has begun and ended alone', () => {
    const steps = new SideBySide(false)
    steps.began()
    steps.began()
    steps.ended()
    steps.ended()
    steps.began()
    steps.ended()
    steps.called('a#4')
    expect(steps.isMarked('a#4')).toBe(false)
  })
})
