import { describe, expect, it } from 'vitest'
import { logOfScenario } from '../../../test/support/loop-log.ts'
import { guidanceFor } from './explore-guidance.ts'
import { treePicture } from './tree-picture.ts'

describe('the guidance to take another line', () => {
  it('tells the line from its first thought on', async () => {
    const { thoughts } = treePicture(await logOfScenario('tree-of-thoughts that finds an answer'), '')
    expect(guidanceFor({ key: 'branch#2[1]/think#1' }, thoughts)).toBe(
      'Leave the steps taken so far. Go on from this line instead, and take its next step:\n1. right\n2. further',
    )
  })
})
