import { describe, expect, it } from 'vitest'
import { evaluateGroup } from '../groups/evaluate.ts'
import { Options } from '../options.ts'
import { sameCommand } from './same-command.ts'

const [command] = evaluateGroup.commands

describe('the command that goes on', () => {
  it('has every option as it was given, in words a shell reads as they are', () => {
    const options = new Options({
      data: '/tmp/my data',
      loops: 'a,b',
      only: "it's",
      budget: ['modelCalls=4', 'costUsd=0.5'],
      judge: '-m',
      jsonl: true,
      quiet: true,
    })
    expect(sameCommand(command!, ['my tasks.jsonl'], options, 0)).toBe(
      "gyre eval 'my tasks.jsonl' --data '/tmp/my data' --loops a,b --judge=-m --only 'it'\\''s' --budget modelCalls=4 --budget costUsd=0.5 --jsonl",
    )
  })

  it('begins nothing anew', () => {
    expect(sameCommand(command!, ['t'], new Options({ fresh: true, loops: 'a' }), 1_000)).toBe(
      'gyre eval t --loops a --since 1970-01-01T00:00:01.000Z',
    )
  })
})
