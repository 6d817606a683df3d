import { says, scriptedModel } from '@gyre/core/testing'
import { describe, expect, it } from 'vitest'
import { dataProcess } from '../../../test/data-process.ts'

const persona = 'name: careful\nloop: direct\nmodel: test/scripted\n'

describe('`gyre personas rollout`', () => {
  it('says how to split a persona that is not', async () => {
    const { gyre, gyreWith } = dataProcess()
    await gyreWith({ input: persona }, 'personas', 'save', '-')
    expect(await gyre('personas', 'rollout', 'careful')).toEqual({
      code: 0,
      out: '',
      err: '`careful` is not split. Split it: gyre personas rollout careful --arm v1=90 --arm v2=10\n',
    })
  })

  it('splits it between versions and loops, shows how each does, and ends the split', async () => {
    const { gyre, gyreWith } = dataProcess(scriptedModel(says('Hello.')))
    await gyreWith({ input: persona }, 'personas', 'save', '-')
    expect((await gyre('personas', 'rollout', 'careful', '--arm', 'v1=3', '--arm', 'cot=0')).out).toBe(
      `ARM          WEIGHT  SHARE  SESSIONS  ENDED  SUCCESS  TIME  CALLS  COST
v1                3  100 %         0      0        -     -      -  -
current cot       0    0 %         0      0        -     -      -  -
`,
    )
    expect((await gyre('run', '-q', '-p', 'careful', 'Hello?')).out).toBe('Hello.\n')
    const { out } = await gyre('personas', 'rollout', 'careful')
    expect(
      out
        .split('\n')[1]
        ?.replace(/\d+ ms/, 'TIME')
        .split(/ {2,}/),
    ).toEqual(['v1', '3', '100 %', '1', '1', '100 %', 'TIME', '1', '-'])
    expect(JSON.parse((await gyre('personas', 'rollout', 'careful', '--off', '--json')).out)).toMatchObject({
      persona: 'careful',
      version: null,
      arms: [{ arm: 'v1', weight: null, figures: { sessions: 1, answered: 1 } }],
    })
  })

  it('refuses arms that cannot be', async () => {
    const { gyre, gyreWith } = dataProcess()
    await gyreWith({ input: persona }, 'personas', 'save', '-')
    const refused = async (...args: string[]) => {
      const { code, err } = await gyre('personas', 'rollout', 'careful', ...args)
      return [code, err.split('\n')[0]]
    }
    expect(await refused('--arm', 'v1')).toEqual([
      2,
      'Error: `--arm v1`: expected a version or a loop and its weight, such as v3=90, cot=10 or "v3 cot=10".',
    ])
    expect(await refused('--arm', 'v7=1')).toEqual([
      2,
      'Error: Rollout of `careful`: arms[0].version: `careful` has no version 7; there is only version 1',
    ])
    expect(await refused('--arm', 'coot=1')).toEqual([
      2,
      'Error: Rollout of `careful`: arms[0].loop: there is no loop `coot`; did you mean `cot`?',
    ])
    expect(await refused('--arm', 'v1=1', '--off')).toEqual([2, 'Error: Give `--arm` or `--off`, not both.'])
  })
})
